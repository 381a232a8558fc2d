/** The embedded PostgreSQL server: its life beside the process that starts it, and what becomes of a data directory. */
import * as Database from "@candor/sql/database/Database"
import { clusterIn, pgliteIn } from "@candor/sql/database/DataDirectory"
import { Use } from "@candor/sql/database/Embedded"
import * as Conversion from "@candor/sql/database/embedded/Conversion"
import * as PostmasterFile from "@candor/sql/database/embedded/PostmasterFile"
import { mayMount, smallDisk } from "@candor/process/testing/SmallDisk"
import { processes } from "@candor/process/testing/Processes"
import { describe, expect, test } from "bun:test"
import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { administration } from "./Databases.ts"
import * as Prepared from "./Prepared.ts"

const { folder, start } = processes("embedded-server")

const directoryOf = async (kind: Prepared.Kind = "embedded", path = mkdtempSync(join(folder, "data-"))): Promise<string> => {
  await Prepared.dataDirectory(path, "unmigrated", kind)
  return path
}

const lines: Array<string> = []
const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])

const on = <A, E>(directory: string, effect: Effect.Effect<A, E, SqlClient.SqlClient>, use: "open" | "join" | "either" = "open") =>
  Effect.runPromise(Effect.provide(effect, Layer.provide(Database.embedded(directory), [Layer.succeed(Use, use), logger])))

const version = Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ version: string }>`SELECT version()`).pipe(
  Effect.map(([row]) => row!.version)
)
const insert = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.andThen(sql`CREATE TABLE IF NOT EXISTS kept (n integer)`, sql`INSERT INTO kept VALUES (1)`))
const count = Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ count: number }>`SELECT count(*)::integer AS count FROM kept`).pipe(
  Effect.map(([row]) => row!.count)
)
const again = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.eventually(Effect.tapError(effect, () => Effect.sleep("20 millis")))

const pidOf = (directory: string): number => PostmasterFile.read(clusterIn(directory))!.pid
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))

/** A process that opens the database of a directory, keeps a row in it, and works on. */
const opening = (directory: string, env: Record<string, string> = {}) =>
  start([process.execPath, join(import.meta.dir, "opening.ts"), directory], { env })

/** Whether PostgreSQL's programs run here; a test reads what Linux tells of processes. */
const runs = administration !== undefined && process.platform === "linux"
if (!runs) console.log("NOT SHOWN HERE: the embedded PostgreSQL server, because its programs do not run, or this is not Linux.")

describe.each(runs ? ["PostgreSQL"] : [])("an embedded server of %s", () => {
  test("is PostgreSQL, listens on a socket alone that its owner can use, and writes through to the disk", async () => {
    const directory = await directoryOf()
    await on(directory, Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      expect(yield* version).toContain("PostgreSQL 18")
      const show = (name: string) => Effect.map(sql.unsafe<{ value: string }>(`SELECT current_setting('${name}') AS value`), ([row]) => row!.value)
      expect(yield* show("listen_addresses")).toBe("")
      for (const name of ["fsync", "full_page_writes", "synchronous_commit", "data_checksums"]) expect([name, yield* show(name)]).toEqual([name, "on"])
      for (const path of [clusterIn(directory), PostmasterFile.socketIn(clusterIn(directory))]) expect(statSync(path).mode & 0o077).toBe(0)
    }))
    expect(existsSync(join(clusterIn(directory), "postmaster.pid"))).toBe(false)
  })

  test("that is killed is started again, with all that was committed", async () => {
    const directory = await directoryOf()
    await on(directory, Effect.gen(function*() {
      yield* insert
      for (let killed = 0; killed < 3; killed++) {
        const pid = pidOf(directory)
        process.kill(pid, "SIGKILL")
        // Its sessions answer for a moment yet.
        yield* again(Effect.filterOrFail(Effect.sync(() => pidOf(directory)), (now) => now !== pid))
        expect(yield* again(count)).toBe(1)
      }
    }))
    expect(lines.filter((line) => line.includes("PostgreSQL has ended, and is started again"))).toHaveLength(3)
  })

  test("ends with the process that started it, however that ends, and the next one finds what was committed", async () => {
    const directory = await directoryOf()
    const killed = opening(directory)
    await killed.hear(/kept/)
    const pid = pidOf(directory)
    await killed.stop("SIGKILL")
    expect(await on(directory, count)).toBe(1)
    expect(isAlive(pid)).toBe(false)
  })

  test("is stopped by the next process where it was left running", async () => {
    const directory = await directoryOf()
    const left = opening(directory)
    await left.hear(/kept/)
    const pid = pidOf(directory)
    // What would stop it cannot.
    for (const watching of Bun.spawnSync(["pgrep", "-g", String(pid), "sh"]).stdout.toString().trim().split("\n")) process.kill(Number(watching), "SIGKILL")
    await left.stop("SIGKILL")
    expect(isAlive(pid)).toBe(true)
    expect(await on(directory, count)).toBe(1)
    expect(isAlive(pid)).toBe(false)
  })

  test("serves the other processes of its owner that may join; others are told that the directory is in use", async () => {
    const directory = await directoryOf()
    const first = opening(directory)
    await first.hear(/kept/)
    expect(await on(directory, Effect.andThen(insert, count), "either")).toBe(2)
    const refused = await on(directory, version).catch((error: Error) => error.message)
    expect(refused).toContain(`Another process is using the data directory ${directory}`)
    expect(await first.stop()).toBe(0)
  })

  test.each([
    ["of a process that is gone", () => "999999999"],
    ["of a process that is none of PostgreSQL's", () => String(process.pid)]
  ])("starts where there is a postmaster.pid %s", async (_, pid) => {
    const directory = await directoryOf()
    writeFileSync(join(clusterIn(directory), "postmaster.pid"), `${pid()}\n${clusterIn(directory)}\n0\n5432\n${clusterIn(directory)}\n\n0 0\n`)
    expect(await on(directory, version)).toContain("PostgreSQL 18")
  })

  test("has its socket elsewhere where the path would be too long, for those who join, too", async () => {
    const directory = await directoryOf("embedded", join(folder, "long".repeat(30)))
    const first = opening(directory)
    await first.hear(/kept/)
    expect(await on(directory, count, "join")).toBe(1)
    expect(await first.stop()).toBe(0)
  })

  test("refuses data of another version of PostgreSQL, and leaves it as it is", async () => {
    const directory = await directoryOf()
    writeFileSync(join(clusterIn(directory), "PG_VERSION"), "17\n")
    const refused = await on(directory, version).catch((error: Error) => error.message)
    expect(refused).toMatch(/has data of PostgreSQL 17, and this version of Candor brings PostgreSQL 18/)
    expect(readFileSync(join(clusterIn(directory), "PG_VERSION"), "utf8")).toBe("17\n")
  })

  test("that does not start on its data says why", async () => {
    const directory = await directoryOf()
    rmSync(join(clusterIn(directory), "global", "pg_control"))
    const refused = await on(directory, version).catch((error: Error) => error.message)
    expect(refused).toContain(`PostgreSQL does not start on ${clusterIn(directory)}`)
    expect(refused).toContain("pg_control")
  })
})

