/** PGlite, where PostgreSQL's programs do not run: told, converted, and on a disk that fills up. */
import { clusterIn, pgliteIn } from "@candor/sql/database/DataDirectory"
import { mayMount, smallDisk } from "@candor/process/testing/SmallDisk"
import * as Conversion from "@candor/sql/moving/Conversion"
import { expect, test } from "bun:test"
import { Effect, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, mkdtempSync } from "node:fs"
import { join } from "node:path"
import * as Database from "../src/database/Database.ts"
import { isDiskFull, isUnavailable } from "../src/database/SqlFailures.ts"
import { directories, runs } from "./DataDirectories.ts"
import * as Prepared from "./Prepared.ts"

const { directoryOf, folder, lines, on, opening, version, withoutUnshare } = directories("pglite")

/** What each table and sequence has. */
const contents = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<
    { name: string }
  >`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`
  const rows = yield* Effect.forEach(
    tables,
    ({ name }) =>
      sql`SELECT ${name}::text AS name, count(*)::integer AS rows, md5(string_agg(t::text, ',' ORDER BY t::text)) AS hash FROM ${
        sql(name)
      } t`
  )
  return [...rows, yield* sql`SELECT sequencename AS name, last_value::integer AS last FROM pg_sequences ORDER BY 1`]
})

test.each(runs ? ["PGlite"] : [])("a database of %s is converted with all that it has, once, and kept", async () => {
  const directory = mkdtempSync(join(folder, "converted-"))
  await Prepared.dataDirectory(directory, "demo", "pglite")
  const before = await on(directory, contents)
  const told: Array<number> = []
  const convert = () =>
    Effect.runPromise(Conversion.convert(directory, (percent) => Effect.sync(() => void told.push(percent)), 100_000))
  const { kept } = await convert()
  expect(told.at(-1)).toBe(100)
  expect(await on(directory, contents)).toEqual(before)
  expect([existsSync(clusterIn(directory)), existsSync(pgliteIn(directory)), existsSync(kept)]).toEqual([
    true,
    false,
    true
  ])
  expect(await convert().catch((error: Error) => error.message)).toContain("has a database of PostgreSQL already")
})

test("a directory of PGlite is opened as one, and the way to PostgreSQL is told", async () => {
  const directory = await directoryOf("pglite")
  expect(await on(directory, version)).toContain("PostgreSQL 18")
  expect(existsSync(clusterIn(directory))).toBe(false)
  expect(lines.some((line) => line.includes("candor convert"))).toBe(true)
})

test.each(runs && process.getuid?.() === 0 ? ["unshare"] : [])(
  "a new database is one of PGlite where there is no %s, which says why and what to do",
  async () => {
    const directory = mkdtempSync(join(folder, "new-"))
    const child = opening(directory, { PATH: withoutUnshare })
    const said = await child.hear(/kept/)
    expect(said).toContain("run Candor as another user")
    expect(existsSync(pgliteIn(directory))).toBe(true)
    expect(existsSync(clusterIn(directory))).toBe(false)
    expect(await child.stop()).toBe(0)
  }
)

const disk = Effect.acquireRelease(Effect.sync(() => smallDisk(200)), ({ unmount }) => Effect.sync(unmount))

for (const small of mayMount ? [disk] : []) {
  test("on a full disk, writes fail for want of room, reads are answered, and writes go on when there is room", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const { directory, empty, fill } = yield* small
      yield* Effect.promise(() => Prepared.dataDirectory(directory, "unmigrated", "pglite"))
      const lines: Array<string> = []
      const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
      yield* Effect.provide(
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          yield* sql`CREATE TABLE row (id integer, filler text)`
          yield* sql`INSERT INTO row VALUES (0, 'kept')`
          const write =
            sql`INSERT INTO row SELECT 1, string_agg(md5(random()::text || n), '') FROM generate_series(1, 20000) n`
          const kept = sql<{ readonly id: number }>`SELECT id FROM row WHERE filler = 'kept'`
          for (const left of [64 * 2 ** 20 - 4096, 2 ** 20, 0]) {
            fill(left)
            for (const statement of [write, sql.withTransaction(Effect.andThen(kept, write))]) {
              const failure = yield* Effect.flip(statement)
              expect([isDiskFull(failure), isUnavailable(failure)]).toEqual([true, true])
              expect(yield* kept).toEqual([{ id: 0 }])
              expect(yield* sql.withTransaction(kept)).toEqual([{ id: 0 }])
            }
            empty()
            yield* write
          }
          // A transaction that began before goes on: there is room for it.
          yield* sql.withTransaction(
            Effect.andThen(Effect.andThen(write, Effect.sync(() => fill(50 * 2 ** 20))), write)
          )
          expect(isDiskFull(yield* Effect.flip(write))).toBe(true)
          expect(lines.filter((line) => line.includes("once 64 MiB are free"))).toHaveLength(4)
          expect(lines.filter((line) => line.includes("has room again"))).toHaveLength(3)
        }),
        Database.embedded(directory)
      ).pipe(Effect.provide(Logger.layer([logger])))
    }))))
}
