/**
 * Compiles conditions (`Where`) to SQL. In its output, `$organization`, `$member` and `$roles` stand for the viewer's
 * values.
 *
 * The forms of SQL are chosen for PostgreSQL's plans. A job id is compared with an array, which the planner treats as a
 * value. Other rows are looked up one at a time, because PostgreSQL may turn an EXISTS into a hash of all rows of the
 * organization. If a statement goes through many rows, and few rows decide which are visible, these few are collected
 * once: the statement begins with them (`listed`), or compares with them (`scanned`).
 */
import type { JobAccess } from "@candor/domain/access/MemberRole"
import { seenBy, type Sees, toldTo } from "@candor/domain/access/Sees"
import { nouns } from "@candor/domain/nouns"
import type { Where } from "@candor/domain/Where"
import { contactKeys, ofRow } from "./ConcurrentIndexes.ts"

/** How a statement finds rows: by an index, in the order of a list, or by another condition that finds many. */
export type Way = "found" | "listed" | "scanned"

export interface Viewing {
  readonly access: JobAccess
  /** Whether the viewer sees jobs only through some roles in their teams. */
  readonly hasRoles: boolean
  /** Some scorecards and feedback may be hidden from the viewer. */
  readonly hidesFeedback: boolean
}

/** A table that conditions are about. */
export interface Rows {
  readonly subject: string
  readonly table: string
  readonly partOf?: string | ReadonlyArray<string>
  readonly sees: Sees
  readonly everybodySees?: Where
  readonly othersAfterOwn?: string
}

type Of = Extract<Where, { readonly of: unknown }>
type Has = Extract<Where, { readonly has: unknown }>
type Compared = Extract<Where, { readonly field: unknown }>

const all: ReadonlyArray<Rows> = [
  ...nouns,
  { subject: "candidate_merge", table: "candidate_merges", sees: { of: "candidate" } },
  { subject: "interviewer", table: "interviewer_times", sees: "all" }
]

/** The nouns with hidden rows, by table. */
export const hidden: ReadonlyMap<string, Rows> = new Map(
  all.flatMap((rows) =>
    seenBy(rows, "open") === undefined && seenBy(rows, "team") === undefined ? [] : [[rows.table, rows]]
  )
)

const bySubject = new Map(all.map((rows) => [rows.subject, rows]))

const rowsOf = (subject: string): Rows => bySubject.get(subject)!

/** Columns with the id of the owner row, if they are not named `<noun>_id`. */
const ownerColumns: Readonly<Record<string, string>> = {
  "job_criteria job": "id",
  "job_forms job": "id",
  "candidate_merges candidate": "into_id"
}

/** Returns the column of a table with the id of the row of this noun that a row belongs to. */
export const ownerColumn = (table: string, subject: string): string =>
  ownerColumns[`${table} ${subject}`] ?? `${subject}_id`

/**
 * Conditions that are always true. The first makes PostgreSQL read the row of an application: an index-only scan of a
 * wide index may look cheaper, but reads the entries of the whole organization. The second fits the partial index with
 * both ids, which lacks second applications on a job; those have the same candidate.
 */
const hints: Readonly<Record<string, (row: string) => string>> = {
  "applications id": (row) => ` AND ${row}.version > 0`,
  "applications candidate_id": (row) => ` AND ${row}.duplicate_of IS NULL`
}

const literal = (value: string | number | boolean): string =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value)

