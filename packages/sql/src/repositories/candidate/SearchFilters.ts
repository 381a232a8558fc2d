/**
 * The filters of a search: conditions on each candidate. Where an index finds the candidates who meet them, and they
 * are not too many, a frequent word's rows are compared with their ids, and none is looked up.
 */
import { maxFiltered, type SearchFilter } from "@candor/domain/candidate/CandidateSearch"
import { isVisible, ofVisibleJob } from "../application/Visibility.ts"
import { type Parameters, type Search, tenant } from "./SearchConditions.ts"
import { noOwner } from "./SearchedTexts.ts"

/** The query for the words of a filter. */
export const wordsIn = ({ add }: Parameters, text: string): string =>
  `(SELECT text_query(${tenant}, ${add(text)}, '', false))`

/** The condition that an application `a` meets the filters on applications; undefined without any. */
const ofApplication = (
  { add }: Parameters,
  { created_after, created_before, job_id, source_type, stage_id, status }: SearchFilter
): string | undefined => {
  const conditions = [
    ...(job_id === undefined ? [] : [`a.job_id = ${add(job_id)}`]),
    ...(stage_id === undefined ? [] : [`a.stage_id = ${add(stage_id)}`]),
    ...(status === undefined ? [] : [`a.status = ${add(status)}`]),
    ...(source_type === undefined ? [] : [`name_form(a.source_type) = name_form(${add(source_type)})`]),
    ...(created_after === undefined ? [] : [`a.created_at > ${add(created_after)}::timestamptz`]),
    ...(created_before === undefined ? [] : [`a.created_at < ${add(created_before)}::timestamptz`])
  ]
  return conditions.length === 0 ? undefined : [...conditions, ofVisibleJob].join(" AND ")
}

/** The conditions of the filters on the columns of a candidate `c`, and on what is excluded. */
const ofColumns = (given: Parameters, { filter, query }: Search): ReadonlyArray<string> => {
  const { add } = given
  const { location, tag, university, years_min } = filter
  return [
    ...(query.excluded.length === 0 ? [] : ["c.id NOT IN (SELECT owner FROM excluded)"]),
    ...(years_min === undefined ? [] : [`c.years_experience >= ${add(years_min)}`]),
    ...(university === undefined ? [] : [`name_form(c.university) = (SELECT name_form(${add(university)}))`]),
    ...(location === undefined
      ? []
      : [`text_keys(c.organization_id, coalesce(c.location, '')) @@ ${wordsIn(given, location)}`]),
    ...(tag === undefined ? [] : [`c.tags @> ARRAY[${add(tag)}::text]`])
  ]
}

const applicationsWith = (applied: string, of = "true"): string =>
  `FROM $applications a WHERE a.organization_id = ${tenant} AND ${of} AND ${applied}`

/** The conditions of the filters on a candidate `c`, where no words are searched; none without filters. */
export const filters = (given: Parameters, search: Search): ReadonlyArray<string> => {
  const applied = ofApplication(given, search.filter)
  return [
    ...ofColumns(given, search),
    ...(applied === undefined ? [] : [`EXISTS (SELECT true ${applicationsWith(applied, "a.candidate_id = c.id")})`])
  ]
}

/** How a search with words chooses of what has them. */
export interface Choice {
  /** The condition on a candidate `c`, or of the one that a text `found` belongs to; undefined where all are chosen. */
  readonly ofCandidate?: string
  readonly ofText?: string
  /** The beginning of a WITH that has those who meet the filters, if an index finds them. */
  readonly tables: string
  /** Whether these are few enough, and the condition that one has this id, or one of their applications: expressions. */
  readonly ids?: {
    readonly areFew: string
    readonly have: (candidate: string, application: string) => string
  }
}

export const everything: Choice = { tables: "" }

