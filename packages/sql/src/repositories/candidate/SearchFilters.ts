/**
 * The filters of a search, as conditions on candidates. If an index finds the matching candidates and there are not too
 * many, the rows of a frequent word are compared with their ids, without looking up candidates.
 */
import { noun } from "@candor/domain/application/Application"
import { AppliedFilter, maxFiltered, type SearchFilter } from "@candor/domain/search/CandidateSearch"
import { filterCondition, inUse } from "../../statements/Filtering.ts"
import { isVisible, ofVisibleJob } from "../application/Visibility.ts"
import { fieldsKeys, type Parameters, type Search, tenant } from "./SearchConditions.ts"
import { noOwner } from "./SearchedTexts.ts"

/** A text search query for the words of a filter. */
export const wordsIn = ({ add }: Parameters, text: string): string =>
  `(SELECT text_query(${tenant}, ${add(text)}, '', false))`

/** The condition that an application `a` meets the filters on applications; undefined without any. */
const ofApplication = ({ add }: Parameters, filter: SearchFilter): string | undefined => {
  const conditions = inUse(AppliedFilter, filter).map((name) => filterCondition(noun, "a", name, add(filter[name])))
  return conditions.length === 0 ? undefined : [...conditions, ofVisibleJob].join(" AND ")
}

/** The conditions of the filters on the columns of a candidate `c`, and of the excluded words. */
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

/** The conditions of the filters on a candidate `c` in a search without words; empty without filters. */
export const filters = (given: Parameters, search: Search): ReadonlyArray<string> => {
  const applied = ofApplication(given, search.filter)
  return [
    ...ofColumns(given, search),
    ...(applied === undefined ? [] : [`EXISTS (SELECT true ${applicationsWith(applied, "a.candidate_id = c.id")})`])
  ]
}

/** The filters of a search with words. */
export interface CandidateFilter {
  /** The condition on a candidate `c`, or on the candidate of a text `found`; undefined without filters. */
  readonly ofCandidate?: string
  readonly ofText?: string
  /** The beginning of a WITH clause with the candidates who meet the filters, if an index finds them. */
  readonly tables: string
  /**
   * Expressions: whether it has all of them, and whether it has a given candidate or the candidate of a given
   * application.
   */
  readonly ids?: {
    readonly areComplete: string
    readonly have: (candidate: string, application: string) => string
  }
}

export const noFilter: CandidateFilter = { tables: "" }

/** A table of the WITH clause with the ids of candidates, and whether it has all who meet the filters. */
interface FoundByIndex {
  /** The tables that it is built on. */
  readonly before: string
  readonly ids: string
  readonly areComplete: string
}

const atMost = (table: string): string => `(SELECT count(*) FROM ${table}) <= ${maxFiltered}`

/** A condition: a candidate has an application that meets the filters, looked up for each candidate. */
const hasApplied = (applied: string, candidate: string): string =>
  `coalesce((SELECT true ${applicationsWith(applied, `a.candidate_id = ${candidate}`)} LIMIT 1), false)`

