/** How what looks after the queue finds its rows among those that are done, and when it deletes them. */
import * as Queue from "@candor/sql/queue/Queue"
import { describe, expect, test } from "bun:test"
import { Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"

/** So much work that is done; the oldest hundredth is older than a week. */
const done = (count: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.andThen(
      sql`
        INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
        SELECT gen_random_uuid()::text, 'numbers', '{}', 'completed', 1, now(), now(),
          now() - CASE WHEN n % 100 = 0 THEN 8 ELSE 1 END * interval '1 day'
        FROM generate_series(1, ${count}::int) n`,
      sql`ANALYZE queue`
    ))

for (const database of databases) {
  describe(`The queue's indexes on ${database.name}`, () => {
    test("find work that was done long ago, work that failed and work that waits, however much was done since", () =>
      runOn(database)(Effect.gen(function*() {
        yield* done(20_000)
        const sql = yield* SqlClient.SqlClient
        // As PersistedQueue's `cleanup` asks.
        const removal = yield* sql`
          EXPLAIN SELECT sequence FROM queue
          WHERE state = ${"completed"} AND updated_at <= now() - interval '7 days' LIMIT 10000`
        expect(JSON.stringify(removal)).toContain("queue_completed")
        // As the figures of the queues are read.
        const figures = yield* sql`
          EXPLAIN SELECT count(*) FROM queue q WHERE q.state = 'pending' OR q.state = 'failed' GROUP BY q.queue_name`
        expect(JSON.stringify(figures)).toContain("queue_failed")
        expect(JSON.stringify(figures)).not.toContain("Seq Scan")
      })))
  })

  test(`on ${database.name} work that is done is deleted after 7 days, and no sooner, and work that failed is kept`, () =>
    runOn(database)(Effect.scoped(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
        SELECT gen_random_uuid()::text, name, '{}', state, 1, now(), now(), now() - ended
        FROM (VALUES
          ('oldest', 'completed', interval '1 year'),
          ('old', 'completed', interval '7 days'),
          ('young', 'completed', interval '7 days' - interval '1 minute'),
          ('failed', 'failed', interval '1 year')
        ) AS work (name, state, ended)`
      yield* Layer.build(Queue.layer)
      const left = yield* Effect.repeat(sql<{ name: string }>`SELECT queue_name AS name FROM queue ORDER BY name`, {
        until: (rows) => rows.every(({ name }) => name !== "oldest"),
        schedule: Schedule.spaced("20 millis")
      })
      expect(left.map(({ name }) => name)).toEqual(["failed", "young"])
    }))))
}
