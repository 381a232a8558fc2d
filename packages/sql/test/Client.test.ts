/**
 * The SQL client: sessions that break are replaced, and one organization's statements leave connections to the others.
 */
import { administration, databases, runOn } from "@candor/sql/testing/Databases"
import { serverUrl } from "@candor/sql/testing/ServerDatabases"
import { describe, expect, test } from "bun:test"
import { ConfigProvider, Deferred, Duration, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { CurrentOrganization } from "../src/database/OrganizationShare.ts"
import { type Clients, MigrationClient } from "../src/database/Clients.ts"
import * as Database from "../src/database/Database.ts"
import { isLocked, isReadOnly, isUnavailable } from "../src/database/SqlFailures.ts"

/** Reads a text of this length. PostgreSQL makes it of long parts, and not for its plan, which it would copy. */
const textOf = (length: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql<{ readonly long: string }>`
      SELECT repeat(repeat('x', 1024), n / 1024) || repeat('x', n % 1024) AS long
      FROM generate_series(${length}::integer, ${length}::integer) n`)

for (const database of databases) {
  test(`on ${database.name}, the longest message is read, one over the limit fails, and the next statements are answered`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      // A row of one text has ten bytes besides: the message's length, the number of columns, and the text's length.
      const longest = 32 * 2 ** 20 - 10
      const [row] = yield* textOf(longest)
      expect(row!.long === "x".repeat(longest)).toBe(true)
      for (let round = 0; round < 2; round++) {
        expect(Exit.isFailure(yield* Effect.exit(textOf(longest + 1)))).toBe(true)
        expect(yield* sql`SELECT 1 AS one`).toEqual([{ one: 1 }])
      }
    })))

  test(`on ${database.name}, what a broken session left open is rolled back`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const broken = Effect.andThen(
        sql`CREATE TABLE left_open (id integer)`,
        textOf(33 * 2 ** 20)
      )
      expect(Exit.isFailure(yield* Effect.exit(sql.withTransaction(broken)))).toBe(true)
      expect(yield* sql`SELECT to_regclass('left_open') AS found`).toEqual([{ found: null }])
    })))
}

/** Runs an effect with the address of a new database on the server and a client of it. */
const onServer = (
  administrator: string,
  run: (url: string) => Effect.Effect<unknown, unknown, Clients>,
  options: { readonly maxConnections?: number; readonly statementTimeout?: Duration.Duration } = {}
) =>
  Effect.runPromise(
    Effect.scoped(Effect.flatMap(serverUrl(administrator), (url) =>
      Effect.provide(run(url), Database.server({ url: Redacted.make(url), ...options }))))
  )

/** Runs an effect that needs no tables with a client of the server. */
const onSessions = (
  administrator: string,
  run: Effect.Effect<unknown, unknown, Clients>,
  options: { readonly maxConnections?: number } = {}
) => Effect.runPromise(Effect.provide(run, Database.server({ url: Redacted.make(administrator), ...options })))

/** Statements as another program would run them: over connections of its own. */
const elsewhere = (url: string) => Layer.fresh(Database.server({ url: Redacted.make(url), maxConnections: 2 }))

