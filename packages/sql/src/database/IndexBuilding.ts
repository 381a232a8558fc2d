/** Builds the indexes of ConcurrentIndexes.ts, and drops those that they replaced, while others read and write. */
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { Index } from "./ConcurrentIndexes.ts"
import { isDuplicate, isLocked } from "./SqlFailures.ts"

/**
 * A change of a table that waits for a lock holds up later statements on the table, so it gives up soon and is retried.
 */
export const lockRetries = Schedule.max([Schedule.spaced("2 seconds"), Schedule.recurs(300)])

/** The advisory lock during the building of indexes, so that processes that start together do not build the same. */
const lock = "hashtext('candor concurrent indexes')"

/** The comment on an index that the version with this latest migration replaced. */
const replacedBy = (latest: number): string => `replaced by the version of migration ${latest}`

/** An index as PostgreSQL stores it. */
interface Stored {
  readonly name: string
  readonly table: string
  readonly valid: boolean
  /** Whether ANALYZE collects statistics of one of its columns. */
  readonly is_analyzed: boolean
  /** Whether an earlier version replaced it. */
  readonly is_past: boolean | null
  /** Whether this version replaced it. */
  readonly is_kept: boolean | null
}

/** Selects the indexes of the schema. The parameter is the comment on those that this version replaced. */
const storedIndexes = `
  SELECT c.relname AS name, i.indrelid::regclass::text AS table, i.indisvalid AS valid,
    EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attstattarget IS DISTINCT FROM 0) AS is_analyzed,
    d.description LIKE 'replaced by%' AND d.description <> $1 AS is_past, d.description = $1 AS is_kept
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  LEFT JOIN pg_description d ON d.classoid = 'pg_class'::regclass AND d.objoid = c.oid AND d.objsubid = 0
  WHERE c.relnamespace = current_schema()::regnamespace`

/**
 * Builds the indexes that are missing or invalid (an interrupted build leaves an invalid one), unless another process
 * is building them. A replaced index stays until a version with a later migration starts, because the previous version
 * still reads it. A program whose latest migration is older than the database's drops none.
 */
export const build = (indexes: ReadonlyArray<Index>, latest: number) =>
  Effect.scoped(Effect.gen(function*() {
    if (indexes.length === 0) return
    const session = yield* (yield* SqlClient.SqlClient).reserve
    const run = (statement: string, parameters: ReadonlyArray<unknown> = []) =>
      session.executeUnprepared(statement, parameters, undefined)
    const names = new Set(indexes.map(({ name }) => name))
    const read = Effect.map(run(storedIndexes, [replacedBy(latest)]), (rows) =>
      new Map((rows as unknown as ReadonlyArray<Stored>).map((row) => [row.name, row])))
    let stored = yield* read
    const isOld = (yield* run("SELECT FROM migrations WHERE migration_id > $1 LIMIT 1", [latest])).length > 0
    const replacedOf = ({ family, replaces = [] }: Index) =>
      isOld ? [] : [...stored.values()].filter(({ is_kept, name }) =>
        is_kept !== true && !names.has(name) &&
        ([replaces].flat().includes(name) ||
          (family !== undefined && new RegExp(`^${family}_[0-9a-f]{8}(_sample)?$`).test(name)))
      )
    const isUnanalyzed = ({ name, unanalyzed }: Index) =>
      unanalyzed === undefined || stored.get(name)?.is_analyzed === false
    const isDone = (index: Index) =>
      stored.get(index.name)?.valid === true && isUnanalyzed(index) && replacedOf(index).length === 0 &&
      !stored.has(index.loosens?.constraint ?? "")
    if (indexes.every(isDone))
      return
    const [{ mine }] = (yield* run(`SELECT pg_try_advisory_lock(${lock}) AS mine`)) as [{ readonly mine: boolean }]
    if (!mine)
      return
    stored = yield* read
    // CREATE INDEX CONCURRENTLY waits for all older transactions, such as a backup's, without blocking anybody.
    yield* run("SET lock_timeout = 0")
    const buildOne = Effect.fnUntraced(function*({ name, on, unique }: Index) {
      const found = stored.get(name)
      if (found?.valid === true)
        return true
      if (found !== undefined)
        yield* run(`DROP INDEX CONCURRENTLY ${name}`)
      const [grown] = yield* run("SELECT FROM pg_class WHERE oid = to_regclass($1) AND reltuples > 0", [
        on.split(" ", 1)[0]
      ])
      if (grown !== undefined)
        yield* Effect.logInfo(`Building the index ${name}`)
      const duplicated = `The index ${name} cannot be built: rows have the same values`
      return yield* run(`CREATE ${unique ? "UNIQUE " : ""}INDEX CONCURRENTLY ${name} ON ${on}`).pipe(
        Effect.as(true),
        // Rows that were stored before the index existed may be duplicates, and must not keep the service from
        // starting.
        Effect.catchIf(isDuplicate, () =>
          Effect.as(Effect.logError(duplicated), false))
      )
    })
    // Locks only the index, against other changes of it.
    const dropStatistics = ({ name, unanalyzed = 0 }: Index) =>
      Effect.forEach(
        Array.from({ length: unanalyzed }, (_, column) => column + 1),
        (column) => run(`ALTER INDEX ${name} ALTER COLUMN ${column} SET STATISTICS 0`),
        { discard: true }
      )
    // Nobody reads the index of an empty table, as in a new database.
    const retire = Effect.fnUntraced(function*({ is_past, name, table }: Stored) {
      const isUnread = is_past || (yield* run(`SELECT FROM ${table} LIMIT 1`)).length === 0
      yield* run(
        isUnread ? `DROP INDEX CONCURRENTLY IF EXISTS ${name}` : `COMMENT ON INDEX ${name} IS '${replacedBy(latest)}'`
      )
    })
    // Dropping a constraint locks the whole table: it waits half a second for older transactions, and is retried.
    const dropLoosened = Effect.fnUntraced(function*({ loosens }: Index) {
      if (loosens === undefined || !stored.has(loosens.constraint)) return
      yield* run("SET lock_timeout = '500ms'")
      const changes = [`DROP CONSTRAINT ${loosens.constraint}`, ...[loosens.and ?? []].flat()].join(", ")
      yield* run(`ALTER TABLE ${loosens.table} ${changes}`).pipe(
        Effect.retry({ while: isLocked, schedule: lockRetries }),
        Effect.ensuring(Effect.ignore(run("SET lock_timeout = 0")))
      )
    })
    const bring = Effect.fnUntraced(function*(index: Index) {
      if (!(yield* buildOne(index))) return
      if (!isUnanalyzed(index)) yield* dropStatistics(index)
      yield* Effect.forEach(replacedOf(index), retire, { discard: true })
      yield* dropLoosened(index)
    })
    yield* Effect.forEach(indexes.filter((index) => !isDone(index)), bring, { discard: true }).pipe(
      Effect.ensuring(Effect.ignore(run(`SELECT pg_advisory_unlock(${lock})`))),
      Effect.ensuring(Effect.ignore(run("RESET lock_timeout")))
    )
  }))
