/** A reader of application.* is deletedEvents of each application that goes with its candidate or its job, once. */
import type { Actor } from "@candor/domain/access/Actor"
import { Events } from "@candor/domain/event/Events"
import { DeletedJobs } from "@candor/domain/job/DeletedJobs"
import { Jobs } from "@candor/domain/job/Jobs"
import type { Position } from "@candor/domain/Pagination"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { jobWith } from "./LargeJob.ts"
import { create, remove } from "./Person.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import * as World from "./World.ts"

interface Gone {
  /** The ids of the applications that were there. */
  readonly applications: ReadonlyArray<string>
  /** Deletes their parent. */
  readonly deletion: Effect.Effect<unknown, unknown, unknown>
}

/** A job with so many applications; its deletion, until its rows are gone. */
const job = (count: number) => (actor: Actor) =>
  Effect.map(jobWith(actor, "Engineer", count), ({ applications, job }): Gone => ({
    applications: applications.map(({ id }) => id),
    deletion: Effect.gen(function*() {
      yield* (yield* Jobs).remove(actor, job.id)
      const deleted = yield* DeletedJobs
      let after: Position | undefined
      do {
        after = yield* deleted.removeApplications(actor.organization_id, job.id, { maxRows: 100, after })
      } while (after !== undefined)
      // A worker that was killed begins again.
      yield* deleted.removeApplications(actor.organization_id, job.id, { maxRows: 100, after })
      yield* deleted.remove(actor.organization_id, job.id).pipe(Effect.ignore)
    })
  }))

/** A candidate with an application on each of so many jobs, with these notes on each. */
const candidate = (count: number, notes: number) => (actor: Actor) =>
  Effect.gen(function*() {
    const { organization_id, user_id } = actor
    const { id } = yield* create(actor, { full_name: "Grace Hopper", primary_email: "grace@example.com" })
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly id: string }>`
      WITH made AS (SELECT gen_random_uuid() AS id FROM generate_series(1, ${count}::integer)), job AS (
        INSERT INTO jobs (organization_id, id, title, status, show_salary, version, created_at, updated_at)
        SELECT ${organization_id}::uuid, id, 'Engineer', 'draft', false, 1, now(), now() FROM made
      ), stage AS (
        INSERT INTO stages (organization_id, job_id, id, name, order_index) SELECT ${organization_id}::uuid, id, id, 'Applied', 0 FROM made
      ), application AS (
        INSERT INTO applications (organization_id, id, job_id, candidate_id, stage_id, source_type, version, created_at, updated_at)
        SELECT ${organization_id}::uuid, id, id, ${id}::uuid, id, 'api', 1, now(), now() FROM made
      ), note AS (
        INSERT INTO notes (organization_id, application_id, id, author_id, body, version, created_at, updated_at)
        SELECT ${organization_id}::uuid, id, gen_random_uuid(), ${user_id}::uuid, '-', 1, now(), now()
        FROM made CROSS JOIN LATERAL generate_series(1, ${notes}::integer)
      )
      SELECT id FROM made`
    return { applications: rows.map(({ id }) => id), deletion: remove(actor, id) }
  })

const parents = [
  ["a candidate without applications", candidate(0, 0), "candidate.deleted"],
  ["a candidate with 5 applications", candidate(5, 1), "candidate.deleted"],
  ["a candidate whose 25 applications go in portions", candidate(25, 100), "candidate.deleted"],
  ["a job without applications", job(0), "job.deleted"],
  ["a job with 5 applications", job(5), "job.deleted"],
  ["a job whose 150 applications go in the background", job(150), "job.deleted"]
] as const

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    test.each(parents)(
      "the deletion of %s tells of each application once, by whom it was",
      (what, make, deleted) =>
        runOn(forFile(database))(Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const { organization_id } = actor
          const { applications, deletion } = yield* make(actor)
          yield* deletion as Effect.Effect<unknown, unknown, SqlClient.SqlClient>
          yield* untilSequenceable(organization_id)
          const since = Timestamp.make("2000-01-01T00:00:00.000Z")
          const { events } = yield* (yield* Events).page(organization_id, {
            after: 0,
            types: ["application.*", deleted],
            limit: 1000,
            since
          })
          const deletedEvents = events.filter(({ type }) => type === "application.deleted")
          expect(deletedEvents.map(({ subject_id }) => subject_id as string).toSorted()).toEqual(
            applications.toSorted()
          )
          for (const { actor: by, data, request_id, subject_id } of deletedEvents) {
            expect([data?.["id"], by.user_id, request_id]).toEqual([subject_id, actor.user_id, actor.request_id])
            expect([typeof data?.["job_id"], typeof data?.["candidate_id"]]).toEqual(["string", "string"])
          }
          // Only what goes in the background is deletedEvents after its parent.
          const parent = events.findIndex(({ type }) => type === deleted)
          expect(parent).toBe(what.includes("background") ? 0 : events.length - 1)
        }))
    )
  })
}