for (const administrator of administration === undefined ? [] : [administration]) {
  describe("on a PostgreSQL server", () => {
    test("statements of one organization that wait for a lock leave half of the connections to the others", () =>
      onServer(administrator, (url) =>
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          yield* sql`CREATE TABLE row (id integer PRIMARY KEY, n integer)`
          yield* sql`INSERT INTO row VALUES (1, 0)`
          const locked = yield* Deferred.make<void>()
          const done = yield* Deferred.make<void>()
          const holder = yield* Effect.forkChild(Effect.provide(
            Effect.flatMap(SqlClient.SqlClient, (other) =>
              other.withTransaction(
                other`UPDATE row SET n = n WHERE id = 1`.pipe(
                  Effect.andThen(Deferred.succeed(locked, undefined)),
                  Effect.andThen(Deferred.await(done))
                )
              )),
            elsewhere(url)
          ))
          yield* Deferred.await(locked)
          const waiting = yield* Effect.forEach(Array.from({ length: 30 }, (_, n) => n), () =>
            Effect.forkChild(Effect.exit(sql`UPDATE row SET n = n + 1 WHERE id = 1`)).pipe(
              Effect.provideService(CurrentOrganization, "acme")
            ))
          const stuck = sql<
            { n: number }
          >`SELECT count(*)::integer AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
          const others = yield* Effect.forEach(
            Array.from({ length: 50 }, (_, n) =>
              n),
            () =>
              Effect.provideService(stuck, CurrentOrganization, "globex"),
            { concurrency: 10 }
          )
          expect(Math.max(
            ...others.flat().map(({ n }) => n)
          )).toBeLessThanOrEqual(2)
          const [first] = waiting
          const exit = yield* Fiber.join(first!)
          expect(
            Exit.isFailure(exit) &&
              Exit.findErrorOption(exit).pipe((error) => error._tag === "Some" && isLocked(error.value))
          ).toBe(true)
          yield* Deferred.succeed(done, undefined)
          yield* Fiber.join(holder)
          yield* Effect.forEach(waiting, Fiber.interrupt, { discard: true })
        }), { maxConnections: 4 }))

    test("transactions of one organization leave half of the connections to the others", () =>
      onSessions(
        administrator,
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          const done = yield* Deferred.make<void>()
          let begun = 0
          const transaction = sql.withTransaction(Effect.andThen(
            sql`SELECT 1`,
            Effect.suspend(() => {
              begun++
              return Deferred.await(done)
            })
          ))
          const waiting = yield* Effect.forEach(Array.from({ length: 10 }), () =>
            Effect.forkChild(Effect.provideService(transaction, CurrentOrganization, "acme")))
          const others = yield* Effect.forEach(Array.from({ length: 20 }), () =>
            Effect.provideService(sql`SELECT 1 AS one`, CurrentOrganization, "globex"), { concurrency: 10 })
          expect(others).toHaveLength(20)
          expect(begun).toBeLessThanOrEqual(2)
          yield* Deferred.succeed(done, undefined)
          yield* Fiber.joinAll(waiting)
          expect(begun).toBe(10)
        }),
        { maxConnections: 4 }
      ))

    test("a transaction whose process is silent for ten seconds is ended by the server, but for a migration's", () =>
      onSessions(
        administrator,
        Effect.gen(function*() {
          const shown = (client: SqlClient.SqlClient) => client`SHOW idle_in_transaction_session_timeout`
          expect(yield* shown(yield* SqlClient.SqlClient)).toEqual([{ idle_in_transaction_session_timeout: "10s" }])
          expect(yield* shown(yield* MigrationClient)).toEqual([{ idle_in_transaction_session_timeout: "0" }])
        })
      ))

    test("CANDOR_DATABASE_CONNECTIONS is the number of a process's connections, besides two for admission", () =>
      onServer(administrator, (url) =>
        Effect.gen(function*() {
          const env = { DATABASE_URL: url, CANDOR_DATABASE_CONNECTIONS: "3" }
          const sessions = Effect.flatMap(SqlClient.SqlClient, (sql) =>
            Effect.forEach(Array.from({ length: 8 }), () =>
              sql`SELECT pg_sleep(0.1)`, { concurrency: "unbounded" }).pipe(
                Effect.andThen(
                  sql`SELECT count(*)::integer AS n FROM pg_stat_activity WHERE datname = current_database()`
                )
              ))
          expect(
            yield* Effect.provide(sessions, Layer.fresh(Database.connection)).pipe(
              Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
            )
          ).toEqual([{ n: 3 }])
        })))

    test("statements run at read committed, in UTC, not compiled and without parallel workers, whatever the server's default is", () =>
      onServer(administrator, (url) =>
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          const database = new URL(url).pathname.slice(1)
          const defaults = [
            "default_transaction_isolation = 'serializable'",
            "jit = on",
            "max_parallel_workers_per_gather = 4",
            "timezone = 'Asia/Kathmandu'"
          ]
          yield* Effect.forEach(defaults, (setting) => sql.unsafe(`ALTER DATABASE ${database} SET ${setting}`))
          const shown = Effect.flatMap(SqlClient.SqlClient, (fresh) =>
            fresh`
            SELECT current_setting('transaction_isolation') AS isolation, current_setting('jit') AS jit,
              current_setting('max_parallel_workers_per_gather') AS workers, current_setting('timezone') AS zone`)
          expect(yield* Effect.provide(shown, elsewhere(url))).toEqual([{
            isolation: "read committed",
            jit: "off",
            workers: "0",
            zone: "UTC"
          }])
        })))

    test("a database that takes no writes refuses them as unavailable, answers reads, and is written to when it can be", () =>
      onServer(administrator, (url) =>
        Effect.gen(function*() {
          const database = new URL(url).pathname.slice(1)
          const sql = yield* SqlClient.SqlClient
          yield* sql`CREATE TABLE row (id integer)`
          const administer = (...statements: ReadonlyArray<string>) =>
            Effect.provide(
              Effect.flatMap(
                SqlClient.SqlClient,
                (other) => Effect.forEach(statements, (statement) => other.unsafe(statement))
              ),
              Database.server({ url: Redacted.make(administrator), maxConnections: 1 })
            )
          yield* administer(
            `ALTER DATABASE ${database} SET default_transaction_read_only = on`,
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`
          )
          // The first statement may meet the session that was ended.
          yield* Effect.ignore(sql`SELECT 1`)
          const refused = yield* Effect.flip(sql`INSERT INTO row VALUES (1)`)
          expect([isReadOnly(refused), isUnavailable(refused)]).toEqual([true, true])
          expect(yield* sql`SELECT 1 AS one`).toEqual([{ one: 1 }])
          yield* administer(`ALTER DATABASE ${database} SET default_transaction_read_only = off`)
          // A session that refuses a write is not used again.
          yield* Effect.ignore(sql`INSERT INTO row VALUES (1)`)
          expect(yield* sql`INSERT INTO row VALUES (2) RETURNING id`).toEqual([{ id: 2 }])
        }), { maxConnections: 1 }))

    test.each(["a statement", "a transaction"])(
      "sessions that refuse writes are replaced: twice the pool at once, then one a second, and the others are used on, after %s",
      (what) =>
        Effect.runPromise(
          Effect.gen(function*() {
            const sql = yield* SqlClient.SqlClient
            const session = Effect.map(sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`, ([row]) => row!.pid)
            const write = sql.unsafe("DO $$ BEGIN RAISE 'no writes' USING ERRCODE = '25006'; END $$")
            const refused = Effect.flip(what === "a statement" ? write : sql.withTransaction(write))
            /** Whether another session is used after one has refused a write. */
            const isReplaced = Effect.gen(function*() {
              const before = yield* session
              expect(isReadOnly(yield* refused)).toBe(true)
              return (yield* session) !== before
            })
            const three = Effect.all([isReplaced, isReplaced, isReplaced])
            expect(yield* three).toEqual([true, true, false])
            yield* TestClock.adjust("999 millis")
            expect(yield* isReplaced).toBe(false)
            yield* TestClock.adjust("1 millis")
            expect(yield* three).toEqual([true, false, false])
            yield* TestClock.adjust("1 minute")
            expect(yield* three).toEqual([true, true, false])
          }).pipe(Effect.provide(
            Database.server({ url: Redacted.make(administrator), maxConnections: 1 }).pipe(
              Layer.fresh,
              Layer.provideMerge(TestClock.layer())
            )
          ))
        )
    )
  })
}
