/** The history of applications: what each change adds to it, how it is read, and how it was made of events. */
import type { Actor } from "@candor/domain/access/Actor"
import type { HistoryEntry, HistoryPosition } from "@candor/domain/application/ApplicationHistory"
import { Applications } from "@candor/domain/application/Applications"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import * as Submission from "@candor/domain/application/Submission"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { ApplicationId, StageId } from "@candor/domain/Id"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Stage from "@candor/domain/job/Stage"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const applied = Effect.fnUntraced(function*(actor: Actor) {
  const job = yield* newJob(actor, "Engineer")
  const draft = { job_id: job.id, candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" } }
  const { id } = yield* (yield* Applications).submit(
    actor,
    draft,
    (submission, context) => Submission.submit(draft, submission, context)
  )
  return { id, stages: job.stages, job }
})

const move = (actor: Actor, id: ApplicationId, { id: stage }: { readonly id: StageId }) =>
  Effect.flatMap(
    Applications,
    (applications) =>
      applications.move(actor, id, stage, (application, requested, context) =>
        Lifecycle.move(application, requested, { stage_id: stage }, context))
  )

type Decide = (
  application: Lifecycle.ApplicationInJob,
  context: DecisionContext
) => Decision<Lifecycle.ApplicationChange, unknown>

const change = (actor: Actor, id: ApplicationId, decide: Decide) =>
  Effect.flatMap(Applications, (applications) => applications.change(actor, id, decide))

/** The whole history, oldest first, by pages of two. */
const historyOf = (actor: Actor, id: ApplicationId) =>
  Effect.gen(function*() {
    const { history } = yield* Applications
    const entries: Array<HistoryEntry> = []
    let after: HistoryPosition | undefined
    do {
      const page = yield* history(actor.organization_id, id, { limit: 2, offset: 0, after })
      entries.push(...page.items)
      after = page.next
    } while (after !== undefined)
    return entries.toReversed()
  })

const summary = (
  { change, rejection_reason, stage, status }: HistoryEntry
) => [change, stage.name, status, rejection_reason]

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`The history of applications on ${database.name}`, () => {
    test("has an entry for each change, each of which ends where the next begins, whole by pages", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id, stages } = yield* applied(actor)
        yield* move(actor, id, stages[1]!)
        yield* move(actor, id, stages[1]!)
        yield* change(
          actor,
          id,
          (application, context) => Lifecycle.reject(application, { reason: "Other", note: "x" }, context)
        )
        yield* change(actor, id, Lifecycle.reopen)
        yield* change(actor, id, Lifecycle.hire)
        const entries = yield* historyOf(actor, id)
        expect(entries.map(summary)).toEqual([
          ["applied", "Applied", "active", null],
          ["moved", "Screen", "active", null],
          ["rejected", "Screen", "rejected", "Other"],
          ["reopened", "Screen", "active", null],
          ["hired", "Hired", "hired", null]
        ])
        expect(entries.map(({ left_at }) => left_at)).toEqual([
          ...entries.slice(1).map(({ entered_at }) => entered_at),
          null
        ])
        expect(entries.every(({ user_id }) => user_id === actor.user_id)).toBe(true)
      })))

    test("counts the seconds of each entry, and keeps the name of a stage that is renamed or deleted", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const sql = yield* SqlClient.SqlClient
        const jobs = yield* Jobs
        const { id, job, stages } = yield* applied(actor)
        yield* move(actor, id, stages[1]!)
        yield* sql`UPDATE application_history SET entered_at = now() - interval '90 seconds' WHERE change = 'applied'`
        yield* sql`UPDATE application_history SET entered_at = now() - interval '30 seconds' WHERE change = 'moved'`
        yield* jobs.modify(
          actor,
          job.id,
          (job) => Job.withStages(job, Stage.update(job.stages, stages[1]!.id, { name: "Call" }))
        )
        yield* jobs.modify(actor, job.id, (job) => Job.withStages(job, Stage.remove(job.stages, stages[0]!.id)))
        const [first, second] = yield* historyOf(actor, id)
        expect([first!.seconds, first!.stage.name, second!.stage.name]).toEqual([60, "Applied", "Screen"])
        expect(second!.seconds).toBeGreaterThanOrEqual(30)
      })))

    test("of a lost race there is no entry: as many as events, and none of another organization's", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const other = (yield* World.organization({ name: "Other" })).actor
        const { id, stages } = yield* applied(actor)
        yield* Effect.forEach(stages.slice(1, 4), (stage) => move(actor, id, stage), { concurrency: "unbounded" })
        const sql = yield* SqlClient.SqlClient
        const events = yield* sql`SELECT FROM events WHERE subject_id = ${id}`
        expect((yield* historyOf(actor, id)).length).toBe(events.length)
        expect((yield* Effect.flip(historyOf(other, id)))._tag).toBe("ApplicationNotFound")
      })))
  })
}