/** Selects the ids of the candidates who meet the filters, if an index finds them: at most 10,001 from each index. */
const foundByIndex = (
  given: Parameters,
  { job_id, location, stage_id, tag, university, years_min }: SearchFilter,
  applied: string | undefined,
  columns: ReadonlyArray<string>
): FoundByIndex | undefined => {
  const { add, isOwn } = given
  const first = `LIMIT ${maxFiltered + 1}`
  const where = (conditions: ReadonlyArray<string>) =>
    `SELECT c.id FROM public.candidates c WHERE ${[...conditions, "c.anonymised_at IS NULL", ...columns].join(" AND ")}`
  const own = `c.organization_id = ${tenant}`
  const ofColumn = tag !== undefined
    ? where([isOwn("c"), `tag_keys(c.organization_id, c.tags) @> tag_keys(${tenant}, ARRAY[${add(tag)}::text])`])
    : university !== undefined
    ? where([own, "c.university IS NOT NULL", `joined_form(c.university) = (SELECT joined_form(${add(university)}))`])
    : location !== undefined
    ? where([isOwn("c"), `${fieldsKeys} @@ ${wordsIn(given, location)}`])
    : years_min === undefined
    ? undefined
    : where([own])
  if (applied === undefined)
    return ofColumn === undefined
      ? undefined
      : { before: "", ids: `${ofColumn} ${first}`, areComplete: atMost("filtered_candidate") }
  if (job_id === undefined && stage_id === undefined) return undefined
  const applicants = `applicant AS MATERIALIZED (SELECT a.candidate_id AS id ${applicationsWith(applied)} ${first}), `
  if (columns.length === 0)
    return { before: applicants, ids: "SELECT id FROM applicant", areComplete: atMost("applicant") }
  const ofApplicants = `SELECT c.id FROM applicant
      CROSS JOIN LATERAL (${where([own, "c.id = applicant.id"])} LIMIT 1) c WHERE ${atMost("applicant")}`
  if (ofColumn === undefined) return { before: applicants, ids: ofApplicants, areComplete: atMost("applicant") }
  return {
    before: `${applicants}with_column AS MATERIALIZED (${ofColumn} ${first}), `,
    ids: `SELECT id FROM with_column WHERE ${atMost("with_column")} AND CASE WHEN ${atMost("applicant")}
        THEN id IN (SELECT id FROM applicant) ELSE ${hasApplied(applied, "with_column.id")} END
      UNION ALL ${ofApplicants} AND NOT ${atMost("with_column")}`,
    areComplete: `(${atMost("applicant")} OR ${atMost("with_column")})`
  }
}

const candidateOf = (application: string): string =>
  `(
      SELECT a.candidate_id FROM applications a
      WHERE a.organization_id = ${tenant} AND a.id = ${application} AND ${isVisible("a.job_id")}
    )`

/** For a constant, PostgreSQL would scan all rows instead of using a hash. */
const isAmong = (id: string, table: string): ReadonlyArray<string> =>
  id === noOwner ? [] : [`coalesce(${id} IN (SELECT id FROM ${table}), false)`]

/**
 * The condition of all filters on a candidate `c` of a search with words; undefined without filters. Applications are
 * looked up for each candidate: for an EXISTS, PostgreSQL would first read all of the organization.
 */
const conditionOf = (columns: ReadonlyArray<string>, applied: string | undefined): string | undefined =>
  [
    ...columns,
    ...(applied === undefined
      ? []
      : [hasApplied(applied, "c.id")])
  ].join(" AND ") || undefined

/** The condition of the filters on a candidate `c` of a search for similar words. */
export const filtersOfEach = (given: Parameters, search: Search): string =>
  conditionOf(ofColumns(given, search), ofApplication(given, search.filter)) ?? "true"

/** Returns the filters of a search with words. */
export const candidateFilter = (given: Parameters, search: Search): CandidateFilter => {
  const columns = ofColumns(given, search)
  const applied = ofApplication(given, search.filter)
  const each = conditionOf(columns, applied)
  if (each === undefined) return noFilter
  const owner = `coalesce(found.candidate_id, ${candidateOf("found.application_id")})`
  const ofOwner =
    `coalesce((SELECT ${each} FROM candidates c WHERE c.organization_id = ${tenant} AND c.id = ${owner}), false)`
  const conditions = { ofCandidate: each, ofText: ofOwner }
  const found = foundByIndex(given, search.filter, applied, columns)
  if (found === undefined) return { ...conditions, tables: "" }
  // Rows that are compared with these ids are checked for visibility afterwards.
  return {
    ...conditions,
    tables: `${found.before}filtered_candidate AS MATERIALIZED (${found.ids}),
    filtered_application AS MATERIALIZED (
      SELECT a.id FROM public.applications a
      WHERE a.organization_id = ${tenant} AND a.candidate_id = ANY (ARRAY(SELECT id FROM filtered_candidate))
        AND ${isVisible("a.job_id")}
    ), `,
    ids: {
      areComplete: found.areComplete,
      have: (candidate, application) =>
        [...isAmong(candidate, "filtered_candidate"), ...isAmong(application, "filtered_application")].join(" OR ")
    }
  }
}
