/** Migrations of a database that is in use: without a time limit, and without holding up others for long. */
import { administration, databases, pglite, runOn } from "@candor/sql/testing/Databases"
import { serverUrl } from "@candor/sql/testing/ServerDatabases"
import { expect, test } from "bun:test"
import { Deferred, Duration, Effect, Fiber, Layer, Logger, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import type { Index } from "../src/database/ConcurrentIndexes.ts"
import * as Database from "../src/database/Database.ts"
import { history } from "../src/migrations/history.ts"
import * as Migrations from "../src/migrations/Migrations.ts"

const statement = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text))

const indexes = [{ name: "row_n", on: "row (n)" }]

const validity = statement("SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('row_n')")

/** Then the next test has the same database, instead of a new one. */
const dropped = statement("DROP TABLE row")

for (const database of databases) {
  test(`on ${database.name}, an index is built outside of a transaction, and built again where a build was interrupted`, () =>
    runOn(database)(Effect.gen(function*() {
      yield* statement("CREATE TABLE row (n integer)")
      yield* Migrations.apply({}, indexes)
      expect(yield* validity).toEqual([{ valid: true }])
      yield* statement("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'row_n'::regclass")
      yield* Migrations.apply({}, indexes)
      expect(yield* validity).toEqual([{ valid: true }])
      yield* dropped
    })))
}

for (const database of databases) {
  test(`on ${database.name}, duplicates keep a unique index from being built, and nobody from starting`, () =>
    runOn(database)(Effect.gen(function*() {
      const unique = [{ name: "row_n", unique: true, on: "row (n)" }] as const
      yield* statement("CREATE TABLE row (n integer)")
      yield* statement("INSERT INTO row VALUES (1), (1)")
      const logged: Array<unknown> = []
      const logger = Logger.layer([Logger.make(({ message }) => void logged.push(message))])
      yield* Effect.provide(Migrations.apply({}, unique), logger)
      expect(String(logged)).toContain("The index row_n cannot be built")
      yield* statement("DELETE FROM row")
      yield* Migrations.apply({}, unique)
      expect(yield* validity).toEqual([{ valid: true }])
      expect((yield* Effect.flip(statement("INSERT INTO row VALUES (1), (1)"))).reason._tag).toBe("UniqueViolation")
      yield* dropped
    })))
}

for (const database of databases) {
  test(`on ${database.name}, an index that another one replaces is kept until the version after, for servers of the version before`, () =>
    runOn(database)(Effect.gen(function*() {
      const older = [{ name: "row_n", on: "row (n)" }, { name: "row_of_00000001", on: "row (n)" }]
      const newer = [{ name: "row_n_m", on: "row (n, m)", replaces: "row_n" }, {
        name: "row_of_00000002",
        on: "row (m)",
        family: "row_of"
      }]
      const start = (version: number, declared: ReadonlyArray<Index>) =>
        Migrations.apply({ [`${version}_version`]: Effect.void }, declared)
      const found = Effect.map(
        statement("SELECT relname AS name FROM pg_class WHERE relkind = 'i' AND relname LIKE 'row%' ORDER BY relname"),
        (rows) => rows.map((row) => Object.values(row)[0])
      )
      yield* statement("CREATE TABLE row (n integer, m integer)")
      yield* statement("INSERT INTO row VALUES (1, 1)")
      yield* start(9000, older)
      yield* start(9001, newer)
      const both = ["row_n", "row_n_m", "row_of_00000001", "row_of_00000002"]
      expect(yield* found).toEqual(both)
      yield* start(9001, newer)
      yield* start(9000, older)
      expect(yield* found).toEqual(both)
      yield* start(9002, newer)
      expect(yield* found).toEqual(["row_n_m", "row_of_00000002"])
      yield* dropped
    })))

  test(`on ${database.name}, an index of an empty table is replaced at once`, () =>
    runOn(database)(Effect.gen(function*() {
      yield* statement("CREATE TABLE row (n integer, m integer)")
      yield* Migrations.apply({}, indexes)
      yield* Migrations.apply({ "9000_version": Effect.void }, [{
        name: "row_n_m",
        on: "row (n, m)",
        replaces: "row_n"
      }])
      expect(yield* validity).toEqual([])
      yield* dropped
    })))
}

test("every file of the folder is a migration with a number of its own, in order", () => {
  const files = readdirSync(join(import.meta.dir, "../src/migrations")).filter((name) => /^\d/.test(name)).toSorted()
  expect(Object.keys(history).map((name) => `${name}.ts`)).toEqual(files)
  expect(new Set(files.map((name) => Number.parseInt(name, 10))).size).toBe(files.length)
})

const title = "a database that takes no writes is not migrated, and one that lacks a migration is refused"
const refused = Effect.gen(function*() {
  expect(yield* Migrations.run).toEqual([])
  const later = { ...history, "9999_later": Effect.die("A migration was applied.") }
  const failure = yield* Effect.flip(Migrations.apply(later, []))
  expect(failure.message).toContain("start a server on its primary first")
})

for (const database of databases.filter((database) => database === pglite)) {
  test(`on ${database.name}, ${title}`, () =>
    runOn(database)(Effect.andThen(statement("SET default_transaction_read_only = on"), refused)))
}

