import * as DataDirectory from "@candor/sql/database/DataDirectory"
import * as Database from "@candor/sql/database/Database"
import { scratchFolder } from "@candor/process/testing/Scratch"
import { afterAll, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const scratch = scratchFolder("data-directory")
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** A directory and all that is in it. */
const tree = (path: string): ReadonlyArray<string> =>
  lstatSync(path).isDirectory() ? [path, ...readdirSync(path).flatMap((name) => tree(join(path, name)))] : [path]

/** Paths whose mode is not that of a private directory or a private file. */
const open = (paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.filter((path) => {
    const stats = lstatSync(path)
    return (stats.mode & 0o777) !== (stats.isDirectory() ? 0o700 : 0o600)
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
}, 60_000)

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

test("a directory that is a file, or that cannot be made, is refused with the name of its variable", async () => {
  const file = join(scratch, "file")
  writeFileSync(file, "")
  const refusal = async (directory: string) =>
    (await Effect.runPromise(Effect.flip(Effect.scoped(DataDirectory.open(directory))))).message
  expect(await refusal(file)).toMatch(/^CANDOR_DATA_DIR: Expected a directory .*; got ".*file", which is a file$/)
  expect(await refusal(join(file, "inner"))).toMatch(/^CANDOR_DATA_DIR: .*, which cannot be made$/)
  // No user may make a directory there.
  expect(await refusal("/proc/candor")).toMatch(/^CANDOR_DATA_DIR: /)
  expect(existsSync(join(scratch, "never"))).toBe(false)
  expect(DataDirectory.objection(join(scratch, "never", "made"))).toBeUndefined()
})
