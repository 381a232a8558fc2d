/** The embedded PostgreSQL server: its life beside the process that starts it, and what becomes of a data directory. */
import { clusterIn, pgliteIn } from "@candor/sql/database/DataDirectory"
import * as PostmasterFile from "@candor/sql/database/embedded/PostmasterFile"
import { mayMount, smallDisk } from "@candor/process/testing/SmallDisk"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { directories, runs } from "./DataDirectories.ts"

const { directoryOf, folder, lines, on, opening, version, withoutUnshare } = directories("embedded-server")

const insert = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => Effect.andThen(sql`CREATE TABLE IF NOT EXISTS kept (n integer)`, sql`INSERT INTO kept VALUES (1)`)
)
const count = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ count: number }>`SELECT count(*)::integer AS count FROM kept`
).pipe(
  Effect.map(([row]) => row!.count)
)
const again = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.eventually(Effect.tapError(effect, () => Effect.sleep("20 millis")))

/** The process of the server; undefined between two of them. */
const running = (directory: string): number | undefined => PostmasterFile.read(clusterIn(directory))?.pid
const pidOf = (directory: string): number => running(directory)!
const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))

describe.each(runs ? ["PostgreSQL"] : [])("an embedded server of %s", () => {
  test("is PostgreSQL, listens on a socket alone that its owner can use, and writes through to the disk", async () => {
    const directory = await directoryOf()
    await on(
      directory,
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        expect(yield* version).toContain("PostgreSQL 18")
        const show = (name: string) =>
          Effect.map(sql.unsafe<{ value: string }>(`SELECT current_setting('${name}') AS value`), ([row]) => row!.value)
        expect(yield* show("listen_addresses")).toBe("")
        for (const name of ["fsync", "full_page_writes", "synchronous_commit", "data_checksums"])
          expect([name, yield* show(name)]).toEqual([name, "on"])
        for (const path of [clusterIn(directory), PostmasterFile.socketIn(clusterIn(directory))])
          expect(statSync(path).mode & 0o077).toBe(0)
      })
    )
    expect(existsSync(join(clusterIn(directory), "postmaster.pid"))).toBe(false)
  })

  test("that is killed is started again, with all that was committed", async () => {
    const directory = await directoryOf()
    await on(
      directory,
      Effect.gen(function*() {
        yield* insert
        for (let killed = 0; killed < 3; killed++) {
          const pid = pidOf(directory)
          process.kill(pid, "SIGKILL")
          // Its sessions answer for a moment yet.
          yield* again(
            Effect.filterOrFail(Effect.sync(() => running(directory)), (now) => now !== undefined && now !== pid)
          )
          expect(yield* again(count)).toBe(1)
        }
      })
    )
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
    for (const watching of Bun.spawnSync(["pgrep", "-g", String(pid), "sh"]).stdout.toString().trim().split("\n"))
      process.kill(Number(watching), "SIGKILL")
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
    ["of a process that is none of PostgreSQL's", () => "1"],
    ["that is empty", () => ""]
  ])("starts where there is a postmaster.pid %s", async (_, pid) => {
    const directory = await directoryOf()
    const lines = pid() === "" ? [] : [pid(), clusterIn(directory), "0", "5432", clusterIn(directory), "", "0 0", ""]
    writeFileSync(join(clusterIn(directory), "postmaster.pid"), lines.join("\n"))
    expect(await on(directory, version)).toContain("PostgreSQL 18")
  })

  test.each(["long".repeat(30), "one,two \"%41'ü"])(
    "has its socket where PostgreSQL finds it, for those who join, too: %s",
    async (name) => {
      const directory = await directoryOf("embedded", join(folder, name))
      const first = opening(directory)
      await first.hear(/kept/)
      expect(await on(directory, count, "join")).toBe(1)
      expect(await first.stop()).toBe(0)
    }
  )

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

test.each(runs ? ["either"] : [])(
  "commands that begin at once, without a server, take turns on one database (%s)",
  async (use) => {
    const directory = mkdtempSync(join(folder, "at-once-"))
    const all = await Promise.all([1, 2, 3].map(() => on(directory, version, use as "either")))
    expect(all.every((one) => one.includes("PostgreSQL 18"))).toBe(true)
  }
)

test.each(runs && mayMount ? ["full"] : [])(
  "a disk that is %s has no database of another kind: the next start, with room, makes one",
  async () => {
    const { directory, empty, fill, unmount } = smallDisk(150)
    fill(20 * 2 ** 20)
    const refused = await on(directory, version).catch((error: Error) => error.message)
    expect(refused).toContain("Expected 120 MiB of room for a new database")
    expect([clusterIn(directory), pgliteIn(directory)].filter((path) => existsSync(path))).toEqual([])
    empty()
    expect(await on(directory, version)).toContain("PostgreSQL 18")
    unmount()
  }
)

test.each(runs && process.getuid?.() === 0 ? ["unshare"] : [])(
  "a database of PostgreSQL is not replaced by another one where there is no %s",
  async () => {
    const directory = await directoryOf()
    const { code, stderr } = await opening(directory, { PATH: withoutUnshare }).ended
    expect(code).toBe(1)
    expect(stderr).toContain("PostgreSQL's programs do not run here")
    expect(existsSync(pgliteIn(directory))).toBe(false)
  }
)
