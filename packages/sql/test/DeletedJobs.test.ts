import type { Actor } from "@candor/domain/access/Actor"
import * as Application from "@candor/domain/application/Application"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import { Applications } from "@candor/domain/application/Applications"
import * as Submission from "@candor/domain/application/Submission"
import { DeletedJobs, JobRemovalIncomplete } from "@candor/domain/job/DeletedJobs"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import type { EncodedPage, Position } from "@candor/domain/Pagination"
import { maxDirectRows } from "@candor/sql/repositories/job/JobRemoval"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, pglite, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { calls, items, outcome, outcomes } from "./JobCalls.ts"
import { noApplication, noJob, onceDeleted, whileItExists } from "./JobOutcomes.ts"
import { jobWith, noRows, rowsOfOne, storedRows } from "./LargeJob.ts"
import { meanwhile } from "./Meanwhile.ts"
import * as World from "./World.ts"

/** The largest number of applications with which the statement that deletes a job removes its rows too. */
const maxApplications = maxDirectRows / rowsOfOne

/** Counts of what a refused change must not add to. */
const counted = ({ organization_id }: Actor) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const [counts] = yield* sql<{ events: number; candidates: number; queued: number }>`
      SELECT (SELECT count(*) FROM events WHERE organization_id = ${organization_id})::integer AS events,
        (SELECT count(*) FROM candidates WHERE organization_id = ${organization_id})::integer AS candidates,
        (SELECT count(*) FROM queue)::integer AS queued
    `
    return counts!
  })

/** The number of events of a job's deletion, and the work that it queued. */
const followed = ({ id }: Pick<Job.JobState, "id">) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const events = yield* sql`SELECT FROM events WHERE subject_id = ${id} AND type = 'job.deleted'`
    const work = yield* sql<
      { queue_name: string }
    >`SELECT queue_name FROM queue WHERE position(${id} IN element) > 0 ORDER BY queue_name`
    return { events: events.length, work: work.map(({ queue_name }) => queue_name) }
  })

