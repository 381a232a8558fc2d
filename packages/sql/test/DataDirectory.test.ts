import * as DataDirectory from "@candor/sql/database/DataDirectory"
import * as Database from "@candor/sql/database/Database"
import { scratchFolder } from "@candor/process/testing/Scratch"
import { afterAll, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { spawnSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"

/** By convention the user `nobody`, who owns nothing. */
const nobody = 65_534

const scratch = scratchFolder("data-directory")
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** A directory and all that is in it. */
const tree = (path: string): ReadonlyArray<string> =>
  lstatSync(path).isDirectory() ? [path, ...readdirSync(path).flatMap((name) => tree(join(path, name)))] : [path]

/** Paths that the group or others may use. A link has no mode of its own. */
const open = (paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.filter((path) => {
    const stats = lstatSync(path)
    return !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0
  })

/** Runs statements on the embedded database of a directory. */
const run = (directory: string, statements: ReadonlyArray<string>, whileOpen: () => void) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(statements, (statement) => sql.unsafe(statement))
    yield* Effect.sync(whileOpen)
  }).pipe(Effect.provide(Database.embedded(directory)), Effect.runPromise)

/** Writes that make new files: of a table, of an index, of its free space and of the log. */
const writes = [
  "CREATE TABLE kept AS SELECT n, repeat('x', 200) AS text FROM generate_series(1, 5000) n",
  "CREATE INDEX ON kept (text, n)",
  "VACUUM kept",
  "SELECT pg_switch_wal()::text",
  "CHECKPOINT"
]

test("the data directory is closed to other users, also one that was open before, and stays so after writes", async () => {
  const directory = join(scratch, "before")
  mkdirSync(directory)
  chmodSync(directory, 0o777)
  await run(directory, [], () => expect(open(tree(directory))).toEqual([]))
  for (const path of tree(directory)) chmodSync(path, lstatSync(path).isDirectory() ? 0o777 : 0o666)
  await run(directory, writes, () => expect(open(tree(directory))).toEqual([]))
  expect(open(tree(directory))).toEqual([])
  expect(tree(directory).length).toBeGreaterThan(900)
})

test("what others have in the directory keeps its mode", async () => {
  const directory = join(scratch, "shared")
  mkdirSync(directory)
  const theirs = join(directory, "theirs.txt")
  writeFileSync(theirs, "")
  chmodSync(theirs, 0o644)
  // As /tmp has it.
  chmodSync(directory, 0o1777)
  await Effect.runPromise(Effect.scoped(DataDirectory.open(directory)))
  expect(open(tree(directory))).toEqual([directory, theirs])
  expect(lstatSync(directory).mode & 0o7777).toBe(0o1777)
})

/** Only root can give a folder to another user. */
const plants = process.getuid?.() !== 0 ? [] : [
  ["a folder of another user", (path: string): void => {
    mkdirSync(path)
    chownSync(path, nobody, nobody)
  }],
  ["a link", (path: string): void => symlinkSync("/etc", path)]
] as const

test.each(plants)("a shared directory with %s in place of the database's files is refused", async (_, plant) => {
  const directory = mkdtempSync(join(scratch, "planted-"))
  chmodSync(directory, 0o1777)
  plant(join(directory, "cluster"))
  expect(await refusal(directory)).toContain("is another user's, or a link")
})

const refusal = async (directory: string) =>
  (await Effect.runPromise(Effect.flip(Effect.scoped(DataDirectory.open(directory))))).message

test("a directory that is a file, or that cannot be made, is refused with the name of its variable", async () => {
  const file = join(scratch, "file")
  writeFileSync(file, "")
  expect(await refusal(file)).toMatch(/^CANDOR_DATA_DIR: Expected a directory .*; got ".*file", which is a file$/)
  expect(await refusal(join(file, "inner"))).toMatch(/^CANDOR_DATA_DIR: .*, which cannot be made$/)
  // No user may make a directory there.
  expect(await refusal("/proc/candor")).toMatch(/^CANDOR_DATA_DIR: /)
  expect(existsSync(join(scratch, "never"))).toBe(false)
  expect(DataDirectory.objection(join(scratch, "never", "made"))).toBeUndefined()
})

/** Runs a module as that user, in this folder. */
const asNobody = (code: string) =>
  spawnSync(process.execPath, ["-e", code], {
    uid: nobody,
    gid: nobody,
    cwd: import.meta.dir,
    env: { PATH: process.env["PATH"] ?? "" },
    encoding: "utf8"
  })

/** The beginning of such a module. It loads also what it does not use, which Bun would leave out of `import`. */
const loads = `
  const { Effect } = await import("effect")
  const { existsSync } = await import("node:fs")
  const DataDirectory = await import("../src/database/DataDirectory.ts")`

/** The refusal that `nobody` is told, who is given the directory. */
const refusalToNobody = async (directory: string) => {
  chmodSync(scratch, 0o711)
  chownSync(directory, nobody, nobody)
  const { stderr, stdout } = asNobody(`${loads}
    const { message } = await Effect.runPromise(Effect.flip(Effect.scoped(DataDirectory.open(${
    JSON.stringify(directory)
  }))))
    process.stdout.write(message)`)
  return stdout + stderr
}

/** Whether `nobody` may run what is here, and reach the folder for the directory. */
const nobodyMay = () =>
  asNobody(`${loads}
    process.exit(process.getuid() === ${nobody} && existsSync(${JSON.stringify(scratch)}) ? 0 : 1)`).status === 0

/** How to ask as a user who may not write everywhere, which root may. */
const ways = process.getuid?.() !== 0 ? [refusal] : nobodyMay() ? [refusalToNobody] : []

if (ways.length === 0) {
  console.log(
    "Not run: a directory that cannot be written is refused. Root may write everywhere, and others may not read this checkout."
  )
}

for (const refused of ways) {
  test("a directory that cannot be written is refused with the name of its variable", async () => {
    const directory = join(scratch, "read-only")
    mkdirSync(directory)
    chmodSync(directory, 0o500)
    expect(await refused(directory)).toMatch(
      /^CANDOR_DATA_DIR: Expected a directory .*; got ".*read-only", which cannot be written$/
    )
  })
}
