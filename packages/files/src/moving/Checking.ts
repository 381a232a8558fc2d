/**
 * Checks the rows of an export before anything is written: by their schemas, by the database's constraints, and by
 * their references.
 */
import type { OrganizationId } from "@candor/domain/Id"
import { changedOnArrival } from "@candor/domain/moving/Arrival"
import { Moves, type Part, type Row } from "@candor/domain/moving/Moves"
import { Effect, Exit, Option, Schema, SchemaIssue } from "effect"
import { namedBy } from "./Contents.ts"
import { type Found, ownKey } from "./Found.ts"
import type { KeyMap } from "./KeyMap.ts"
import * as Lines from "./Lines.ts"
import type { Listed } from "./Manifest.ts"
import * as Portions from "./Portions.ts"
import type { Problems } from "./Problems.ts"
import type * as References from "./References.ts"
import * as Sums from "./Sums.ts"
import type { TakenIds } from "./TakenIds.ts"
import * as Uniques from "./Uniques.ts"

/** The comparison of a part's rows with the stored ones. */
export interface Compared {
  readonly create: number
  readonly same: number
  /** Rows that differ from the stored ones, which are not changed. */
  readonly different: number
  /** Rows that are matched to stored ones with the same address or name, which are not changed. */
  readonly taken: number
}

export interface Options {
  readonly folder: string
  /** The organization that gets the rows; undefined if it has to be created. */
  readonly organization: OrganizationId | undefined
  /** The organization that they come from. */
  readonly source: OrganizationId
  readonly references: ReturnType<typeof References.make>
  /** The contents in the export by id, with their bytes; -1 for one that was missing in the store. */
  readonly contents: KeyMap
  /** Collects the rows that are matched to others. */
  readonly ids: TakenIds
  readonly problems: Problems
}

/**
 * The most rows of a part whose rows refer to each other, because all are in memory at once. An organization has some
 * hundred departments.
 */
export const maxTreeRows = 10_000

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Makes a function that decodes rows of a part, and calls `tell` with each problem. */
const decoder = (part: Part, tell: (number: number, path: ReadonlyArray<string | number>, message: string) => void) => {
  const decode = Schema.decodeUnknownExit(part.schema)
  return ({ number, row, text }: Portions.Read): ReadonlyArray<Found> => {
    if (row === undefined) {
      tell(
        number,
        [],
        text === undefined
          ? `The line is longer than ${Lines.maxLineBytes} bytes`
          : "The line is no JSON object that can be stored"
      )
      return []
    }
    const exit = decode(row, { errors: "all", onExcessProperty: "error" })
    if (Exit.isSuccess(exit)) return [{ number, row }]
    const issues = Option.match(Exit.findErrorOption(exit), {
      onNone: () => [],
      onSome: ({ issue }) => format(issue).issues
    })
    issues.forEach(({ message, path = [] }) =>
      tell(
        number,
        path.map((key) => typeof key === "number" ? key : String(typeof key === "object" ? key.key : key)),
        message
      )
    )
    if (issues.length === 0) tell(number, [], "The row cannot be read")
    return []
  }
}

/** Makes a function that tells whether a stored row equals the imported one, except for changes on arrival. */
const comparison = (part: Part, { organization, source }: Options) => {
  const without = new Set(changedOnArrival(part.name))
  const own = (row: Row) =>
    JSON.parse(
      JSON.stringify(Object.fromEntries(Object.entries(row).filter(([column]) => !without.has(column)))).replaceAll(
        source,
        organization ?? source
      )
    ) as Row
  return (row: Row, stored: Row): boolean => Bun.deepEquals(own(row), own(stored))
}

/** The result of checking a part. */
export interface CheckedPart extends Compared {
  /** The number of new published jobs. */
  readonly published: number
  /** The number of new files, and their bytes. */
  readonly files: number
  readonly bytes: number
}

const nothing: CheckedPart = { create: 0, same: 0, different: 0, taken: 0, published: 0, files: 0, bytes: 0 }