/** What each table and sequence has. */
const contents = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`
  const rows = yield* Effect.forEach(tables, ({ name }) =>
    sql`SELECT ${name}::text AS name, count(*)::integer AS rows, md5(string_agg(t::text, ',' ORDER BY t::text)) AS hash FROM ${sql(name)} t`)
  return [...rows, yield* sql`SELECT sequencename AS name, last_value::integer AS last FROM pg_sequences ORDER BY 1`]
})

test.each(runs ? ["PGlite"] : [])("a database of %s is converted with all that it has, once, and kept", async () => {
  const directory = mkdtempSync(join(folder, "converted-"))
  await Prepared.dataDirectory(directory, "demo", "pglite")
  const before = await on(directory, contents)
  const told: Array<number> = []
  const convert = () => Effect.runPromise(Conversion.convert(directory, (percent) => Effect.sync(() => void told.push(percent)), 100_000))
  const { kept } = await convert()
  expect(told.at(-1)).toBe(100)
  expect(await on(directory, contents)).toEqual(before)
  expect([existsSync(clusterIn(directory)), existsSync(pgliteIn(directory)), existsSync(kept)]).toEqual([true, false, true])
  expect(await convert().catch((error: Error) => error.message)).toContain("has a database of PostgreSQL already")
})

test("a directory of PGlite is opened as one, and the way to PostgreSQL is told", async () => {
  const directory = await directoryOf("pglite")
  expect(await on(directory, version)).toContain("PostgreSQL 18")
  expect(existsSync(clusterIn(directory))).toBe(false)
  expect(lines.some((line) => line.includes("candor convert"))).toBe(true)
})

/** A PATH without `unshare`. */
const withoutUnshare = join(folder, "without")
mkdirSync(withoutUnshare)

test.each(runs && mayMount ? ["full"] : [])("a disk that is %s has no database of another kind: the next start, with room, makes one", async () => {
  const { directory, empty, fill, unmount } = smallDisk(150)
  fill(20 * 2 ** 20)
  const refused = await on(directory, version).catch((error: Error) => error.message)
  expect(refused).toContain("Expected 120 MiB of room for a new database")
  expect([clusterIn(directory), pgliteIn(directory)].filter((path) => existsSync(path))).toEqual([])
  empty()
  expect(await on(directory, version)).toContain("PostgreSQL 18")
  unmount()
})

describe.each(runs && process.getuid?.() === 0 ? ["unshare"] : [])("where PostgreSQL's programs do not run, as without %s", () => {
  test("a new database is one of PGlite, which says why and what to do", async () => {
    const directory = mkdtempSync(join(folder, "new-"))
    const child = opening(directory, { PATH: withoutUnshare })
    const said = await child.hear(/kept/)
    expect(said).toContain("run Candor as another user")
    expect(existsSync(pgliteIn(directory))).toBe(true)
    expect(existsSync(clusterIn(directory))).toBe(false)
    expect(await child.stop()).toBe(0)
  })

  test("a database of PostgreSQL is not replaced by an empty one", async () => {
    const directory = await directoryOf()
    const { code, stderr } = await opening(directory, { PATH: withoutUnshare }).ended
    expect(code).toBe(1)
    expect(stderr).toContain("PostgreSQL's programs do not run here")
    expect(existsSync(pgliteIn(directory))).toBe(false)
  })
})