/** Removes a deleted job in portions of so many rows. */
const removeAll = (actor: Actor, { id }: Pick<Job.JobState, "id">, maxRows: number) =>
  Effect.gen(function*() {
    const deleted = yield* DeletedJobs
    let after: Position | undefined
    do {
      after = yield* deleted.removeApplications(actor.organization_id, id, { maxRows, after })
    } while (after !== undefined)
    yield* deleted.remove(actor.organization_id, id)
  })

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Deleted jobs on ${database.name}`, () => {
    test("a job with many applications is gone from every read and write at once, and nothing refused leaves a trace", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const twin = yield* jobWith(actor, "Cook", 3)
        const large = yield* jobWith(actor, "Engineer", maxApplications + 1)
        const [known, gone] = [yield* calls(actor, twin), yield* calls(actor, large)]
        yield* (yield* Jobs).remove(actor, large.job.id)
        const before = yield* counted(actor)
        expect(yield* outcomes(gone)).toEqual(onceDeleted)
        // The one event is that of the new job with the same slug.
        expect(yield* counted(actor)).toEqual({ ...before, events: before.events + 1 })
        expect(yield* outcomes(known)).toEqual(whileItExists)
      })))

    test("a write that has loaded its rows when the job is deleted finds nothing, and leaves no trace", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor } = yield* World.organization({ name: "Acme" })
        const made = yield* jobWith(actor, "Engineer", 1)
        const { applications, feedback, jobs, notes } = yield* calls(actor, made)
        const mark = sql`UPDATE jobs SET deleted_at = now() WHERE id = ${made.job.id}`
        const restore = sql`UPDATE jobs SET deleted_at = NULL WHERE id = ${made.job.id}`
        const before = yield* counted(actor)
        const late = (write: Effect.Effect<string>) => Effect.tap(meanwhile(mark, write), restore)
        expect(
          yield* Effect.all({
            modify: late(jobs.modify),
            remove: late(jobs.remove),
            submit: late(applications.submit),
            move: late(applications.move),
            change: late(applications.change),
            delete: late(applications.remove),
            write: late(notes.create),
            edit: late(notes.modify),
            erase: late(notes.remove),
            rate: late(feedback.create),
            revise: late(feedback.modify),
            withdraw: late(feedback.remove)
          })
        ).toEqual({
          modify: noJob,
          remove: noJob,
          submit: noJob,
          move: noApplication,
          change: noApplication,
          delete: noApplication,
          write: noApplication,
          edit: noApplication,
          erase: noApplication,
          rate: noApplication,
          revise: noApplication,
          withdraw: noApplication
        })
        expect(yield* counted(actor)).toEqual(before)
        expect(yield* jobs.get).toBe("done")
      })))

    test(`a job with ${maxDirectRows} rows is removed by its deletion; one with more keeps them until the work is done`, () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const jobs = yield* Jobs
        const small = yield* jobWith(actor, "Cook", maxApplications)
        yield* jobs.remove(actor, small.job.id)
        expect(yield* storedRows(small.job, small.applications)).toEqual(noRows)
        expect(yield* followed(small.job)).toEqual({ events: 1, work: ["erasures"] })
        const large = yield* jobWith(actor, "Engineer", maxApplications + 1)
        const rows = yield* storedRows(large.job, large.applications)
        yield* jobs.remove(actor, large.job.id)
        expect(yield* storedRows(large.job, large.applications)).toEqual(rows)
        expect(yield* followed(large.job)).toEqual({ events: 1, work: ["deletions", "erasures"] })
      })))

    test("of 8 who delete a large job at once one succeeds: one event, one slot given back", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme", plan: "free" })
        const jobs = yield* Jobs
        const { job } = yield* jobWith(actor, "Engineer", maxApplications + 1)
        const publish = (id: Job.JobState["id"]) =>
          jobs.modify(actor, id, (job, organization) => Job.update(job, { status: "published" }, organization))
        yield* publish(job.id)
        const removals = yield* Effect.all(Array.from({ length: 8 }, () => outcome(jobs.remove(actor, job.id))), {
          concurrency: "unbounded"
        })
        expect(removals.toSorted()).toEqual([...Array.from({ length: 7 }, () => noJob), "done"])
        expect(yield* followed(job)).toEqual({ events: 1, work: ["deletions", "erasures"] })
        const next = yield* jobWith(actor, "Engineer", 1)
        expect(next.job.public_slug).toBe(job.public_slug)
        expect((yield* publish(next.job.id)).status).toBe("published")
        const another = yield* jobWith(actor, "Cook", 0)
        expect(yield* outcome(publish(another.job.id))).toBe("PublishLimitReached")
      })))

    test("candidates of a deleted job apply to its successor; pages, cursors and offsets pass over the deleted job", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const kept = yield* jobWith(actor, "Cook", 7)
        const large = yield* jobWith(actor, "Engineer", maxApplications + 1)
        yield* (yield* Jobs).remove(actor, large.job.id)
        const next = yield* jobWith(actor, "Engineer", 0)
        const applications = yield* Applications
        const draft = { job_id: next.job.id, candidate_id: large.applications[0]!.candidate_id }
        const again = yield* applications.submit(
          actor,
          draft,
          (submission, context) => Submission.submit(draft, submission, context)
        )
        const stage_id = large.job.stages[1]!.id
        const move = applications.move(
          actor,
          again.id,
          stage_id,
          (application, requested, context) => Lifecycle.move(application, requested, { stage_id }, context)
        )
        expect(yield* outcome(move)).toBe("StageNotFound")
        const elsewhere = { ...draft, candidate_id: kept.applications[0]!.candidate_id, stage_id }
        expect(
          yield* outcome(
            applications.submit(
              actor,
              elsewhere,
              (submission, context) => Submission.submit(elsewhere, submission, context)
            )
          )
        ).toBe("StageNotFound")
        const list = (request: { readonly offset: number; readonly after?: Position | undefined }) =>
          applications.list(actor.organization_id, {}, { limit: 3, ...request })
        const ids = (answer: EncodedPage<Application.ApplicationListItem>) =>
          Effect.map(items(answer), (found) => found.map(({ id }) => id))
        const expected = [...kept.applications.map(({ id }) => id).toReversed(), again.id]
        const [first, second] = [yield* list({ offset: 0 }), yield* list({ offset: 3 })]
        const third = yield* list({ offset: 0, after: second.next })
        expect([...(yield* ids(first)), ...(yield* ids(second)), ...(yield* ids(third))]).toEqual(expected)
        expect([first, second, third].map(({ pagination }) => pagination.has_more)).toEqual([true, true, false])
        expect(yield* ids(yield* list({ offset: 0, after: first.next }))).toEqual(yield* ids(second))
      })))

    test("its rows go in portions, also when that begins again in the middle, and nothing else goes", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { organization_id } = actor
        const deleted = yield* DeletedJobs
        const kept = yield* jobWith(actor, "Cook", 3)
        const rows = yield* storedRows(kept.job, kept.applications)
        const { applications, job } = yield* jobWith(actor, "Engineer", maxApplications + 1)
        yield* (yield* Jobs).remove(actor, job.id)
        expect(yield* Effect.flip(deleted.remove(organization_id, job.id))).toBeInstanceOf(JobRemovalIncomplete)
        yield* deleted.removeApplications(organization_id, job.id, { maxRows: 40 * rowsOfOne, after: undefined })
        const left = maxApplications + 1 - 40
        expect(yield* storedRows(job, applications)).toMatchObject({ jobs: 1, applications: left, notes: left })
        yield* removeAll(actor, job, 33)
        expect(yield* storedRows(job, applications)).toEqual(noRows)
        yield* removeAll(actor, job, 33)
        expect(yield* followed(job)).toEqual({ events: 1, work: ["deletions", "erasures"] })
        // Nobody deleted these two.
        expect(yield* Effect.flip(removeAll(actor, kept.job, 33))).toBeInstanceOf(JobRemovalIncomplete)
        expect(yield* storedRows(kept.job, kept.applications)).toEqual(rows)
        const empty = yield* jobWith(actor, "Clerk", 0)
        expect(yield* Effect.flip(removeAll(actor, empty.job, 33))).toBeInstanceOf(JobRemovalIncomplete)
      })))
  })
}

// Only a server has a second session to lock rows in.
for (const database of databases.filter((database) => database !== pglite)) {
  test(`on ${database.name} a deletion waits for no lock; what another transaction has locked goes later than the rest`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const sql = yield* SqlClient.SqlClient
      const { applications, job } = yield* jobWith(actor, "Engineer", maxApplications + 1)
      const jobs = yield* Jobs
      const outside = Effect.runPromiseWith(yield* Effect.context<SqlClient.SqlClient | DeletedJobs>())
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`SELECT FROM applications WHERE id = ${applications[50]!.id} FOR UPDATE`
        yield* sql`SELECT FROM notes WHERE id = ${applications[70]!.note_id} FOR UPDATE`
        yield* Effect.promise(() => outside(jobs.remove(actor, job.id)))
        const failure = yield* Effect.promise(() => outside(Effect.flip(removeAll(actor, job, 300))))
        expect(failure).toBeInstanceOf(JobRemovalIncomplete)
        expect(yield* storedRows(job, applications)).toMatchObject({ jobs: 1, stages: 5, applications: 2, notes: 2 })
      }))
      yield* removeAll(actor, job, 300)
      expect(yield* storedRows(job, applications)).toEqual(noRows)
    })))
}