for (const administrator of administration === undefined ? [] : [administration]) {
  const onServer = <A, E>(
    run: (url: string) => Effect.Effect<A, E, Layer.Success<ReturnType<typeof Database.server>>>
  ) =>
    Effect.runPromise(
      Effect.scoped(Effect.flatMap(serverUrl(administrator), (url) =>
        Effect.provide(run(url), Database.server({ url: Redacted.make(url), statementTimeout: Duration.millis(300) }))))
    )

  test(title, () =>
    onServer((url) =>
      Effect.gen(function*() {
        yield* statement(
          "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$"
        )
        yield* Effect.provide(refused, Layer.fresh(Database.server({ url: Redacted.make(url) })))
      })
    ))

  test("a migration may take longer than any other statement", () =>
    onServer(() =>
      Effect.gen(function*() {
        const failure = yield* Effect.flip(statement("SELECT pg_sleep(0.6)"))
        expect(failure.reason._tag).toBe("StatementTimeoutError")
        const applied = yield* Migrations.apply({ "9000_slow": statement("SELECT pg_sleep(0.6)") }, [])
        expect(applied.map(([, name]) => name)).toEqual(["slow"])
      })
    ))

  test("a migration that a reader holds up lets others pass, and is applied when the reader ends", () =>
    onServer((url) =>
      Effect.gen(function*() {
        yield* statement("CREATE TABLE row (n integer)")
        const reading = yield* Deferred.make<void>()
        const done = yield* Deferred.make<void>()
        const waits = yield* Deferred.make<void>()
        const reader = yield* Effect.forkChild(Effect.provide(
          Effect.flatMap(SqlClient.SqlClient, (other) =>
            other.withTransaction(
              other`SELECT count(*) FROM row`.pipe(
                Effect.andThen(Deferred.succeed(reading, undefined)),
                Effect.andThen(Deferred.await(done))
              )
            )),
          Layer.fresh(Database.server({ url: Redacted.make(url), maxConnections: 1 }))
        ))
        yield* Deferred.await(reading)
        const hearing = Logger.make(({ message }) => {
          if (String(message).startsWith("A migration waits")) Deferred.doneUnsafe(waits, Effect.void)
        })
        const migration = yield* Migrations.apply(
          { "9000_column": statement("ALTER TABLE row ADD COLUMN m integer") },
          []
        ).pipe(
          Effect.provide(Logger.layer([hearing])),
          Effect.forkChild
        )
        // It has been rolled back: while it pauses, others read and write the table.
        yield* Deferred.await(waits)
        yield* statement("INSERT INTO row VALUES (1)")
        yield* Deferred.succeed(done, undefined)
        yield* Fiber.join(reader)
        expect((yield* Fiber.join(migration)).map(([, name]) => name)).toEqual(["column"])
        expect(yield* statement("SELECT n, m FROM row")).toEqual([{ n: 1, m: null }])
      })
    ))

  test("an index is built however long an older transaction stays open, as a backup's does", () =>
    onServer((url) =>
      Effect.gen(function*() {
        yield* statement("CREATE TABLE row (n integer)")
        const reading = yield* Deferred.make<void>()
        const done = yield* Deferred.make<void>()
        const backup = yield* Effect.forkChild(Effect.provide(
          Effect.flatMap(SqlClient.SqlClient, (other) =>
            other.withTransaction(
              other`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.pipe(
                Effect.andThen(other`SELECT count(*) FROM row`),
                Effect.andThen(Deferred.succeed(reading, undefined)),
                Effect.andThen(Deferred.await(done))
              )
            )),
          Layer.fresh(Database.server({ url: Redacted.make(url), maxConnections: 1 }))
        ))
        yield* Deferred.await(reading)
        const building = yield* Effect.forkChild(Migrations.apply({}, indexes))
        // Longer than any other statement waits for a lock.
        const waiting = Effect.repeat(
          statement(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            AND query LIKE 'CREATE INDEX CONCURRENTLY%' AND clock_timestamp() - query_start > interval '1.2 seconds'`),
          { until: (rows) => rows.length > 0, schedule: Schedule.spaced("50 millis") }
        )
        const first = yield* Effect.raceFirst(Effect.as(waiting, "waits"), Effect.as(Fiber.join(building), "is built"))
        expect(first).toBe("waits")
        yield* Deferred.succeed(done, undefined)
        yield* Fiber.join(backup)
        yield* Fiber.join(building)
        expect(yield* validity).toEqual([{ valid: true }])
      })
    ))

  test("locks of one migration are not held while the next one runs", () =>
    onServer((url) =>
      Effect.gen(function*() {
        yield* statement("CREATE TABLE row (n integer)")
        const free = Effect.provide(
          statement("SELECT count(*)::integer AS count FROM row"),
          Layer.fresh(
            Database.server({ url: Redacted.make(url), maxConnections: 1, statementTimeout: Duration.millis(300) })
          )
        )
        const applied = yield* Migrations.apply({
          "9000_column": statement("ALTER TABLE row ADD COLUMN m integer"),
          "9001_counted": Effect.asVoid(free)
        }, [])
        expect(applied.map(([, name]) => name)).toEqual(["column", "counted"])
      })
    ))
}
