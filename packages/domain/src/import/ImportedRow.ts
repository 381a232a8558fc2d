/** Reads a person from a row of a table, into the same fields as a request for a candidate or application has. */
import { Option, Schema } from "effect"
import { type ApplicantDraft, readDraft, type Unapplied } from "../application/Applicant.ts"
import * as Candidate from "../candidate/Candidate.ts"
import { cleanLine } from "../CleanText.ts"
import { comparable } from "../Comparison.ts"
import { emailsIn, isNothing, type Parts, phonesIn, tagsIn } from "./Cells.ts"
import { described, named } from "../Described.ts"
import { ForeignId } from "../ExternalId.ts"
import { readDay } from "../form/DateReading.ts"
import { NoteDraft } from "../note/Note.ts"
import { Email, PersonLine } from "../Text.ts"
import { fromMillis, type Timestamp } from "../Timestamp.ts"
import type { DayOrder, MappedColumn, Target } from "./Mapping.ts"

const reasons = [
  "name",
  "too_long",
  "email",
  "date",
  "date_order",
  "job",
  "job_closed",
  "job_not_unique",
  "stage",
  "status",
  "refused",
  "left_out",
  "differs",
  "too_many",
  "more"
] as const
export type IssueReason = (typeof reasons)[number]

/** A problem with a value of a row. */
export const RowIssue = Schema.Struct({
  column: Schema.NullOr(Schema.String).pipe(
    described("The name of the column, or its number if it has none; null for the whole row", "Mail")
  ),
  value: Schema.String.pipe(described("The value, shortened if long", "anna@")),
  reason: Schema.Literals(reasons).pipe(described(
    "The kind of problem. With `left_out` (the value is invalid) and `differs` (the existing record has another " +
      "value), the row is still imported",
    "email"
  )),
  expected: Schema.String.pipe(
    described("What would be accepted, or what happened to the value", "an email address, such as anna@example.com")
  ),
  accepted: Schema.optionalKey(Schema.Array(Schema.String)).pipe(
    described("The accepted values, if they are few", ["Applied", "Interview"])
  )
}).pipe(named("ImportRowIssue", "A problem with a value of a row of an import"))
export interface RowIssue extends Schema.Schema.Type<typeof RowIssue> {}

/** The settings for reading rows. */
export interface Reading {
  readonly column_names: ReadonlyArray<string>
  readonly mapping: ReadonlyArray<MappedColumn>
  readonly day_order: DayOrder | null
  /** The system whose ids are in a column. */
  readonly system: string | null
}

/** The content of a row. */
export interface ReadRow {
  readonly applicant: ApplicantDraft
  /** The applicant, with the values that are valid. */
  readonly candidate: Candidate.CandidateDraft
  readonly job: string | null
  readonly stage: string | null
  readonly status: string | null
  readonly source_type: string | null
  readonly applied_at: Timestamp | null
  /** The day on which the application ended. */
  readonly closed_at: Timestamp | null
  readonly note: string | null
  /** Values that were left out. */
  readonly issues: ReadonlyArray<RowIssue>
}

/** A row that cannot be imported, and why. */
export interface UnreadableRow {
  readonly name: string | null
  readonly problems: ReadonlyArray<RowIssue>
}

const maxShown = 200

/** Returns the beginning of a value, for display. */
export const shownValue = (text: string): string => {
  const characters = Array.from(cleanLine(text.slice(0, 4 * maxShown)).replaceAll("\u0000", ""))
  return characters.length <= maxShown ? characters.join("") : `${characters.slice(0, maxShown - 1).join("")}…`
}

/** The most issues of a row. */
const maxIssues = 20

/** Returns the first issues of a row, with the number of further ones. */
export const boundedIssues = (issues: ReadonlyArray<RowIssue>): ReadonlyArray<RowIssue> => {
  const shown = issues.slice(0, maxIssues - 1)
  return issues.length <= maxIssues
    ? issues
    : [...shown, {
      column: null,
      value: String(issues.length - shown.length),
      reason: "more",
      expected: `${issues.length - shown.length} more, which are not listed`
    }]
}

const decodeName = Schema.decodeUnknownOption(PersonLine)
const decodeEmail = Schema.decodeUnknownOption(Email)
const decodeForeignId = Schema.decodeUnknownOption(ForeignId)

/** The most characters of a possible email address. */
const maxAddress = 1000

const isNote = Schema.is(Schema.toType(NoteDraft))