/** Selects the ids of the candidates who meet the filters, if an index finds them. */
const foundByIndex = (
  { add, isOwn }: Parameters,
  { job_id, stage_id, tag, university }: SearchFilter,
  applied: string | undefined,
  columns: ReadonlyArray<string>
): string | undefined => {
  const where = (conditions: ReadonlyArray<string>) =>
    `SELECT c.id FROM public.candidates c WHERE ${[...conditions, "c.anonymised_at IS NULL", ...columns].join(" AND ")}`
  const own = `c.organization_id = ${tenant}`
  if (applied !== undefined) {
    if (job_id === undefined && stage_id === undefined) return undefined
    const people = `SELECT DISTINCT a.candidate_id AS id ${applicationsWith(applied)}`
    return columns.length === 0
      ? people
      : `SELECT c.id FROM (${people}) person CROSS JOIN LATERAL (${where([own, "c.id = person.id"])} LIMIT 1) c`
  }
  if (tag !== undefined)
    return where([isOwn("c"), `tag_keys(c.organization_id, c.tags) @> tag_keys(${tenant}, ARRAY[${add(tag)}::text])`])
  return university === undefined
    ? undefined
    : where([own, "c.university IS NOT NULL", `joined_form(c.university) = (SELECT joined_form(${add(university)}))`])
}

const candidateOf = (application: string): string =>
  `(
      SELECT a.candidate_id FROM applications a
      WHERE a.organization_id = ${tenant} AND a.id = ${application} AND ${isVisible("a.job_id")}
    )`

/** PostgreSQL compares a constant with one row after the other, instead of a hash of them. */
const isAmong = (id: string, table: string): ReadonlyArray<string> =>
  id === noOwner ? [] : [`coalesce(${id} IN (SELECT id FROM ${table}), false)`]

/**
 * The condition of all filters on a candidate `c` with the words; undefined without filters. Applications are looked up
 * for each: with EXISTS, PostgreSQL would read all of the organization first.
 */
const conditionOf = (columns: ReadonlyArray<string>, applied: string | undefined): string | undefined =>
  [
    ...columns,
    ...(applied === undefined
      ? []
      : [`coalesce((SELECT true ${applicationsWith(applied, "a.candidate_id = c.id")} LIMIT 1), false)`])
  ].join(" AND ") || undefined

/** The condition of the filters on a candidate `c` with words that are like those of a search. */
export const filtersOfEach = (given: Parameters, search: Search): string =>
  conditionOf(ofColumns(given, search), ofApplication(given, search.filter)) ?? "true"

/** Chooses by the filters of a search. */
export const choiceOf = (given: Parameters, search: Search): Choice => {
  const columns = ofColumns(given, search)
  const applied = ofApplication(given, search.filter)
  const each = conditionOf(columns, applied)
  if (each === undefined) return everything
  const owner = `coalesce(found.candidate_id, ${candidateOf("found.application_id")})`
  const ofOwner =
    `coalesce((SELECT ${each} FROM candidates c WHERE c.organization_id = ${tenant} AND c.id = ${owner}), false)`
  const conditions = { ofCandidate: each, ofText: ofOwner }
  const chosen = foundByIndex(given, search.filter, applied, columns)
  if (chosen === undefined) return { ...conditions, tables: "" }
  // What is compared with these ids is looked at for whether it is seen afterwards.
  return {
    ...conditions,
    tables: `chosen AS MATERIALIZED (${chosen} LIMIT ${maxFiltered + 1}),
    chosen_application AS MATERIALIZED (
      SELECT a.id FROM chosen CROSS JOIN LATERAL (
        SELECT a.id FROM public.applications a
        WHERE a.organization_id = ${tenant} AND a.candidate_id = chosen.id AND ${isVisible("a.job_id")} OFFSET 0
      ) a
    ), `,
    ids: {
      areFew: `(SELECT count(*) FROM chosen) <= ${maxFiltered}`,
      have: (candidate, application) =>
        [...isAmong(candidate, "chosen"), ...isAmong(application, "chosen_application")].join(" OR ")
    }
  }
}
