/** What the erasure of a subject takes: also more events than one statement erases, and nothing of others. */
import { AuditLog } from "@candor/domain/event/AuditLog"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { portion } from "@candor/sql/sequencing/EventErasure"
import { expect, test } from "bun:test"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { merge, unmerge } from "./Merges.ts"
import { apply, create, erase, remove, tablesWith } from "./Person.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

for (const database of databases.map(forFile)) {
  test(`on ${database.name} a job with more events than a portion is erased whole, a portion with a statement, and nothing of others`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor: { organization_id } } = yield* World.organization({ name: "Acme" })
      const sql = yield* SqlClient.SqlClient
      const log = yield* AuditLog
      const [job, application, other] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
      /** Stores as many events of a type, each of a subject of its own unless one is given. */
      const store = (type: string, count: number, data: { readonly [field: string]: string }, subject?: string) =>
        sql`INSERT INTO events (organization_id, id, type, subject_id, data, data_bytes, worker, request_id, occurred_at)
          SELECT ${organization_id}::uuid, gen_random_uuid(), ${type}, coalesce(${
          subject ?? null
        }::uuid, gen_random_uuid()),
            ${JSON.stringify(data)}::jsonb, 100, 'test', 'test', now() FROM generate_series(1, ${count})`
      yield* store("job.created", 1, {}, job)
      // First the one that leads to the notes: an erasure that began with it would not find the rest.
      yield* store("application.created", 1, { job_id: job }, application)
      yield* store("note.created", portion + 1, { application_id: application })
      yield* store("application.created", 1, { job_id: other })
      yield* store("prospect.converted", 1, { application_id: application })

      yield* untilSequenceable(organization_id)
      expect(yield* log.countErasable(organization_id, job)).toBe(portion + 3)
      expect(yield* log.erase(organization_id, job, "test")).toBe(portion + 3)
      expect(yield* log.erase(organization_id, job, "test")).toBe(0)
      // Each statement tells what it has erased.
      const erasures = yield* sql<{ count: number }>`
        SELECT jsonb_array_length(data -> 'sequences') AS count FROM events
        WHERE organization_id = ${organization_id} AND type = 'audit.erased' ORDER BY id`
      expect(erasures.map(({ count }) => count)).toEqual([2000, 3])
      const left = yield* sql<{ type: string }>`
        SELECT type FROM events WHERE organization_id = ${organization_id} AND type <> 'audit.erased' AND data IS NOT NULL
          AND request_id = 'test' ORDER BY type`
      expect(left.map(({ type }) => type)).toEqual(["application.created", "prospect.converted"])
      expect((yield* log.verify(organization_id)).broken).toEqual(Option.none())
    })))

  test(`on ${database.name} a survivor's erasure leaves the notes of the candidate whose merge was undone, and theirs takes them`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { id: job_id } = yield* newJob(actor, "Engineer")
      const [survivor, restored] = yield* Effect.forEach(
        ["one", "two"],
        (name) => create(actor, { full_name: name, primary_email: `${name}@example.com` })
      )
      const { id } = yield* apply(actor, { job_id, candidate_id: restored!.id })
      yield* (yield* Notes).create(
        actor,
        { application_id: id },
        (context) => Note.write({ application_id: id }, { note: "zq7marker" }, context)
      )
      yield* merge(actor, restored!.id, survivor!.id)
      yield* unmerge(actor, restored!.id)
      yield* remove(actor, survivor!.id)
      yield* erase(actor)
      expect(yield* tablesWith("zq7marker")).toEqual(["events", "notes"])
      yield* remove(actor, restored!.id)
      yield* erase(actor)
      expect(yield* tablesWith("zq7marker")).toEqual([])
    })))
}
