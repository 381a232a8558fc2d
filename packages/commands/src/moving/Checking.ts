/** Checks an export before anything is written: every row by its schema, by what the database says, and what it refers to. */
import type { OrganizationId } from "@candor/domain/Id"
import { changedOnArrival } from "@candor/domain/moving/Arrival"
import { Moves, type Part, type Row } from "@candor/domain/moving/Moves"
import { Effect, Exit, Schema, SchemaIssue } from "effect"
import { KeyMap } from "./KeyMap.ts"
import * as Lines from "./Lines.ts"
import type { Listed, Manifest } from "./Manifest.ts"
import * as Portions from "./Portions.ts"
import type { Problems } from "./Problems.ts"

/** How the rows of a part compare with those that are stored. */
export interface Compared {
  readonly create: number
  readonly same: number
  readonly different: number
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The values of columns of a row as one text; undefined where one is null. */
export const keyOf = (columns: ReadonlyArray<string>, row: Row): string | undefined => {
  const values = columns.map((column) => row[column] ?? null)
  return values.includes(null) ? undefined : values.map(String).join(" ")
}

/** A row that was read, with its line. */
interface Found {
  readonly number: number
  readonly row: Row
}

/** What is known of the rows of a part that others refer to, by the columns that they name. */
type Known = Map<string, KeyMap>

const knownOf = (part: string, columns: ReadonlyArray<string>): string => `${part} ${columns.join(" ")}`

export interface Target {
  readonly organization: OrganizationId | undefined
  readonly source: OrganizationId
}

/** Tells whether a stored row is the one that came. */
const isSame = (part: Part, row: Row, stored: Row, { organization, source }: Target): boolean => {
  const without = new Set(changedOnArrival(part.name))
  const of = (one: Row) => Object.fromEntries(Object.entries(one).filter(([column]) => !without.has(column)))
  const own = JSON.parse(JSON.stringify(of(row)).replaceAll(source, organization ?? source)) as Row
  return Bun.deepEquals(own, of(JSON.parse(JSON.stringify(stored).replaceAll(source, organization ?? source)) as Row))
}

/** Makes the check of one part after the other. */
export const make = (folder: string, manifest: Manifest, parts: ReadonlyArray<Part>, target: Target, problems: Problems) => {
  const known: Known = new Map(parts.flatMap(({ references }) => references.map(({ of, part }) => [knownOf(part, of), new KeyMap()] as const)))

  const checkSums = ({ bytes, file, rows, sha256 }: Listed, found: Omit<Listed, "file">) => {
    const wrong = found.sha256 !== sha256 ? "its bytes are others" : found.rows !== rows || found.bytes !== bytes ? "its rows or bytes are not as many" : undefined
    if (wrong !== undefined) problems.add({ file, line: null, path: [], message: `It is not the file that the manifest has: ${wrong}` })
  }

  const part = Effect.fnUntraced(function*(part: Part, listed: Listed) {
    const moves = yield* Moves
    const { organization } = target
    const { file } = listed
    const problem = (line: number | null, path: ReadonlyArray<string | number>, message: string) => problems.add({ file, line, path, message })
    const decode = Schema.decodeUnknownExit(part.schema)
    const keys = new KeyMap()
    const uniques = part.uniques.map(() => new KeyMap())
    const storedKeys = new KeyMap()
    let [create, same, different, number, bytes, published] = [0, 0, 0, 0, 0, 0]
    const sum = new Bun.CryptoHasher("sha256")
    const hasRows = organization !== undefined && part.name !== "organization" &&
      (yield* moves.page(organization, part.name, 1)).rows.length > 0

    /** Remembers what stored rows have that no other row may have. */
    const remember = Effect.gen(function*() {
      if (!hasRows) return
      let after: ReadonlyArray<string> | undefined
      let nth = 0
      do {
        const { next, rows }: Effect.Success<ReturnType<typeof moves.taken>> = yield* moves.taken(organization, part.name, after)
        for (const row of rows) {
          storedKeys.add(row.key.join(" "), ++nth)
          row.uniques.forEach((digest, index) => digest !== null && uniques[index]!.add(digest, -nth))
        }
        after = next
      } while (after !== undefined)
    })

    const decoded = ({ number, row, text }: Portions.Read): ReadonlyArray<Found> => {
      if (row === undefined) {
        problem(number, [], text === undefined ? `The line is longer than ${Lines.maxLineBytes} bytes` : "The line is no JSON object that can be stored")
        return []
      }
      const exit = decode(row, { errors: "all", onExcessProperty: "error" })
      if (Exit.isSuccess(exit)) return [{ number, row }]
      const failure = Exit.findErrorOption(exit)
      const issues = failure._tag === "Some" ? format(failure.value.issue).issues : [{ message: "The row cannot be read" }]
      issues.forEach(({ message, path = [] }) => problem(number, path.map((key) => typeof key === "object" ? String(key.key) : typeof key === "number" ? key : String(key)), message))
      return []
    }

    /** Tells rows that are there twice. */
    const ownKeys = (rows: ReadonlyArray<Found>) =>
      rows.forEach(({ number, row }) => {
        const before = keys.add(keyOf(part.key, row) ?? "", number)
        if (before !== undefined) problem(number, part.key, `Line ${before} has the same`)
        for (const { of, part: name } of parts.flatMap(({ references }) => references)) {
          const key = name === part.name ? keyOf(of, row) : undefined
          if (key !== undefined) known.get(knownOf(name, of))!.add(key, number)
        }
      })

    /** Tells rows that refer to none. Those of the same part may come later. */
    const references = Effect.fnUntraced(function*(rows: ReadonlyArray<Found>, own: boolean) {
      for (const { columns, of, part: name } of part.references.filter((reference) => (reference.part === part.name) === own)) {
        const missing = rows.flatMap(({ number, row }) => {
          const key = keyOf(columns, row)
          return key === undefined || known.get(knownOf(name, of))!.get(key) !== undefined ? [] : [{ number, key, row }]
        })
        if (missing.length === 0) continue
        const target = parts.find((one) => one.name === name)!
        const asked = missing.map(({ row }) => Object.fromEntries(columns.map((column, nth) => [of[nth]!, row[column]!])))
        const stored = organization === undefined ? [] : yield* moves.stored(organization, target.name, asked)
        const found = new Set(stored.map((row) => keyOf(of, row)))
        missing.filter(({ key }) => !found.has(key)).forEach(({ key, number }) => problem(number, columns, `There is no ${name} ${key}`))
      }
    })

    const databaseFindings = Effect.fnUntraced(function*(rows: ReadonlyArray<Found>) {
      if (rows.length === 0) return
      const findings = yield* moves.examine(part.name, rows.map(({ row }) => row))
      rows.forEach(({ number, row }, nth) => {
        const { broken, uniques: digests } = findings[nth]!
        broken.forEach((constraint) => problem(number, [], `The row breaks the rule ${constraint}`))
        digests.forEach((digest, index) => {
          const before = digest === null ? undefined : uniques[index]!.add(digest, number)
          if (before === undefined || (before < 0 && storedKeys.get(keyOf(part.key, row) ?? "") === -before)) return
          problem(number, [], before < 0 ? `Another row that is stored has the same (${part.uniques[index]})` : `Line ${before} has the same (${part.uniques[index]})`)
        })
      })
    })

    const compare = Effect.fnUntraced(function*(rows: ReadonlyArray<Found>) {
      const stored = hasRows ? yield* moves.stored(organization, part.name, rows.map(({ row }) => row)) : []
      const byKey = new Map(stored.map((row) => [keyOf(part.key, row) ?? "", row]))
      for (const { row } of rows) {
        const other = byKey.get(keyOf(part.key, row) ?? "")
        if (other === undefined) create++
        else if (isSame(part, row, other, target)) same++
        else different++
      }
    })

    const opened = yield* Effect.exit(Lines.opened(folder, file))
    if (Exit.isFailure(opened)) {
      const failure = Exit.findErrorOption(opened)
      problem(null, [], failure._tag === "Some" ? failure.value : "It cannot be read")
      return { create, same, different }
    }
    yield* remember
    const late: Array<Found> = []
    yield* Portions.forEach(opened.value, (chunk) => {
      sum.update(chunk)
      bytes += chunk.byteLength
    }, Effect.fnUntraced(function*(portion: ReadonlyArray<Portions.Read>) {
      number += portion.length
      const rows = portion.flatMap(decoded)
      ownKeys(rows)
      yield* references(rows, false)
      if (part.references.some((reference) => reference.part === part.name)) late.push(...rows)
      yield* databaseFindings(rows)
      yield* compare(rows)
      published += part.name === "job" ? rows.filter(({ row }) => row["status"] === "published").length : 0
      yield* problems.flush
    }))
    yield* references(late, true)
    if (part.name === "organization" && number !== 1) problem(null, [], "It has one row")
    checkSums(listed, { rows: number, bytes, sha256: sum.digest("hex") })
    yield* problems.flush
    return { create, same, different, published }
  }, Effect.scoped)

  return { part, checkSums }
}