/** Checks the rows of a part, and compares them with the stored ones. */
export const check = (part: Part, listed: Listed, options: Options): Effect.Effect<CheckedPart, never, Moves> => {
  const { contents, folder, ids, organization, problems, references } = options
  const tell = (line: number | null, path: ReadonlyArray<string | number>, message: string) =>
    problems.add({ file: listed.file, line, path, message })
  return Effect.gen(function*() {
    const moves = yield* Moves
    const file = yield* Lines.opened(folder, listed.file)
    const decoded = decoder(part, tell)
    const isSame = comparison(part, options)
    const sums = Sums.make()
    const hasStored = organization !== undefined && part.name !== "organization" &&
      (yield* moves.page(organization, part.name, 1)).rows.length > 0
    const uniques = yield* Uniques.make(part, hasStored ? organization : undefined)
    const all: Array<Found> = []
    let seen = 0
    let { bytes, create, different, files, published, same, taken } = nothing

    const checkContents = ({ number, row }: Found) =>
      namedBy(part.name, row).forEach(({ bytes, id }) => {
        const found = contents.get(id)
        if (found === undefined) tell(number, [], `The index has no file ${id}`)
        else if (found >= 0 && found !== bytes) tell(number, [], `The file ${id} has ${found} bytes`)
      })

    const compare = Effect.fnUntraced(function*(rows: ReadonlyArray<Found>) {
      const stored = hasStored ? yield* moves.stored(organization, part.name, part.key, rows.map(({ row }) => row)) : []
      const byKey = new Map(stored.map((row) => [ownKey(part, row), row]))
      for (const { number, row } of rows) {
        const other = byKey.get(ownKey(part, row))
        if (other === undefined) create += part.name === "organization" && organization !== undefined ? 0 : 1
        else if (isSame(row, other)) same++
        else different++
        // The person's notes and files were deleted here, and would be added again.
        if (row["anonymised_at"] === null && typeof other?.["anonymised_at"] === "string") {
          tell(number, ["anonymised_at"], "The person was anonymised since, and their data would come back")
        }
        if (other === undefined && part.name === "job" && row["status"] === "published") published++
        if (other === undefined && part.name === "attachment" && typeof row["size_bytes"] === "number") {
          files++
          bytes += row["size_bytes"]
        }
      }
    })

    yield* Portions.forEach(
      file,
      sums.seen,
      Effect.fnUntraced(function*(portion: ReadonlyArray<Portions.Read>) {
        sums.read(portion.length)
        const rows = portion.flatMap(decoded)
        references.remember(part, rows)
        yield* references.check(part, rows, "other parts", tell)
        if (part.isTree) {
          all.push(...rows.slice(0, maxTreeRows - all.length))
          const extra = seen <= maxTreeRows && seen + portion.length > maxTreeRows
          seen += portion.length
          if (extra) tell(null, [], `It has more than ${maxTreeRows} rows`)
        }
        const findings = rows.length === 0 ? [] : yield* moves.examine(part.name, rows.map(({ row }) => row))
        const left = new Set<Found>()
        rows.forEach((row, nth) => {
          const same = uniques.key(row)
          if (same !== undefined) tell(row.number, part.key, same)
          const stored_id = uniques.taken(row, findings[nth]!)
          if (stored_id !== undefined) {
            const { email, id, name } = row.row
            ids.add({ part: part.name, id: String(id), stored_id, name: String(email ?? name) })
            left.add(row)
            taken++
            return
          }
          findings[nth]!.broken.forEach((constraint) => tell(row.number, [], `The row breaks the rule ${constraint}`))
          uniques.values(row, findings[nth]!).forEach((message) => tell(row.number, [], message))
          checkContents(row)
        })
        yield* compare(rows.filter((row) => !left.has(row)))
        yield* problems.flush
      }),
      { absent: part.absent, ids }
    )
    yield* references.check(part, all, "its own", tell)
    sums.compare(listed, problems)
    yield* problems.flush
    return { create, same, different, taken, published, files, bytes }
  }).pipe(
    Effect.scoped,
    Effect.catch((reason) =>
      Effect.sync(() => {
        tell(null, [], reason)
        return nothing
      })
    )
  )
}