/** Makes the functions that write SQL conditions for a viewer. */
export const compiler = ({ access, hasRoles, hidesFeedback }: Viewing) => {
  const sees = (subject: string): Where | undefined => seenBy(rowsOf(subject), access, hidesFeedback)

  /**
   * The rest of a SELECT of rows that meet a condition. `key` is a further SQL condition by which the row is looked up.
   */
  const from = (subject: string, row: string, where: Where | undefined, way: Way, outer: string, key = ""): string =>
    [
      `FROM ${rowsOf(subject).table} ${row} WHERE ${row}.organization_id = $organization${key}`,
      ...(where === undefined ? [] : [compile(where, subject, row, way, outer)])
    ].join(" AND ")

  const some = (selection: string): string => `(SELECT true ${selection} LIMIT 1) IS TRUE`

  /** Selects the ids of the rows of a noun that own a row as `has` says. */
  const owners = ({ has, where = sees(has) }: Has, owner: string, row: string): string => {
    const { table } = rowsOf(has)
    const column = ownerColumn(table, owner)
    return `SELECT ${row}.${column} ${from(has, row, where, "listed", row)}${hints[`${table} ${column}`]?.(row) ?? ""}`
  }

  /** Selects the ids of the rows of a noun that meet a condition. */
  const ids = (subject: string, row: string, where: Where): string =>
    "has" in where ? owners(where, subject, row) : `SELECT ${row}.id ${from(subject, row, where, "listed", row)}`

  /**
   * Compares an id with a selection that is computed once. The CASE keeps PostgreSQL from using the comparison to find
   * rows, and makes it expect half of the rows to match.
   */
  const isAmong = (id: string, selection: string, way: Way): string => {
    const isOneOf = way === "scanned" ? `${id} IN (${selection})` : `${id} = ANY (ARRAY(${selection}))`
    return way === "listed" ? isOneOf : `CASE WHEN ${isOneOf} THEN true ELSE false END`
  }

  /** Returns the condition on the rows that are hidden, if `where` excludes them by a condition on their job. */
  const hiddenOf = (where: Where): Where | undefined => {
    if (!("of" in where) || typeof where.of !== "string") return undefined
    const owner = where.where ?? sees(where.of)
    const hidden = owner === undefined ? undefined : "not" in owner ? owner.not : hiddenOf(owner)
    return hidden === undefined ? undefined : { of: where.of, where: hidden }
  }

  /** Writes a condition: the row of a noun with this id (an SQL expression) meets `where`. */
  const isOf = (subject: string, id: string, where: Where | undefined, row: string, way: Way): string => {
    if (where === undefined) return `${id} IS NOT NULL`
    if (subject === "job") {
      return "not" in where
        ? `${id} <> ALL (ARRAY(${ids(subject, row, where.not)}))`
        : isAmong(id, ids(subject, row, where), way)
    }
    const hidden = hiddenOf(where)
    if (way !== "found" && hidden !== undefined) return `${id} NOT IN (${ids(subject, row, hidden)})`
    if (way !== "found" && access === "team") return isAmong(id, ids(subject, row, where), way)
    // An owned row proves that its owner exists, so the owner is not read.
    if (way === "found" && "has" in where) return hasBy(where, subject, id, row, row)
    const key = ` AND ${row}.id = ${id}${hints[`${rowsOf(subject).table} id`]?.(row) ?? ""}`
    return some(from(subject, row, where, way === "found" ? way : "scanned", row, key))
  }

  const belongs = ({ of, where }: Of, subject: string, row: string, way: Way): string => {
    const owned = [of].flat().map((owner) => {
      const id = `${row}.${ownerColumn(rowsOf(subject).table, owner)}`
      return { id, condition: isOf(owner, id, where ?? sees(owner), `${row}_`, way) }
    })
    return owned.map(({ condition }) => condition).reduceRight((other, one, at) =>
      `CASE WHEN ${owned[at]!.id} IS NULL THEN ${other} ELSE ${one} END`
    )
  }

  const has = (where: Has, subject: string, row: string, way: Way): string => {
    const inner = `${row}_`
    if (subject === "job" || (way !== "found" && access === "team")) {
      return isAmong(`${row}.id`, owners(where, subject, inner), way)
    }
    return hasBy(where, subject, `${row}.id`, inner, row)
  }

  /** Writes a condition: the row of a noun with this id owns a row that meets `where`. */
  const hasBy = ({ has, where = sees(has) }: Has, subject: string, id: string, row: string, outer: string): string =>
    some(from(has, row, where, "found", outer, ` AND ${row}.${ownerColumn(rowsOf(has).table, subject)} = ${id}`))

  const not = (where: Where, subject: string, row: string, way: Way, outer: string): string => {
    if ("of" in where && where.of === "job" && where.where !== undefined) {
      return belongs({ of: "job", where: { not: where.where } }, subject, row, way)
    }
    if ("has" in where && way !== "found" && where.where !== undefined && "of" in where.where) {
      return `${row}.id NOT IN (${owners(where, subject, `${row}_`)})`
    }
    if ("field" in where && where.is === null) return `${row}.${where.field} IS NOT NULL`
    return `NOT (${compile(where, subject, row, way, outer)})`
  }

  const compared = ({ field, is }: Compared, row: string, outer: string): string => {
    const column = `${row}.${field}`
    if (is === null) return `${column} IS NULL`
    if (typeof is !== "object") return is === true ? column : `${column} = ${literal(is)}`
    if ("owner" in is) return `${column} = ${outer}.${is.owner}`
    if (is.viewer === "email") {
      return `${ofRow(row, contactKeys)} && ARRAY(
        SELECT contact_key(u.organization_id, 'email', u.email) FROM users u WHERE u.organization_id = $organization AND u.id = $member)`
    }
    return is.viewer === "member" ? `${column} = $member` : hasRoles ? `${column} = ANY ($roles)` : "true"
  }

  /** Writes a condition on the row `row` of a noun; `outer` is the row that owns it. */
  const compile = (where: Where, subject: string, row: string, way: Way, outer = row): string => {
    const each = (all: ReadonlyArray<Where>, joined: string) =>
      all.map((one) => compile(one, subject, row, way, outer)).join(joined)
    if ("every" in where) return each(where.every, " AND ") || "true"
    if ("some" in where) return where.some.length === 0 ? "false" : `(${each(where.some, " OR ")})`
    if ("field" in where) return compared(where, row, outer)
    if ("of" in where) return belongs(where, subject, row, way)
    return "has" in where ? has(where, subject, row, way) : not(where.not, subject, row, way, outer)
  }

  /** Selects the visible rows of a noun, from its table or from another one that has some of its rows. */
  const seen = (rows: Rows, way: Way, table = rows.table): string =>
    rowsBy({ ...rows, table }, seenBy(rows, access, hidesFeedback), way)

  /** Selects the rows of a noun that viewers of their owner see. */
  const told = (rows: Rows): string => rowsBy(rows, toldTo(rows, hidesFeedback), "found")

  const rowsBy = ({ subject, table }: Rows, where: Where | undefined, way: Way): string =>
    `SELECT * FROM ${table} r WHERE ${where === undefined ? "true" : compile(where, subject, "r", way)}`

  return { compile, isOf, seen, sees, told }
}
