/**
 * Batches of the sequencer: what one has, also where it is read of each organization, and how long an organization is
 * left out.
 */
import type { OrganizationId } from "@candor/domain/Id"
import * as Batch from "@candor/sql/sequencing/Batch"
import { firstOrganization, takeBatch } from "@candor/sql/sequencing/WaitingEvents"
import { takeBatchOfEach } from "@candor/sql/sequencing/WaitingOfEach"
import { expect, test } from "bun:test"
import { Clock, Effect, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import * as World from "./World.ts"

/** Copies the events of an organization, which have these bytes then. */
const copyEvents = (sql: SqlClient.SqlClient, organization: OrganizationId, bytes = 2) =>
  sql`
    INSERT INTO events (organization_id, id, type, subject_id, data, data_bytes, worker, request_id, occurred_at)
    SELECT organization_id, gen_random_uuid(), type, subject_id, data, ${bytes}, worker, request_id, occurred_at
    FROM events WHERE organization_id = ${organization}`

const request = { requested: [], excluded: [], from: firstOrganization, holder: null }

for (const database of databases.map(forFile)) {
  test(`on ${database.name} a batch that is read of each organization is that of one statement: restored events, excluded ones, its size`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const [one, restored, excluded] = yield* World.organizationsWithEvent(3)
      yield* Effect.forEach([one!, restored!], (id) => Effect.repeat(copyEvents(sql, id, 400_000), { times: 1 }))
      yield* sql`UPDATE events SET data_bytes = 400000, transaction_id = CASE organization_id WHEN ${restored!} THEN '4611686018427387904' ELSE transaction_id END
        WHERE organization_id <> ${excluded!}`
      yield* untilSequenceable(one!)
      const batchOf = (take: typeof takeBatchOfEach | typeof takeBatch) =>
        Effect.map(
          take(sql, { ...request, excluded: [excluded!] }),
          (rows) => ({ ids: rows.map(({ id }) => id), status: { ...rows[0]!.status, next_transaction: 0 } })
        )
      const batch = yield* batchOf(takeBatch)
      expect(batch).toMatchObject({ ids: { length: 2 }, status: { waiting: 3 } })
      expect(yield* batchOf(takeBatchOfEach)).toEqual(batch)
    })))

  test(`on ${database.name} an event that is stored while a batch is read of each organization is left to the next one`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const [id] = yield* World.organizationsWithEvent(1)
      yield* untilSequenceable(id!)
      const events = sql<{ id: string }>`SELECT id FROM events WHERE organization_id = ${id!}`
      const before = yield* events
      const client = new Proxy(sql, {
        apply: (target, self, args: ReadonlyArray<unknown>) => {
          const statement = Reflect.apply(target, self, args)
          return String(args[0]).includes("DISTINCT") ? Effect.andThen(copyEvents(sql, id!), statement) : statement
        }
      })
      expect((yield* takeBatchOfEach(client, request)).map((row) => row.id)).toEqual(before.map((event) => event.id))
      expect((yield* events).length).toBe(2)
    })))

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
      yield* copyEvents(sql, id!)
      // Without the end of its chain, its numbers would begin again.
      const [head] = yield* sql`DELETE FROM event_heads WHERE organization_id = ${id!} RETURNING *`
      expect(yield* at(0)).toBe(1)
      yield* sql`INSERT INTO event_heads ${sql.insert(head!)}`
      expect(yield* at(4999)).toBe(1)
      expect(yield* at(5000)).toBe(2)
    })))
}