/** Splits a name with the family name before a comma: `Müller, Anna`. Null for any other name. */
const inverted = (name: string): { readonly given_name: string; readonly family_name: string } | null => {
  const [family_name = "", given_name = "", ...others] = name.split(",").map((part) => part.trim())
  return others.length > 0 || family_name === "" || !/^\p{L}[\p{L}\p{M}.'’\s-]*$/u.test(given_name) ||
      /^(?:jr|sr|i+|ph\.?d|md|mba|msc|bsc)\.?$/i.test(given_name)
    ? null
    : { given_name, family_name }
}

/** The values of the name columns. */
type Named = Readonly<Record<"whole" | "given" | "family", string | null>>

/**
 * Splits a person's name by its columns. If there is a column for the family name and none for the given name, the name
 * column may contain only the given name, or both.
 */
const namesOf = ({ family, given, whole }: Named) => {
  const parts = whole === null ? null : inverted(whole)
  const given_name = given ?? parts?.given_name ?? null
  const family_name = family ?? parts?.family_name ?? null
  const lacks = (part: string | null): boolean =>
    part !== null && whole !== null && !` ${comparable(whole)} `.includes(` ${comparable(part)} `)
  const written = parts === null
    ? [lacks(given) ? given : null, whole, lacks(family) ? family : null]
    : [given_name, family_name]
  return {
    given_name,
    family_name,
    full_name: (whole === null ? [given_name, family_name] : written).filter((part) => part !== null).join(" ")
  }
}

/** The words of a row of sums below a list. */
const sumWords = /^(?:summe|gesamt|gesamtsumme|insgesamt|anzahl|sum|total|grand total|count)$/

/** Returns whether a name without address and number is that of a row of sums: `Summe`, `Total: 30`, `30`. */
const isSum = (name: string): boolean => {
  const words = comparable(name.replaceAll(/[^\p{L}\p{M}]+/gu, " "))
  return words === "" || sumWords.test(words)
}

/** Excel's day 0 relative to the Unix epoch: the end of 1899, adjusted for the extra day that Excel has in 1900. */
const excelEpoch = -25_569

const firstYear = 1980

/** Returns the dates that a cell may mean, within the years in which people may have applied. */
const daysOf = (cell: string, order: DayOrder | null, today: string): ReadonlyArray<string> => {
  const text = cell.trim()
  const serial = /^\d{5}(?:\.\d+)?$/.test(text)
    ? fromMillis((excelEpoch + Math.floor(Number(text))) * 86_400_000).slice(0, 10)
    : undefined
  const days = serial === undefined
    ? readDay(text, order === null ? null : order === "day_first" ? "en-GB" : "en-US")
    : [serial]
  return days.filter((day) => day <= today && Number(day.slice(0, 4)) >= firstYear)
}

/** Reads a row. `now` is the time of the import: no application can be later. */
export const readRow = (
  { column_names, day_order, mapping, system }: Reading,
  cells: ReadonlyArray<string>,
  now: Timestamp
): ReadRow | UnreadableRow => {
  const problems: Array<RowIssue> = []
  const issues: Array<RowIssue> = []
  const valuesOf = (target: Target) =>
    mapping.flatMap(({ column, to }) =>
      to === target && !isNothing(cells[column] ?? "") ? [{ column, text: cells[column]! }] : []
    )
  const nameOf = (column: number): string => column_names[column] || String(column + 1)
  const issue = (column: number | null, value: string, reason: IssueReason, expected: string): RowIssue => ({
    column: column === null ? null : nameOf(column),
    value: shownValue(value),
    reason,
    expected
  })
  const one = (target: Target) => valuesOf(target)[0]
  /** Reads the cell as a text of one line; null, with an issue, if it is not one. */
  const lineOf = (target: Target): string | null => {
    const found = one(target)
    if (found === undefined) return null
    const line = Option.getOrNull(decodeName(found.text))
    if (line === null) problems.push(issue(found.column, found.text, "too_long", "at most 200 characters"))
    return line
  }

  const [whole, given, family] = [lineOf("full_name"), lineOf("given_name"), lineOf("family_name")]
  const { family_name, given_name, full_name: joined } = namesOf({ whole, given, family })
  const full_name = Option.getOrNull(decodeName(joined))
  if (full_name === null && problems.length === 0) {
    const column = mapping.find(({ to }) => to.endsWith("name"))?.column ?? null
    problems.push(
      joined === "" ? issue(column, "", "name", "a name") : issue(column, joined, "too_long", "at most 200 characters")
    )
  }
  const foreign = one("external_id")
  const foreign_id = foreign === undefined ? null : Option.getOrNull(decodeForeignId(foreign.text))
  if (foreign !== undefined && foreign_id === null)
    problems.push(issue(foreign.column, foreign.text, "too_long", "at most 200 characters"))

  /** Returns the parts of all cells of a field, with their columns. Adds an issue if some are cut off. */
  const partsOf = (target: Target, read: (text: string) => Parts) =>
    valuesOf(target).flatMap(({ column, text }) => {
      const { isCut, parts } = read(text)
      if (isCut) issues.push(issue(column, text, "too_many", "left out from the 1,001st value on"))
      return parts.map((part) => ({ column, part }))
    })
  const emails = partsOf("email", emailsIn).flatMap(({ column, part }) => {
    const address = part.length > maxAddress ? null : Option.getOrNull(decodeEmail(part.replace(/^mailto:/i, "")))
    if (address === null) problems.push(issue(column, part, "email", "an email address, such as anna@example.com"))
    return address === null ? [] : [{ address }]
  })
  const eachOnce = (
    target: Target,
    read: (text: string) => Parts
  ) => [...new Set(partsOf(target, read).map(({ part }) => part))]
  const [phones, tags] = [eachOnce("phone", phonesIn), eachOnce("tags", tagsIn)]

  if (full_name !== null && emails.length === 0 && phones.length === 0 && isSum(full_name)) {
    const column = mapping.find(({ to }) => to.endsWith("name"))?.column ?? null
    problems.push(issue(column, full_name, "name", "a person's name, or an email address or phone number beside it"))
  }

  /** Reads the cell as a day that is past; null, with a problem, if it is not one. */
  const dayOf = (target: Target): string | null => {
    const found = one(target)
    if (found === undefined) return null
    const days = daysOf(found.text, day_order, now.slice(0, 10))
    if (days.length === 1) return days[0]!
    problems.push(
      days.length === 0
        ? issue(found.column, found.text, "date", "a day that is past, such as 2026-11-30")
        : issue(found.column, found.text, "date_order", "a choice of what stands first, the day or the month")
    )
    return null
  }
  const [applied, closed] = [dayOf("applied_at"), dayOf("closed_at")]
  if (applied !== null && closed !== null && closed < applied) {
    const { column, text } = one("closed_at")!
    problems.push(issue(column, text, "date", "a day that is not before the application"))
  }

  const notes = valuesOf("note")
  const note = notes.length === 0
    ? null
    : notes.map(({ column, text }) => notes.length === 1 ? text : `${nameOf(column)}: ${text}`).join("\n\n").trim()
  if (note !== null && !isNote({ note }))
    problems.push(issue(notes[0]!.column, note, "too_long", "at most 50,000 characters"))

  const plain = (["linkedin_url", "github_url", "website_url", "location", "university", "years_experience"] as const)
    .flatMap((target) => {
      const found = one(target)
      return found === undefined ? [] : [[target, found.text.trim().slice(0, 20_000)] as const]
    })
  const [job, stage, status, source_type] = [lineOf("job"), lineOf("stage"), lineOf("status"), lineOf("source_type")]
  if (full_name === null || problems.length > 0) return { name: full_name, problems: boundedIssues(problems) }
  const applicant: ApplicantDraft = {
    full_name,
    ...(given_name === null ? {} : { given_name }),
    ...(family_name === null ? {} : { family_name }),
    email_addresses: emails.slice(0, maxEach),
    phone_numbers: phones.slice(0, maxEach).map((number) => ({ number })),
    ...Object.fromEntries(plain),
    tags: tags.slice(0, 100)
  }
  const { candidate, unapplied } = readDraft(applicant)
  const columnOf = (field: Unapplied["field"]): number | null =>
    mapping.find(({ to }) =>
      to === (field === "email_addresses" ? "email" : field === "phone_numbers" ? "phone" : field)
    )?.column ?? null
  issues.push(
    ...unapplied.map(({ field, value }) => issue(columnOf(field), value, "left_out", "left out: it was not understood"))
  )
  const more = [...emails.slice(maxEach).map(({ address }) => address), ...phones.slice(maxEach), ...tags.slice(100)]
  issues.push(
    ...more.map((value) =>
      issue(null, value, "too_many", "left out: a person has at most 20 addresses, numbers and tags")
    )
  )
  return {
    applicant,
    job,
    stage,
    status,
    source_type,
    note,
    issues,
    candidate: system === null || foreign_id === null
      ? candidate
      : { ...candidate, external_ids: [{ system, id: foreign_id }] },
    applied_at: startOf(applied),
    closed_at: startOf(closed)
  }
}

const startOf = (day: string | null): Timestamp | null => day === null ? null : `${day}T00:00:00.000Z` as Timestamp

/** The most email addresses, and phone numbers, of a person. */
const maxEach = 20

export const isUnreadable = (row: ReadRow | UnreadableRow): row is UnreadableRow => "problems" in row

/**
 * Returns the key that rows of one person share: the external id, the first email address, or the LinkedIn profile;
 * null if there is none.
 */
export const personKeyOf = ({ candidate }: ReadRow): string | null =>
  candidate.external_ids?.map(({ id, system }) => `${system}:${id}`)[0] ??
    candidate.email_addresses?.[0]?.address.normalize("NFKC").toLowerCase() ?? candidate.linkedin_url ?? null
