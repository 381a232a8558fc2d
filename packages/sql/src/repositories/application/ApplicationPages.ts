/** Pages of stored applications: newest first, or by their last change. */
import { type ApplicationListItem, noun } from "@candor/domain/application/Application"
import type { ApplicationChangeFilter } from "@candor/domain/application/ApplicationFilter"
import type { Applications } from "@candor/domain/application/Applications"
import type { SqlClient } from "effect/sql"
import { applicationListed } from "./ApplicationQueries.ts"
import { type Conditions, filterCondition } from "../../statements/Filtering.ts"
import { afterRequested, byChange, byCreation, jsonPages, type Order, ordered } from "../../statements/Paging.ts"
import { signalConditions } from "../signal/SignalRows.ts"
import { hasDeletedJobs, isVisible } from "./Visibility.ts"

type Filter = Partial<ApplicationChangeFilter>

/** The type of each filter's value. */
const types: { readonly [Name in keyof Required<Filter>]: string } = {
  job_id: "uuid",
  stage_id: "uuid",
  candidate_id: "uuid",
  status: "text",
  external_id: "jsonb",
  criterion: "jsonb",
  source_type: "text",
  signal: "text",
  group_id: "text",
  created_after: "timestamptz",
  created_before: "timestamptz",
  updated_since: "timestamptz"
}

/** The conditions on an application `a` of filters that no other list has, or that finds it in another way. */
const own: Conditions<keyof Filter> = {
  // Only results on the text that the criterion has now count. A value rather than an EXISTS, for which the planner would read all assessments of the organization.
  criterion: (value) =>
    `(
    SELECT x.results @> jsonb_build_array(${value} || jsonb_build_object('criterion', k.criterion -> 'text')) AND NOT x.results @> jsonb_build_array(
      jsonb_build_object('criterion_id', ${value} -> 'criterion_id', 'decision', 'overruled')
    )
    FROM assessments x JOIN job_criteria c ON c.organization_id = $organization AND c.id = a.job_id
    CROSS JOIN LATERAL jsonb_array_elements(c.criteria) AS k (criterion)
    WHERE x.organization_id = $organization AND x.application_id = a.id
      AND k.criterion -> 'id' = ${value} -> 'criterion_id'
  ) IS TRUE`,
  ...signalConditions("application_id", "a")
}

/** The condition that a filter of the request selects an application. */
const isRequested = (filter: keyof Filter, row = "a"): string =>
  filterCondition(noun, row, filter, `request.${filter}`, own)

/** Texts of a source that are known by their rows: more rows than that are soon found in a page. */
const maxKnown = 1000

const ofSeenJob = isVisible("x.job_id")

/** The stored spellings of the requested source; null if there are none. They are looked up once per page. */
const known = `(
  SELECT array_agg(DISTINCT x.source_type) FROM (
    SELECT x.source_type FROM $listed_applications x
    WHERE x.organization_id = $organization AND ${isRequested("source_type", "x")} AND ${ofSeenJob}
    LIMIT ${maxKnown}
  ) x)`

/** Whether that reached the limit of rows, so that there may be further spellings. */
const areMany = `(
  SELECT count(*) = ${maxKnown} FROM (
    SELECT FROM $listed_applications x
    WHERE x.organization_id = $organization AND ${isRequested("source_type", "x")} AND ${ofSeenJob}
    LIMIT ${maxKnown}
  ) x)`

/**
 * The condition on the source in an order whose index lacks its normal form, which costs a hundred text comparisons.
 * For an unknown source no row is read, for a rare one the spellings are compared.
 */
const ofSource = `${known} IS NOT NULL AND (a.source_type = ANY (${known}::text[]) OR (${areMany} AND ${
  isRequested("source_type")
})) IS TRUE`

/** Filters for which the planner may use an index that is not in the order of the page: few rows match. */
const ofAnyIndex: ReadonlySet<keyof Filter> = new Set(["candidate_id", "external_id", "updated_since"])

/**
 * Returns the condition of a filter. `IS TRUE` keeps the planner from another index, which would find more rows than a
 * page and sort them.
 */
const conditionOf = (filter: keyof Filter, { column }: Order<string>): string => {
  if (filter === "source_type" && column === "updated_at") return ofSource
  const condition = isRequested(filter)
  return column === "created_at" || ofAnyIndex.has(filter) ? condition : `(${condition}) IS TRUE`
}

/** The job of the requested stage, if it meets a further condition. */
const jobOfStage = (condition: string): string =>
  `(SELECT s.job_id FROM $stages s WHERE s.organization_id = $organization AND s.id = request.stage_id AND ${condition})`

/** Returns the condition that the single job of these filters is visible, which is evaluated once per page. */
const ofOneJob = (filters: ReadonlyArray<keyof Filter>): string | undefined => {
  const isOfJob = filters.includes("job_id")
  if (!filters.includes("stage_id")) return isOfJob ? isVisible("request.job_id") : undefined
  return isOfJob
    ? `request.job_id = ${jobOfStage(isVisible("s.job_id"))}`
    : isVisible(jobOfStage("true"))
}

// The job of each application is looked at only in an organization with deleted jobs. In others an index-only scan is
// enough.
const someDeleted = hasDeletedJobs
const notDeleted = isVisible("a.job_id")

/** Makes the methods that list applications. */
export const applicationPages = (sql: SqlClient.SqlClient): Pick<Applications["Service"], "list" | "listChanges"> => {
  const item = sql`
    SELECT row_to_json(item)::text FROM (
      SELECT ${sql.literal(applicationListed)}
      FROM applications a WHERE a.organization_id = $organization AND a.id = found.id
    ) item`

  // An index-only scan finds the page, and only its rows are looked up, one by one. So the cost depends neither on the
  // plan that the database keeps nor on the depth, except for skipping.
  const pages = <Column extends "created_at" | "updated_at">(order: Order<Column>) =>
    jsonPages<Filter, ApplicationListItem, Column>(sql, {
      order,
      types,
      item,
      found: ({ continued, filters, limit, offset }) => {
        // All applications of a stage are of the same job, so the job need not be compared.
        const compared = filters.filter((filter) => filter !== "job_id" || !filters.includes("stage_id"))
        // Reads the index of changes, which contains the job. Starting from jobs would read all their applications.
        const source = order.column === "updated_at" ? "$scanned_applications" : "$listed_applications"
        const where = (areVisible: string) =>
          sql`
            SELECT a.${sql.literal(order.column)} AS time, a.id FROM ${sql.literal(source)} a
            WHERE a.organization_id = $organization
              AND ${sql.literal([...compared.map((filter) => conditionOf(filter, order)), areVisible].join(" AND "))}
              AND ${afterRequested(sql, "a", order, continued)}
            ${ordered(sql, "a", order, { limit, offset })}`
        const once = ofOneJob(filters)
        return once !== undefined
          ? where(once)
          : sql`(${where(`NOT ${someDeleted}`)}) UNION ALL (${where(`${someDeleted} AND ${notDeleted}`)})`
      }
    })

  return { list: pages(byCreation), listChanges: pages(byChange) }
}
