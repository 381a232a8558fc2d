/** Batches of the sequencer: how many organizations one has, how long its lease lasts, and how long an organization is left out. */
import { OrganizationId } from "@candor/domain/Id"
import * as Batch from "@candor/sql/sequencing/Batch"
import { firstOrganization, type Row, takeBatch } from "@candor/sql/sequencing/WaitingEvents"
import { expect, test } from "bun:test"
import { Clock, Effect, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import * as World from "./World.ts"

for (const database of databases) {
  test(`on ${database.name} a batch has the events of 100 organizations, and the next one those of the others`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* World.organizationsWithEvent(201)
      yield* untilSequenceable(OrganizationId.make(ids[0]!))
      const batches: Array<ReadonlyArray<string | null>> = []
      for (let from: string | null = firstOrganization; from !== null;) {
        const rows: ReadonlyArray<Row> = yield* takeBatch(sql, { holder: null, requested: [], excluded: [], from })
        batches.push(rows.map((row) => row.id === null ? null : row.organization_id))
        // Its lists have an entry for each organization, so that a copy in each row would be a square of entries.
        expect(rows.findLastIndex(({ status }) => status !== null)).toBe(0)
        from = rows[0]!.status!.last
      }
      expect(batches).toEqual([ids.slice(0, 100), ids.slice(100, 200), ids.slice(200)])
    })))

  test(`on ${database.name} a process has the lease for three seconds from when it took it, and then another has it`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const [id] = yield* World.organizationsWithEvent(1)
      yield* untilSequenceable(id!)
      const holder = crypto.randomUUID()
      const [before] = yield* sql<{ readonly at: string }>`SELECT clock_timestamp()::text AS at`
      const [row] = yield* takeBatch(sql, { holder, requested: [], excluded: [], from: firstOrganization })
      const held = yield* sql`
        SELECT held_until - interval '3 seconds' BETWEEN ${before!.at}::text::timestamptz AND clock_timestamp() AS held
        FROM sequencing WHERE holder = ${holder}::uuid`
      expect([row!.status!.leased, held]).toEqual([true, [{ held: true }]])
      yield* sql`UPDATE sequencing SET held_until = held_until - interval '3 seconds'`
      const [other] = yield* takeBatch(sql, { holder: crypto.randomUUID(), requested: [], excluded: [], from: firstOrganization })
      expect(other!.status!.leased).toBe(true)
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

  test(`on ${database.name} an organization whose head moves is left out after five times in a row`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const [id] = yield* World.organizationsWithEvent(1)
      // As if another process were faster, each time.
      yield* sql`CREATE FUNCTION overtaken() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`
      yield* sql`CREATE TRIGGER overtaken BEFORE INSERT OR UPDATE ON event_heads FOR EACH ROW EXECUTE FUNCTION overtaken()`
      const sequenceBatch = yield* Batch.make
      const lines: Array<string> = []
      const attempt = Effect.gen(function*() {
        yield* untilSequenceable(id!)
        yield* sequenceBatch({ requested: [], from: firstOrganization, holder: null })
        return lines.length
      }).pipe(Effect.provide(Logger.layer([Logger.map(Logger.formatSimple, (line) => void lines.push(line))])))
      expect(yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => attempt)).toEqual([0, 0, 0, 0, 1, 1])
    })))
}
