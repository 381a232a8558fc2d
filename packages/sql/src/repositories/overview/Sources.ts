/** Counts the applications of sources and campaigns. */
import { applicationStatus } from "@candor/domain/application/ApplicationStatus"
import type { OrganizationId } from "@candor/domain/Id"
import { type CampaignCounts, maxSources, type SourceCounts, type SourceFilter, type SourceOverview, type SourceTypeCounts } from "@candor/domain/overview/SourceOverview"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { isVisible } from "../application/Visibility.ts"

interface Row extends SourceCounts {
  readonly is_campaign: boolean
  /** What the applications have in common: a source, or the fields of a campaign. Null of all that are not among the largest. */
  readonly fields: Omit<SourceTypeCounts & CampaignCounts, keyof SourceCounts> | null
}

/** The host of an address, or of one that is a host alone: `hostOf` of Source.ts, as an expression. */
const referrerHost = `lower(substring(source ->> 'referrer' from '^(?:[A-Za-z]+://)?(?:www\\.)?([^/?#:]+)'))`

const columns = ["applications", ...applicationStatus.states]

const sums = [
  "sum(applications) AS applications",
  ...applicationStatus.states.map((status) => `coalesce(sum(applications) FILTER (WHERE status = '${status}'), 0) AS ${status}`)
].join(", ")

/**
 * Applications are counted by their sources as these are stored, so that the fields of a campaign are made of few rows. The first
 * submission of each application is looked up, which takes less than to sort all submissions. Of names that differ in case alone, the one
 * that is written most often stands for all.
 */
export const sources = (sql: SqlClient.SqlClient, organization: OrganizationId, { created_after, created_before, job_id }: SourceFilter) =>
  sql<Row>`
    WITH tally AS (
      SELECT a.source_type, first.source, a.status, count(*) AS applications
      FROM applications a
      LEFT JOIN LATERAL (
        SELECT s.source FROM submissions s WHERE s.organization_id = $organization AND s.application_id = a.id
        ORDER BY s.created_at, s.id LIMIT 1
      ) first ON true
      WHERE a.organization_id = $organization AND ${sql.literal(isVisible("a.job_id"))}
        AND ${job_id === undefined ? sql`true` : sql`a.job_id = ${job_id}`}
        AND ${created_after === undefined ? sql`true` : sql`a.created_at > ${created_after}::timestamptz`}
        AND ${created_before === undefined ? sql`true` : sql`a.created_at < ${created_before}::timestamptz`}
      GROUP BY a.source_type, first.source, a.status
    ), named AS (
      SELECT false AS is_campaign, jsonb_build_object('source_type', source_type) AS fields, status, applications FROM tally
      UNION ALL
      SELECT true, source - '{utm_term,utm_content}'::text[] || jsonb_build_object('referrer', ${sql.literal(referrerHost)}), status, applications
      FROM tally WHERE source IS NOT NULL
    ), ranked AS (
      SELECT is_campaign, (array_agg(fields ORDER BY applications DESC, fields))[1] AS fields, ${sql.literal(sums)},
        row_number() OVER (PARTITION BY is_campaign ORDER BY sum(applications) DESC, fold_case(fields::text)) AS rank
      FROM named WHERE jsonb_strip_nulls(fields) <> '{}' GROUP BY is_campaign, fold_case(fields::text)
    )
    SELECT is_campaign, min(fields::text) FILTER (WHERE rank <= ${sql.literal(String(maxSources))})::jsonb AS fields,
      ${sql.literal(columns.map((column) => `sum(${column})::integer AS ${column}`).join(", "))}
    FROM ranked GROUP BY is_campaign, least(rank, ${sql.literal(String(maxSources + 1))})
    ORDER BY is_campaign, min(rank)
  `.pipe(ofOrganization(sql, organization), Effect.map(overviewOf), Effect.orDie)

const overviewOf = (rows: ReadonlyArray<Row>): SourceOverview => {
  const [campaigns = [], types = []] = [true, false].map((which) =>
    rows.filter(({ is_campaign }) => is_campaign === which).map(({ fields, is_campaign: _, ...counts }) => ({ fields, counts })))
  const largest = (counted: typeof types) => counted.flatMap(({ counts, fields }) => fields === null ? [] : [{ ...fields, ...counts }])
  const others = (counted: typeof types) => counted.find(({ fields }) => fields === null)?.counts ?? null
  return {
    source_types: largest(types),
    other_source_types: others(types),
    campaigns: largest(campaigns),
    other_campaigns: others(campaigns)
  }
}
