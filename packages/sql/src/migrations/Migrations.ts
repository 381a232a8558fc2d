/** The schema's history, applied in order at start. Processes that start together wait for each other. */
import { Effect, Layer, Schema } from "effect"
import { Migrator, SqlClient, SqlError } from "effect/sql"
import * as ConcurrentIndexes from "../database/ConcurrentIndexes.ts"
import * as IndexBuilding from "../database/IndexBuilding.ts"
import { MigrationClient } from "../database/Clients.ts"
import * as Database from "../database/Database.ts"
import { distribute } from "../database/Distribution.ts"
import { CurrentPooling, PoolerUnusable } from "../database/Pooler.ts"
import { causeOf, isCollision, isLocked } from "../database/SqlFailures.ts"
import { history, type Migration } from "./history.ts"

/**
 * Migrations in one transaction with the next: in between, a server of the version before could not delete an
 * application.
 */
const completedByNext: ReadonlySet<string> = new Set(["0043_links", "0044_file_authors"])

/**
 * The history up to the end of each transaction: its locks keep everybody out, so that they are held for one step
 * alone.
 */
const upToEach = (migrations: Readonly<Record<string, Migration>>): ReadonlyArray<Readonly<Record<string, Migration>>> => {
  const names = Object.keys(migrations).toSorted()
  return names.flatMap((name, index) =>
    completedByNext.has(name) ? [] : [Object.fromEntries(names.slice(0, index + 1).map((one) => [one, migrations[one]!]))])
}

/** The database takes no writes and lacks migrations of this version: only its primary can be migrated. */
export class StandbyBehind extends Schema.TaggedError<StandbyBehind>()("StandbyBehind", {}) {
  override get message() {
    return "The database takes no writes, and its schema is older than this version of Candor. Where DATABASE_URL names a standby, start a " +
      "server on its primary first, which migrates it, or run candor migrate there; where the disk is full, make room."
  }
}

const numberOf = (name: string): number => Number.parseInt(name, 10)

/** The numbers of the migrations that the database has. */
const appliedNumbers = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [table] = yield* sql<{ readonly exists: boolean }>`SELECT to_regclass('migrations') IS NOT NULL AS exists`
  const applied = table?.exists === true ? yield* sql<{ readonly id: number }>`SELECT migration_id AS id FROM migrations` : []
  return new Set(applied.map(({ id }) => id))
})

/** Whether the database lacks a migration. */
const isBehind = (migrations: Readonly<Record<string, Migration>>) =>
  Effect.map(appliedNumbers, (applied) => Object.keys(migrations).some((name) => !applied.has(numberOf(name))))

/** The number of the latest of these migrations. */
const latestOf = (migrations: Readonly<Record<string, Migration>>): number =>
  Math.max(0, ...Object.keys(migrations).map(numberOf))

/** Tells whether the database takes no writes, as a standby; fails where it then lacks a migration. */
const isReadOnly = Effect.fnUntraced(function*(migrations: Readonly<Record<string, Migration>>) {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ readonly standby: boolean; readonly read_only: boolean }>`
    SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS read_only`
  if (found?.read_only !== true) return false
  if (yield* isBehind(migrations)) return yield* new StandbyBehind()
  const what = found.standby ? "is a standby, until it is promoted (pg_promote())" : "takes no writes"
  yield* Effect.logWarning(`The database ${what}: reads are answered, writes are refused with 503, and background work waits`)
  return true
})

/**
 * Whether migrations are left to a session of the server itself: they need one, which a pooler for transactions has
 * not.
 */
const isElsewhere = Effect.fnUntraced(function*(migrations: Readonly<Record<string, Migration>>) {
  const sql = yield* SqlClient.SqlClient
  const pooling = yield* CurrentPooling
  if (pooling === "session") {
    // A pooler may have ignored that the sessions of migrations have no limits.
    yield* sql`SET statement_timeout = 0`
    yield* sql`SET idle_in_transaction_session_timeout = 0`
  }
  if (pooling !== "transaction") return false
  if (yield* isBehind(migrations)) {
    return yield* new PoolerUnusable({
      reason: "The database has to be migrated, which PgBouncer with pool_mode = transaction has no sessions for: run candor migrate " +
        "first, with a DATABASE_URL that names PostgreSQL itself"
    })
  }
  return true
})

const isLockedOut = (error: unknown): boolean => {
  const cause = causeOf(error)
  return SqlError.isSqlError(cause) && (isLocked(cause) || isCollision(cause))
}

const announceRetry = Effect.logInfo("A migration waits for a lock that another session holds, and is tried again")

/** Tries again what waited too long for a lock. */
const retried = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.tapError((error) => isLockedOut(error) ? announceRetry : Effect.void),
    Effect.retry({ while: isLockedOut, schedule: IndexBuilding.lockRetries })
  )

const applyMissing = Effect.fnUntraced(function*(
  migrations: Readonly<Record<string, Migration>>,
  indexes: ReadonlyArray<ConcurrentIndexes.Index>
) {
  const present = Math.max(0, ...yield* appliedNumbers)
  const missing = upToEach(migrations).filter((some) => latestOf(some) > present)
  const applied = yield* Effect.forEach(missing, (some) =>
    retried(Migrator.make({})({ loader: Migrator.fromRecord({ ...some }), table: "migrations" })))
  yield* IndexBuilding.build(indexes, latestOf(migrations))
  yield* retried(distribute)
  return applied.flat()
})

/**
 * Applies the migrations that are missing, in transactions that lock the table of what was applied, each by itself,
 * then builds the indexes that are missing, and distributes the tables where the database is distributed. No statement
 * of it has a time limit; one that waits half a second for a lock is rolled back and tried again every two seconds for
 * ten minutes. A database that takes no writes is left as it is.
 */
export const apply = (migrations: Readonly<Record<string, Migration>>, indexes: ReadonlyArray<ConcurrentIndexes.Index>) =>
  Effect.flatMap(MigrationClient, (client) =>
    Effect.zipWith(isReadOnly(migrations), isElsewhere(migrations), (readOnly, elsewhere) => readOnly || elsewhere).pipe(
      Effect.flatMap((isLeft) => isLeft ? Effect.succeed([]) : applyMissing(migrations, indexes)),
      Effect.provideService(SqlClient.SqlClient, client)
    ))

/** Brings the schema up to date. */
export const run = apply(history, ConcurrentIndexes.all)

/** Brings the schema up to date, and logs that it does so, and which migrations were applied. */
export const announced = Effect.gen(function*() {
  const missing = yield* Effect.flatMap(MigrationClient, (client) => Effect.provideService(isBehind(history), SqlClient.SqlClient, client))
  if (missing) yield* Effect.logInfo("Migrating the database")
  const applied = yield* run
  if (applied.length > 0) yield* Effect.logInfo("Migrated the database", { applied: applied.map(([id, name]) => `${id}_${name}`) })
})

/** The database that the environment names, with its schema current. Fails at once where it does not answer. */
export const database = Layer.effectDiscard(announced).pipe(Layer.provideMerge(Database.connection))

/**
 * The database that the environment names, with its schema current, for a service: one that is away is waited for, also
 * meanwhile.
 */
export const awaited = Database.awaited(announced)
