/**
 * The rows that a member sees (decision 0083). A statement says of a table with hidden rows what it reads: `FROM
 * $applications a` are those that the member sees for whom it runs, `FROM applications a` are all. What belongs to a
 * row that is seen needs no mark, as far as the nouns' `sees` follow from each other; a rule on all recorded statements
 * knows where a mark is missing.
 *
 * `$applications` are looked up by ids or an index, `$listed_applications` come in the order of a page, of which an
 * index may have few that are seen, and `$scanned_applications` are many that another condition finds.
 * `$whole_applications` are most of the organization's. `$told_interview_feedback` is of an application that is seen.
 * `$scanned_candidates(first)` are those of `first`, a table of the statement that has rows of candidates.
 */
import { hiddenJob, type PartialAccess, seenBy, toldTo } from "@candor/domain/access/Sees"
import { nouns } from "@candor/domain/nouns"
import type { Where } from "@candor/domain/Where"
import { seenEvents } from "./SeenEvents.ts"
import { compiler, hidden, type Viewing, type Way } from "./WhereSql.ts"

/** The tables with rows that may be hidden. */
export const hiddenTables: ReadonlyArray<string> = [...hidden.keys(), "events"]

/**
 * A source for rows of a table that belong to a row which is seen: most tables are seen with what their rows belong to.
 */
export const partsSeen = (table: string): string => {
  const owned = nouns.find((noun) => noun.table === table && noun.sees === "owner")
  return owned === undefined ? `$${table}` : toldTo(owned) === undefined ? table : `$told_${table}`
}

/** Whether administrators see different rows, too, and so different events. */
const differ = nouns.some(({ everybodySees }) => everybodySees !== undefined)

/**
 * The ways that marks name; `whole` is `scanned` where the rows that decide are collected also if they are many. `told`
 * are rows of what is seen: they are looked at for what hides them from those who see that.
 */
type Mark = Way | "told" | "whole"

/**
 * How many applications the jobs have that decide what is seen. Many are not collected first: rows are checked one by
 * one. A list of candidates begins with those of few.
 */
export type Size = "few" | "some" | "many"

/** The size of a number of applications. */
export const sizeOf = (applications: number): Size =>
  applications < 2_000 ? "few" : applications < maxDeciding ? "some" : "many"

/** For whom a statement is written. */
export interface Kind extends Viewing {
  readonly size: Size
}

/**
 * Always true. Lowers the estimate to one row in 200, so that a list of the applications of small jobs begins with the
 * jobs, in an index alone.
 */
const beginsWithJobs = " AND r.created_at + interval '0' BETWEEN '-infinity' AND 'infinity'"

/** The rows of a table that are seen, as a source for FROM, of `rows`. */
const source = (table: string, asked: Mark, rows: string, kind: Kind): string => {
  const conditions = compiler(kind)
  const noun = hidden.get(table)
  if (
    kind.access === "all" &&
    (noun === undefined ? !differ && !kind.hidesFeedback : seenBy(noun, "all", kind.hidesFeedback) === undefined)
  ) return rows
  if (asked === "told")
    return noun === undefined || toldTo(noun, kind.hidesFeedback) === undefined
      ? rows
      : `(${conditions.told(noun)})`
  const beginsWithFew = asked !== "listed" || table !== "candidates" || kind.size === "few"
  const way = asked === "whole" ? "scanned" : kind.size === "many" ? "found" : beginsWithFew ? asked : "scanned"
  const hint = table === "applications" && way === "listed" && kind.access === "team" ? beginsWithJobs : ""
  // What else some of its rows are compared with takes longer.
  const first = rows === table ? "" : " OFFSET 0"
  // The statement compares the organization, in the way that its plan needs.
  return noun === undefined
    ? `(SELECT * FROM ${rows} r WHERE ${seenEvents(kind, conditions, way)}${first})`
    : `(${conditions.seen(noun, way, rows)}${hint}${first})`
}

const marks = new RegExp(
  String.raw`\$(?:(listed|scanned|told|whole)_)?(${hiddenTables.join("|")})\b(?:\((\w+)\))?`,
  "g"
)

/** The text of a statement with another one in the place of each mark. */
export const replaced = (text: string, by: (table: string, way: Mark, rows: string) => string): string =>
  text.replace(marks, (_, way: Mark | undefined, table: string, rows = table) => by(table, way ?? "found", rows))

/** The values of a viewer that conditions compare with, and their types. */
const types = { organization: "uuid", member: "uuid", roles: "text[]" } as const

/** A statement as it is for a viewer, and the values that its further parameters have, in their order. */
export interface Written {
  readonly text: string
  readonly values: ReadonlyArray<keyof typeof types>
}

/**
 * Numbers what stands for the viewer's values in a text, after its other parameters. PostgreSQL refuses a parameter
 * that the text does not have.
 */
const numbered = (text: string, parameters: number): Written => {
  const values = (Object.keys(types) as Array<keyof typeof types>).filter((value) => text.includes(`$${value}`))
  const number = (written: string, value: keyof typeof types, at: number) =>
    written.replaceAll(`$${value}`, `$${parameters + at + 1}::${types[value]}`)
  return { text: values.reduce(number, text), values }
}

const sources = new Map<string, string>()

const sourceOf = (table: string, way: Mark, rows: string, kind: Kind): string => {
  const key = `${table} ${way} ${rows} ${kind.access} ${kind.hasRoles} ${kind.size} ${kind.hidesFeedback}`
  const known = sources.get(key)
  if (known !== undefined) return known
  const made = source(table, way, rows, kind)
  sources.set(key, made)
  return made
}

/** Writes a statement for a viewer, or for one who sees all. */
export const writtenFor = (text: string, parameters: number, kind: Kind | undefined): Written => {
  if (kind === undefined) return { text: replaced(text, (_, __, rows) => rows), values: [] }
  return numbered(replaced(text, (table, way, rows) => sourceOf(table, way, rows, kind)), parameters)
}

/** The applications that decide what a viewer sees: those of a limited member's teams, or the hidden ones. */
const deciding: Readonly<Record<PartialAccess, Where>> = { open: { of: "job", where: hiddenJob }, team: { of: "job" } }

/** The most of them that are counted. */
export const maxDeciding = 10_000

/** Whether the text of a statement depends on their number. */
export const countsApplications = (text: string): boolean => /\$(?:listed|scanned)_/.test(text)

/** The statement that counts them, as `applications`. */
export const countOf = (kind: Kind & { readonly access: PartialAccess }): Written => {
  const decides = compiler(kind).compile(deciding[kind.access], "application", "r", "listed")
  return numbered(
    `SELECT count(*)::integer AS applications FROM (
    SELECT FROM applications r WHERE r.organization_id = $organization AND ${decides} LIMIT ${maxDeciding}
  ) first`,
    0
  )
}
