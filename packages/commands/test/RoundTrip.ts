/** Exports that are imported into a new organization, and exported again. */
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

/** The rows of a file of an export. */
export const linesOf = (path: string, file: string): ReadonlyArray<Row> =>
  readFileSync(join(path, file), "utf8").split("\n").filter((line) => line !== "").map((line) =>
    JSON.parse(line) as Row
  )

/** The columns that are otherwise in another organization: of its own row, and of its careers site's address. */
const own = (part: string): ReadonlyArray<string> =>
  part === "organization" ? ["id"] : part === "board" ? changedOnArrival(part) : []

/** The rows of an export by their parts, with another id of the organization. */
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

/** The files of an export, each with its SHA-256. */
const filesOf = (path: string) =>
  linesOf(path, names.index).toSorted((one, other) => String(one["id"]) < String(other["id"]) ? -1 : 1)

/**
 * Imports an export into an empty organization, exports that as `<path>-first`, and once more from there. The first has
 * all rows but for what arrives otherwise, and the second is equal to it.
 */
export const comesBack = Effect.fnUntraced(function*(path: string) {
  const again = Effect.fnUntraced(
    function*(from: string, to: string, but: (part: string) => ReadonlyArray<string>) {
      const { organization } = yield* importFrom(from)
      const { files } = yield* Exporting.exportTo({ id: organization, name: "Again" }, to)
      const { manifest } = yield* Importing.load(from)
      const { id } = manifest.organization
      expect(yield* rowsOf(to, id, but)).toEqual(yield* rowsOf(from, id, but))
      expect(files).toMatchObject({ count: manifest.files.count, bytes: manifest.files.bytes })
      expect(filesOf(to)).toEqual(filesOf(from))
    }
  )
  yield* again(path, `${path}-first`, (part) => [...own(part), ...changedOnArrival(part)])
  yield* again(`${path}-first`, `${path}-second`, own)
})
