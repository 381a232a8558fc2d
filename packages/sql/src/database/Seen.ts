/**
 * Limits statements to the rows that a member may see (decision 0083).
 *
 * A statement marks the tables with hidden rows: `FROM $applications a` reads the rows that the current member sees,
 * `FROM applications a` reads all. Rows that belong to a visible row need no mark, if the nouns' `sees` follow from
 * each other; a rule on all recorded statements finds missing marks.
 *
 * `$applications` are looked up by ids or an index. `$listed_applications` come in the order of a page, in whose index
 * few may be visible. `$scanned_applications` are many rows that another condition finds, and `$whole_applications` are
 * most of the organization's. `$told_interview_feedback` belong to an application that is known to be visible.
 * `$scanned_candidates(first)` are rows of `first`, a table of the statement that has rows of candidates.
 */
import { hiddenJob, type PartialAccess, seenBy, toldTo } from "@candor/domain/access/Sees"
import { nouns } from "@candor/domain/nouns"
import type { Where } from "@candor/domain/Where"
import { seenEvents } from "./SeenEvents.ts"
import { compiler, hidden, type Viewing, type Way } from "./WhereSql.ts"

/** The tables with rows that may be hidden. */
export const hiddenTables: ReadonlyArray<string> = [...hidden.keys(), "events"]

/** Returns a source for rows that belong to a visible row. Rows of most tables are visible if their owner is. */
export const partsSeen = (table: string): string => {
  const owned = nouns.find((noun) => noun.table === table && noun.sees === "owner")
  return owned === undefined ? `$${table}` : toldTo(owned) === undefined ? table : `$told_${table}`
}

/** Whether administrators, too, see different rows, and so different events. */
const differ = nouns.some(({ everybodySees }) => everybodySees !== undefined)

/**
 * The kinds of marks. `whole` is `scanned`, but collects the deciding rows even if they are many. `told` rows belong to
 * a visible row: only the conditions that hide them from its viewers are checked.
 */
type Mark = Way | "told" | "whole"

/**
 * The number of applications that determine visibility. `many` are not collected first: rows are checked one by one.
 * With `few`, a list of candidates starts from these applications.
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
 * Always true. Lowers the planner's estimate to one row in 200, so that a list of the applications of small jobs begins
 * with the jobs, in an index-only scan.
 */
const beginsWithJobs = " AND r.created_at + interval '0' BETWEEN '-infinity' AND 'infinity'"

/** Returns a source for FROM with the visible rows of a table, out of `rows`. */
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
  // OFFSET 0 makes PostgreSQL apply the statement's other, cheaper conditions on `rows` first.
  const first = rows === table ? "" : " OFFSET 0"
  // The statement itself compares the organization, in the way that its plan needs.
  return noun === undefined
    ? `(SELECT * FROM ${rows} r WHERE ${seenEvents(kind, conditions, way)}${first})`
    : `(${conditions.seen(noun, way, rows)}${hint}${first})`
}

const marks = new RegExp(
  String.raw`\$(?:(listed|scanned|told|whole)_)?(${hiddenTables.join("|")})\b(?:\((\w+)\))?`,
  "g"
)

/** Replaces each mark in a statement's text. */
export const replaced = (text: string, by: (table: string, way: Mark, rows: string) => string): string =>
  text.replace(marks, (_, way: Mark | undefined, table: string, rows = table) => by(table, way ?? "found", rows))

/** The viewer's values that conditions compare with, and their types. */
const types = { organization: "uuid", member: "uuid", roles: "text[]" } as const

/** A statement written for a viewer, and the values of its further parameters, in order. */
export interface Written {
  readonly text: string
  readonly values: ReadonlyArray<keyof typeof types>
}

/**
 * Replaces the placeholders of the viewer's values by parameters after the existing ones. Values that the text does not
 * use are left out, because PostgreSQL refuses unused parameters.
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

/** Writes a statement for a kind of viewer; undefined sees all rows. */
export const writtenFor = (text: string, parameters: number, kind: Kind | undefined): Written => {
  if (kind === undefined) return { text: replaced(text, (_, __, rows) => rows), values: [] }
  return numbered(replaced(text, (table, way, rows) => sourceOf(table, way, rows, kind)), parameters)
}

/** The applications that determine visibility: those of a limited member's teams, or the hidden ones. */
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
