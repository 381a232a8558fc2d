/** Imports exports into a new organization, and exports that again. */
import * as Exporting from "@candor/commands/moving/Exporting"
import { changedOnArrival } from "@candor/domain/moving/Arrival"
import type { OrganizationId } from "@candor/domain/Id"
import { Moves, type Row } from "@candor/domain/moving/Moves"
import { Organizations } from "@candor/domain/organization/Organizations"
import * as Importing from "@candor/files/moving/Importing"
import { names } from "@candor/files/moving/Manifest"
import { expect } from "bun:test"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"

/** Imports an export, into a new organization. */
export const importFrom = Effect.fnUntraced(function*(path: string) {
  const source = yield* Importing.load(path)
  const before = yield* (yield* Moves).begun(source.digest)
  const target = before === undefined ? undefined : yield* (yield* Organizations).get(before.organization_id)
  const checked = yield* Importing.check(source, target, `${path}.problems.ndjson`)
  expect(checked.problems.first()).toEqual([])
  return { ...yield* Importing.add(source, before, undefined, checked), compared: checked.compared }
})

/** Returns the rows in a file of an export. */
export const linesOf = (path: string, file: string): ReadonlyArray<Row> =>
  readFileSync(join(path, file), "utf8").split("\n").filter((line) => line !== "").map((line) =>
    JSON.parse(line) as Row
  )

/** Returns the columns that differ in another organization: those of its own row, and its careers site's address. */
const own = (part: string): ReadonlyArray<string> =>
  part === "organization" ? ["id"] : part === "board" ? changedOnArrival(part) : []

/** Returns the rows of an export by part, with another organization id. */
const rowsOf = Effect.fnUntraced(
  function*(path: string, organization: OrganizationId, but: (part: string) => ReadonlyArray<string>) {
    const { manifest } = yield* Importing.load(path)
    return (yield* (yield* Moves).parts).map(({ file, name }) => {
      const left = new Set(but(name))
      const rows = linesOf(path, file).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !left.has(column)))
      )
      return [name, JSON.parse(JSON.stringify(rows).replaceAll(manifest.organization.id, organization))]
    })
  }
)

/** Returns the files of an export, each with its SHA-256. */
const filesOf = (path: string) =>
  linesOf(path, names.index).toSorted((one, other) => String(one["id"]) < String(other["id"]) ? -1 : 1)

/** Imports an export into an empty organization, and exports that again, which has all rows except for some columns. */
const again = Effect.fnUntraced(function*(from: string, to: string, but: (part: string) => ReadonlyArray<string>) {
  const { organization } = yield* importFrom(from)
  const { files } = yield* Exporting.exportTo({ id: organization, name: "Again" }, to)
  const { manifest } = yield* Importing.load(from)
  const { id } = manifest.organization
  expect(yield* rowsOf(to, id, but)).toEqual(yield* rowsOf(from, id, but))
  expect(files).toMatchObject({ count: manifest.files.count, bytes: manifest.files.bytes })
  expect(filesOf(to)).toEqual(filesOf(from))
})

/**
 * Imports an export into an empty organization, exports that as `<path>-first`, which must have all rows except for
 * what an import changes.
 */
export const arrives = (path: string) =>
  again(path, `${path}-first`, (part) => [...own(part), ...changedOnArrival(part)])

/** The same, and once more from there: the second export must equal the first. */
export const comesBack = (path: string) => Effect.andThen(arrives(path), again(`${path}-first`, `${path}-second`, own))
