/** Counts the applications of sources and campaigns. */
import { noun } from "@candor/domain/application/Application"
import { applicationStatus } from "@candor/domain/application/ApplicationStatus"
import type { OrganizationId } from "@candor/domain/Id"
import {
  type CampaignCounts,
  maxSources,
  type SourceCounts,
  SourceFilter,
  type SourceOverview,
  type SourceTypeCounts
} from "@candor/domain/overview/SourceOverview"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { inUse, meets } from "../../statements/Filtering.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { isVisible } from "../application/Visibility.ts"

interface Row extends SourceCounts {
  readonly is_campaign: boolean
  /**
   * The common fields of these applications: a source type, or the fields of a campaign. Null for all that are not
   * among the largest.
   */
  readonly fields: Omit<SourceTypeCounts & CampaignCounts, keyof SourceCounts> | null
}

/** The host of a referrer that is a URL or just a host (`hostOf` of Source.ts, as an SQL expression). */
const referrerHost = `lower(substring(source ->> 'referrer' from '^(?:[A-Za-z]+://)?(?:www\\.)?([^/?#:]+)'))`

const columns = ["applications", ...applicationStatus.states]

const sums = [
  "sum(applications) AS applications",
  ...applicationStatus.states.map((status) =>
    `coalesce(sum(applications) FILTER (WHERE status = '${status}'), 0) AS ${status}`
  )
].join(", ")

/**
 * Counts applications once, grouped by the stored source, and derives the fields of campaigns from the few groups.
 * Groups by type and by the source of the first submission, which is looked up per application of a job or a period. The
 * counts are materialized first: otherwise PostgreSQL computes fields per application. Names that differ only in
 * case are counted together under the most frequent spelling. The statement is planned for the organization, because it
 * may read all of its applications.
 */
export const sources = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  filter: SourceFilter
) => {
  const applications = sql.and([
    sql`a.organization_id = $organization AND ${sql.literal(isVisible("a.job_id"))}`,
    meets(sql, noun, "a", SourceFilter, filter)
  ])
  const isOfAll = inUse(SourceFilter, filter).length === 0
  const first = isOfAll
    ? sql`LEFT JOIN (
        SELECT DISTINCT ON (s.application_id) s.application_id, s.source FROM $submissions s
        WHERE s.organization_id = $organization AND s.application_id IS NOT NULL
        ORDER BY s.application_id, s.created_at, s.id
      ) first ON first.application_id = a.id`
    : sql`LEFT JOIN LATERAL (
        SELECT s.source FROM submissions s WHERE s.organization_id = $organization AND s.application_id = a.id
        ORDER BY s.created_at, s.id LIMIT 1
      ) first ON true`
  return sql<Row>`
    WITH counted AS MATERIALIZED (
      SELECT a.source_type, first.source, a.status, count(*) AS applications FROM $listed_applications a ${first}
      WHERE ${applications} GROUP BY a.source_type, first.source, a.status
    ), campaigns AS MATERIALIZED (
      SELECT source, status, sum(applications) AS applications FROM counted WHERE source IS NOT NULL GROUP BY source, status
    ), named AS (
      SELECT false AS is_campaign, jsonb_build_object('source_type', source_type) AS fields, status, sum(applications) AS applications
      FROM counted GROUP BY source_type, status
      UNION ALL
      SELECT true, source - '{utm_term,utm_content}'::text[] || jsonb_build_object('referrer', ${
    sql.literal(referrerHost)
  }), status, applications
      FROM campaigns
    ), ranked AS (
      SELECT is_campaign, (array_agg(fields ORDER BY applications DESC, fields))[1] AS fields, ${sql.literal(sums)},
        row_number() OVER (PARTITION BY is_campaign ORDER BY sum(applications) DESC, fold_case(fields::text)) AS rank
      FROM named WHERE jsonb_strip_nulls(fields) <> '{}' GROUP BY is_campaign, fold_case(fields::text)
    )
    SELECT is_campaign, min(fields::text) FILTER (WHERE rank <= ${sql.literal(String(maxSources))})::jsonb AS fields,
      ${sql.literal(columns.map((column) => `sum(${column})::integer AS ${column}`).join(", "))}
    FROM ranked GROUP BY is_campaign, least(rank, ${sql.literal(String(maxSources + 1))})
    ORDER BY is_campaign, min(rank)
  `.pipe(ofOrganization(sql, organization), ({ unprepared }) => unprepared, Effect.map(overviewOf), Effect.orDie)
}

const overviewOf = (rows: ReadonlyArray<Row>): SourceOverview => {
  const [campaigns = [], types = []] = [true, false].map((which) =>
    rows.filter(({ is_campaign }) => is_campaign === which).map(({ fields, is_campaign: _, ...counts }) => ({
      fields,
      counts
    }))
  )
  const largest = (counted: typeof types) =>
    counted.flatMap(({ counts, fields }) => fields === null ? [] : [{ ...fields, ...counts }])
  const others = (counted: typeof types) => counted.find(({ fields }) => fields === null)?.counts ?? null
  return {
    source_types: largest(types),
    other_source_types: others(types),
    campaigns: largest(campaigns),
    other_campaigns: others(campaigns)
  }
}
