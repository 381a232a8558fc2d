/** Batches of the sequencer: how many organizations one has, how long its lease lasts, and how long an organization is left out. */
import * as Batch from "@candor/sql/sequencing/Batch"
import { firstOrganization } from "@candor/sql/sequencing/WaitingEvents"
import { expect, test } from "bun:test"
import { Clock, Effect, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import * as World from "./World.ts"

for (const database of databases) {
  test(`on ${database.name} an organization whose numbers cannot be saved is left out for five seconds, and then tried again`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const [id] = yield* World.organizationsWithEvent(1)
      const sequenceBatch = yield* Batch.make
      /** Sequences a batch at this time, and returns how many events have a number then. */
      const at = (millis: number) =>
        Effect.gen(function*() {
          yield* untilSequenceable(id!)
          yield* sequenceBatch({ requested: [], from: firstOrganization, holder: crypto.randomUUID() }).pipe(
            Effect.updateService(Clock.Clock, (real): Clock.Clock =>
              Object.assign(Object.create(real), { currentTimeMillis: Effect.succeed(millis) })),
            Effect.provide(Logger.layer([]))
          )
          yield* sql`UPDATE sequencing SET held_until = '-infinity'`
          return (yield* sql`SELECT FROM events WHERE organization_id = ${id!} AND sequence IS NOT NULL`).length
        })
      expect(yield* at(0)).toBe(1)
      yield* sql`
        INSERT INTO events (organization_id, id, type, subject_id, data, data_bytes, worker, request_id, occurred_at)
        SELECT organization_id, gen_random_uuid(), type, subject_id, data, data_bytes, worker, request_id, occurred_at
        FROM events WHERE organization_id = ${id!}`
      // Without the end of its chain, its numbers would begin again.
      const [head] = yield* sql`DELETE FROM event_heads WHERE organization_id = ${id!} RETURNING *`
      expect(yield* at(0)).toBe(1)
      yield* sql`INSERT INTO event_heads ${sql.insert(head!)}`
      expect(yield* at(4999)).toBe(1)
      expect(yield* at(5000)).toBe(2)
    })))
}
