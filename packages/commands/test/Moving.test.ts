/** Exports and imports of whole organizations. */
import * as Exporting from "@candor/commands/moving/Exporting"
import * as Importing from "@candor/commands/moving/Importing"
import { names } from "@candor/commands/moving/Manifest"
import type { Problem } from "@candor/commands/moving/Problems"
import * as ContentStore from "@candor/files/ContentStore"
import { arrived, changedOnArrival } from "@candor/domain/moving/Arrival"
import { Moves, type Row } from "@candor/domain/moving/Moves"
import { Organizations } from "@candor/domain/organization/Organizations"
import * as Timestamp from "@candor/domain/Timestamp"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { afterAll, describe, expect, test } from "bun:test"
import { Console, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Filled from "./Filled.ts"

const folder = mkdtempSync(join(tmpdir(), "candor-moving-"))
afterAll(() => rmSync(folder, { recursive: true }))
const within = (name: string) => join(folder, name)
const quiet = { ...globalThis.console, error: () => {} }

const run = (database: Parameters<typeof runOn>[0]) => <A, E>(effect: Effect.Effect<A, E, any>) =>
  runOn(database)(effect.pipe(
    Effect.provide(ContentStore.inFolder(within("store"))),
    Effect.provideService(Console.Console, quiet)
  ) as never) as Promise<A>

/** Imports an export, into a new organization. */
const importFrom = Effect.fnUntraced(function*(path: string) {
  const source = yield* Importing.load(path)
  const before = yield* (yield* Moves).begun(source.digest)
  const target = before === undefined ? undefined : yield* (yield* Organizations).get(before.organization_id)
  const checked = yield* Importing.check(source, target, `${path}.problems.ndjson`)
  expect(checked.problems.first()).toEqual([])
  return { ...yield* Importing.add(source, before, undefined, checked), compared: checked.compared }
})

/** What is wrong with an export. */
const problemsOf = Effect.fnUntraced(function*(path: string) {
  const checked = yield* Importing.check(yield* Importing.load(path), undefined, `${path}.problems.ndjson`)
  return checked.problems.first()
})

const linesOf = (path: string, file: string): ReadonlyArray<Row> =>
  readFileSync(join(path, file), "utf8").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Row)

for (const database of databases.map((database) => forFile(database as never))) {
  describe(`Moving an organization on ${database.name}`, () => {
    test("every row of every part comes back as it was, with its files, and again from there", () =>
      run(database)(Effect.gen(function*() {
        const moves = yield* Moves
        const rows = yield* Filled.exportOf(within("filled"))
        const first = yield* importFrom(within("filled"))
        const out = yield* Exporting.exportTo({ id: first.organization, name: "Filled" }, within("first"))
        const now = yield* Timestamp.now
        for (const { file, name } of yield* moves.parts) {
          const changed = new Set(["id", ...changedOnArrival(name)].filter((column) => name === "organization" || column !== "id"))
          const without = (row: Row) => Object.fromEntries(Object.entries(row).filter(([column]) => !changed.has(column)))
          const stored = JSON.parse(JSON.stringify(linesOf(within("first"), file)).replaceAll(first.organization, Filled.source)) as ReadonlyArray<Row>
          expect([name, stored.map(without)]).toEqual([name, rows.get(name)!.map(without)])
          const kept = (row: Row) => Object.fromEntries(Object.entries(arrived(name, row, { now, nextSecret: () => "" })).filter(([column]) => changed.has(column)))
          if (name === "message") expect(stored[0]).toMatchObject(kept(rows.get(name)![0]!))
        }
        expect(out.files).toMatchObject({ count: 4, missing: 0 })

        const second = yield* importFrom(within("first"))
        yield* Exporting.exportTo({ id: second.organization, name: "Filled" }, within("second"))
        const text = (path: string, file: string, id: string) => readFileSync(join(within(path), file), "utf8").replaceAll(id, Filled.source)
        const files = readdirSync(within("first")).filter((file) => file.endsWith(".ndjson"))
        for (const file of files.filter((file) => file !== "boards.ndjson")) {
          expect([file, text("second", file, second.organization)]).toEqual([file, text("first", file, first.organization)])
        }
      })))
  })
}
