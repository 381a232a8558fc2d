/**
 * How soon work begins that another process queues, and events arrive, also without notifications; and what an idle
 * process asks.
 */
import * as Queue from "@candor/sql/queue/Queue"
import * as Database from "@candor/sql/database/Database"
import * as Notifications from "@candor/sql/database/Notifications"
import { bitsOf, Wakeups } from "@candor/sql/database/Wakeups"
import { expect, test } from "bun:test"
import { Clock, Context, Deferred, Effect, Layer, Redacted, Schedule, Schema, type Scope } from "effect"
import { PersistedQueue } from "effect/persistence"
import { SqlClient } from "effect/sql"
import { administration, databases } from "./Databases.ts"
import { serverUrl } from "./ServerDatabases.ts"

test.each([
  ["WITH saved AS (…) INSERT INTO queue (state) SELECT …", 1],
  ["WITH saved AS (…), work AS (UPDATE queue SET state = 'pending' …) SELECT …", 1],
  [`UPDATE "queue" SET acquired_by = NULL, attempts = attempts - 1 WHERE …`, 1],
  ["WITH inserted_events AS (INSERT INTO events …), enqueued AS (INSERT INTO queue …) SELECT …", 3],
  [`UPDATE "queue" SET state = 'completed'`, 0],
  ["WITH saved AS (UPDATE jobs j SET …), inserted_events AS (INSERT INTO events …) SELECT …", 6],
  ["SELECT FROM queue, events, jobs", 0]
])("%s wakes %i", (statement, bits) => {
  expect(bitsOf(statement)).toBe(bits)
})

const add = (name: string, delayMillis = 0) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`
      INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
      VALUES (gen_random_uuid()::text, ${name}, '{}', 'pending', 0, now() + ${delayMillis}::integer * interval '1 millisecond', now(), now())`)

/** A process that works on a queue; returns an effect that waits until it has begun an element, and when that was. */
const worker = (name: string) =>
  Effect.gen(function*() {
    const { take } = yield* PersistedQueue.make({ name, schema: Schema.Struct({}) })
    let begun = Deferred.makeUnsafe<number>()
    yield* Effect.forkScoped(
      Effect.forever(take(() => Effect.flatMap(Clock.currentTimeMillis, (now) => Deferred.succeed(begun, now))))
    )
    return Effect.suspend(() => {
      begun = Deferred.makeUnsafe()
      return Deferred.await(begun)
    })
  })

/** The milliseconds from a change until the worker has begun. */
const millisUntilBegun = <E, R>(begun: Effect.Effect<number>, change: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function*() {
    const since = yield* Clock.currentTimeMillis
    const [at] = yield* Effect.all([begun, change], { concurrency: 2 })
    return at - since
  })

/** The least of three tries: a busy machine only delays one. */
const leastOf = <E, R>(tries: Effect.Effect<number, E, R>) =>
  Effect.map(Effect.all([tries, tries, tries]), (all) => Math.min(...all))

for (const database of databases) {
  test(`on ${database.name} work of this process begins within a second, without a look in between, and work for later at its time`, () =>
    Effect.runPromise(
      Effect.scoped(Effect.gen(function*() {
        const begun = yield* worker("numbers")
        expect(yield* leastOf(millisUntilBegun(begun, add("numbers")))).toBeLessThan(500)
        const later = yield* leastOf(millisUntilBegun(begun, add("numbers", 600)))
        expect(later).toBeWithin(590, 1600)
      })).pipe(Effect.provide(Queue.layer.pipe(Layer.provideMerge(database.layer))))
    ))
}

/** The server, as a list: there may be none. */
const servers = administration === undefined ? [] : [administration]

for (const administration of servers) {
  /** Builds two processes on one database; the first works on the queue. */
  const two = <A, E>(
    run: (
      worker: Context.Context<SqlClient.SqlClient>,
      begun: Effect.Effect<number>,
      writer: Context.Context<SqlClient.SqlClient>
    ) => Effect.Effect<A, E, Scope.Scope>
  ) =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const url = yield* serverUrl(administration)
      const process = Layer.fresh(Database.server({ url: Redacted.make(url), maxConnections: 4 }))
      const works = yield* Layer.build(Queue.layer.pipe(Layer.provideMerge(process)))
      const writer = yield* Layer.build(process)
      return yield* run(works, yield* Effect.provide(worker("numbers"), works), writer)
    })))

  const isHearing = (works: Context.Context<SqlClient.SqlClient>) =>
    Effect.repeat(Effect.sync(() => Context.get(works, Wakeups).hearsAll()), {
      until: (hears) => hears,
      schedule: Schedule.spaced("10 millis")
    })

  test(
    "of two processes of a PostgreSQL server, work that one queues begins at once in the other, again after the connection that listens was ended, and meanwhile within a second",
    () =>
      two((works, begun, writer) =>
        Effect.gen(function*() {
          const queued = millisUntilBegun(begun, Effect.provide(add("numbers"), writer))
          yield* isHearing(works)
          expect(yield* leastOf(queued)).toBeLessThan(500)
          const sql = Context.get(writer, SqlClient.SqlClient)
          const ended = yield* sql`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE ${`LISTEN "${Notifications.channel}"%`}`
          expect(ended).toHaveLength(1)
          expect(yield* queued).toBeLessThan(1500)
          yield* isHearing(works)
          expect(yield* leastOf(queued)).toBeLessThan(500)
        })
      ),
    20_000
  )

  test(
    "what careers boards show is counted as changed in the other process",
    () =>
      two((works, _, writer) =>
        Effect.gen(function*() {
          const changes = yield* Context.get(works, Wakeups).changesOf("boards")
          yield* isHearing(works)
          const before = changes()
          yield* Context.get(writer, SqlClient.SqlClient)`UPDATE jobs SET title = title`
          yield* Effect.repeat(Effect.sync(changes), {
            until: (now) => now > before,
            schedule: Schedule.spaced("10 millis")
          })
        })
      ),
    20_000
  )
}
