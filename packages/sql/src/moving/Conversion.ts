/**
 * Copies the data of a PGlite to an embedded PostgreSQL server, table by table. The old data stays in place until the
 * new one is complete, and is then kept under another name.
 */
import type { PGlite } from "@electric-sql/pglite"
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { MigrationClient } from "../database/Clients.ts"
import * as Database from "../database/Database.ts"
import * as DataDirectory from "../database/DataDirectory.ts"
import * as Migrations from "../migrations/Migrations.ts"
import * as PgliteInstance from "../database/pglite/PgliteInstance.ts"
import { PrivateFiles } from "../database/pglite/PrivateFiles.ts"
import * as Cluster from "../database/embedded/Cluster.ts"

/** There is nothing to convert, or it has been converted already. */
export class NothingToConvert
  extends Schema.TaggedError<NothingToConvert>()("NothingToConvert", { reason: Schema.String })
{
  override get message() {
    return this.reason
  }
}

export interface Converted {
  readonly rows: number
  readonly tables: number
  /** The path of the old data. */
  readonly kept: string
}

/** Approximate bytes of a table that are in memory at a time. */
const defaultPortionBytes = 16 * 2 ** 20

interface Table {
  readonly name: string
  readonly columns: string
  readonly pages: number
  readonly bytes: number
}

/** Selects the tables of the source with their columns, except generated ones, and their sizes. */
const tables = `
  SELECT c.oid::regclass::text AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns,
    (pg_relation_size(c.oid) / 8192)::float8 AS pages, pg_total_relation_size(c.oid)::float8 AS bytes
  FROM pg_class c JOIN pg_attribute ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' GROUP BY c.oid ORDER BY bytes`

/** Splits a table into ranges of pages with about as many bytes each. */
const portions = ({ bytes, pages }: Table, portionBytes: number): ReadonlyArray<readonly [number, number]> => {
  const size = Math.max(1, Math.floor(portionBytes * pages / Math.max(1, bytes)))
  return Array.from({ length: Math.ceil(pages / size) }, (_, n) => [n * size, (n + 1) * size] as const)
}

interface Sequence {
  readonly name: string
  readonly value: string
  readonly called: boolean
}

/** Makes statements that set the sequences of the target to the values of the source. */
const sequences = async (source: PGlite): Promise<ReadonlyArray<string>> => {
  const { rows } = await source.query<{ name: string }>(
    "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace"
  )
  return Promise.all(rows.map(async ({ name }) => {
    const { rows: [one] } = await source.query<Sequence>(
      `SELECT last_value::text AS value, is_called AS called FROM ${name}`
    )
    return `SELECT FROM setval('${name}', ${one!.value}, ${one!.called})`
  }))
}

/** Receives the percentage of the data that has been copied. */
type Progress = (percent: number) => Effect.Effect<void>

/** Copies all rows in one transaction of the target. Returns their number. */
const copyRows = Effect.fnUntraced(function*(source: PGlite, folder: string, progress: Progress, portionBytes: number) {
  const sql = yield* MigrationClient
  const all = (yield* Effect.promise(() => source.query<Table>(tables))).rows
  const total = all.reduce((sum, { bytes }) => sum + bytes, 0)
  const file = join(folder, "portion")
  let rows = 0
  let done = 0
  let told = 0
  yield* sql.withTransaction(Effect.gen(function*() {
    // Disables triggers and foreign keys: the rows are already consistent.
    yield* sql`SET LOCAL session_replication_role = replica`
    yield* sql.unsafe(`TRUNCATE ${all.map(({ name }) => name).join(", ")}`)
    for (const table of all) {
      for (const [from, to] of portions(table, portionBytes)) {
        const range = `ctid >= '(${from},0)' AND ctid < '(${to},0)'`
        const { affectedRows, blob } = yield* Effect.promise(() =>
          source.query(
            `COPY (SELECT ${table.columns} FROM ${table.name} WHERE ${range}) TO '/dev/blob' (FORMAT binary)`
          )
        )
        const bytes = yield* Effect.promise(() => blob!.bytes())
        writeFileSync(file, bytes, { mode: 0o600 })
        yield* sql.unsafe(`COPY ${table.name} (${table.columns}) FROM '${file.replaceAll("'", "''")}' (FORMAT binary)`)
        rows += affectedRows ?? 0
      }
      done += table.bytes
      const percent = Math.floor(done / total * 10) * 10
      if (percent > told) yield* progress(told = percent)
    }
    for (const statement of yield* Effect.promise(() => sequences(source))) yield* sql.unsafe(statement)
  }))
  rmSync(file, { force: true })
  yield* sql`ANALYZE`
  return { rows, tables: all.length }
})

/** Selects the number of rows of each table. */
const counted = (names: ReadonlyArray<string>) =>
  `${
    names.map((name) => `SELECT '${name}' AS name, count(*)::integer AS rows FROM ${name}`).join(" UNION ALL ")
  } ORDER BY name`

/** Converts the database of a data directory that no other process uses, in portions of `portionBytes`. */
export const convert = Effect.fnUntraced(
  function*(path: string, progress: Progress, portionBytes = defaultPortionBytes) {
    const directory = resolve(path)
    yield* DataDirectory.open(directory)
    const [old, final] = [DataDirectory.pgliteIn(directory), DataDirectory.clusterIn(directory)]
    if (existsSync(final))
      return yield* new NothingToConvert({ reason: `${directory} has a database of PostgreSQL already.` })
    if (!existsSync(old))
      return yield* new NothingToConvert({ reason: `${directory} has no database of the earlier kind (PGlite).` })
    const making = `${final}.converting`
    // Left behind by a conversion that was killed.
    rmSync(making, { recursive: true, force: true })
    const result = yield* Effect.scoped(Effect.gen(function*() {
      const source = yield* Effect.acquireRelease(
        Effect.promise(() => PgliteInstance.create({ fs: new PrivateFiles(old) })),
        (source) => Effect.promise(() => source.close())
      )
      yield* Effect.provide(Migrations.run, Database.over(PgliteInstance.of(source)))
      const url = yield* Cluster.serve({ folder: making, libraries: DataDirectory.librariesIn(directory) })
      return yield* Effect.gen(function*() {
        yield* Migrations.run
        const copied = yield* copyRows(source, making, progress, portionBytes)
        const sql = yield* SqlClient.SqlClient
        const names = (yield* Effect.promise(() => source.query<Table>(tables))).rows.map(({ name }) => name)
        const [before, after] = [
          (yield* Effect.promise(() => source.query(counted(names)))).rows,
          yield* sql.unsafe(counted(names))
        ]
        if (!Bun.deepEquals(before, [...after]))
          return yield* Effect.die(new Error("The new database has not the rows of the old one"))
        return copied
      }).pipe(Effect.provide(Database.server({ url: Redacted.make(url), maxConnections: 2 })))
    })).pipe(Effect.onError(() => Effect.sync(() => rmSync(making, { recursive: true, force: true }))))
    const kept = `${old}.converted`
    renameSync(making, final)
    renameSync(old, kept)
    yield* Effect.sync(() => Cluster.syncFolder(directory))
    const converted: Converted = { ...result, kept }
    return converted
  },
  Effect.scoped
)
