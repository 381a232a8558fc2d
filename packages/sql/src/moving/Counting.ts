/** Recomputes counters from rows. A count above its limit is stored as the limit (decision 0027). */
import { maxFeedback, maxNotes, maxTextBytes } from "@candor/domain/application/ApplicationSize"
import { ofApplication as fileLimits } from "@candor/domain/attachment/FileUsage"
import { maxInterviews } from "@candor/domain/interview/Interview"
import type { Limit } from "@candor/domain/Limit"
import { maxRequests } from "@candor/domain/request/FeedbackRequest"
import { maxLinks } from "@candor/domain/scheduling/SchedulingLink"
import { maxProspectBytes, maxProspects } from "@candor/domain/sourcing/Prospect"
import { maxTeam } from "@candor/domain/team/TeamMember"

/** Counts a row's parts, or computes another aggregate of them, up to a limit. */
const of = (table: string, column: string, { limit }: Limit, aggregate = "count(*)"): string =>
  `least(${limit}, coalesce((SELECT ${aggregate} FROM ${table} p WHERE p.organization_id = $organization AND p.${column} = t.id), 0))`

const bytes = (...texts: ReadonlyArray<string>): string =>
  texts.map((text) => `coalesce(octet_length(to_json(p.${text})::text), 0)`).join(" + ")

const sum = (table: string, column: string, value: string): string =>
  `coalesce((SELECT sum(${value}) FROM ${table} p WHERE p.organization_id = $organization AND p.${column} = t.id), 0)`

/** The bytes of a prospect's texts as one JSON array (decision 0027), without the five spaces that PostgreSQL adds. */
const prospectBytes =
  "octet_length(json_build_array(p.full_name, p.current_title, p.current_company, p.linkedin_url, p.location, p.summary)::text) - 5"

/** The counters of tables whose rows have ids, each with an expression on a row `t`. */
export const counters: { readonly [table: string]: { readonly [column: string]: string } } = {
  jobs: { team_counted: of("team_members", "job_id", maxTeam) },
  candidates: {
    notes_counted: of("notes", "candidate_id", maxNotes),
    text_bytes: of("notes", "candidate_id", maxTextBytes, `sum(${bytes("body")})`),
    files_counted: of("attachments", "candidate_id", fileLimits.files, "count(p.size_bytes)"),
    file_bytes: of("attachments", "candidate_id", fileLimits.bytes, "sum(p.size_bytes)")
  },
  applications: {
    notes_counted: of("notes", "application_id", maxNotes),
    feedback_counted: of("interview_feedback", "application_id", maxFeedback),
    text_bytes: `least(${maxTextBytes.limit}, ${
      [
        sum("notes", "application_id", bytes("body")),
        sum("interview_feedback", "application_id", bytes("body", "interview_type")),
        // PostgreSQL's JSON has spaces that the domain's JSON lacks.
        sum(
          "scorecards",
          "application_id",
          "CASE WHEN p.submitted_at IS NULL THEN 0 ELSE octet_length(json_build_array(p.sections, p.questions, p.ratings, p.answers, p.summary)::text) END"
        ),
        sum("application_answers", "application_id", bytes("question_text", "answer_text", "value")),
        "coalesce((SELECT sum(octet_length(one::text)) FROM jsonb_array_elements(t.unapplied) AS list (one)), 0)"
      ].join(" + ")
    })`,
    files_counted: of("attachments", "application_id", fileLimits.files, "count(p.size_bytes)"),
    file_bytes: of("attachments", "application_id", fileLimits.bytes, "sum(p.size_bytes)"),
    requests_counted: of("feedback_requests", "application_id", maxRequests),
    interviews_counted: of("interviews", "application_id", maxInterviews),
    scheduling_links_counted: of("scheduling_links", "application_id", maxLinks)
  },
  sourcing_searches: {
    prospects_counted: of("prospects", "search_id", maxProspects),
    text_bytes: of("prospects", "search_id", maxProspectBytes, `sum(${prospectBytes})`)
  }
}

/** Selects the next ids of a table after `$1`. */
export const idsOf = (table: string): string => `
  SELECT t.id FROM ${table} t WHERE t.organization_id = $organization AND ($1::uuid IS NULL OR t.id > $1::uuid) ORDER BY t.id LIMIT $2`

/**
 * Corrects the counters of the rows with the ids `$1`. They are all counted before they are compared: in a table that
 * an import has just filled, which PostgreSQL has not analyzed yet, it would otherwise count them once for each other
 * row.
 */
export const recount = (table: string): string => {
  const columns = Object.entries(counters[table]!)
  const names = columns.map(([name]) => name)
  const all = (of: string) => names.map((name) => `${of}.${name}`).join(", ")
  return `
    WITH n AS MATERIALIZED (
      SELECT t.id, ${columns.map(([name, expression]) => `${expression} AS ${name}`).join(", ")} FROM ${table} t
      WHERE t.organization_id = $organization AND t.id = ANY ($1::uuid[])
    )
    UPDATE ${table} c SET ${names.map((name) => `${name} = n.${name}`).join(", ")} FROM n
    WHERE c.organization_id = $organization AND c.id = ANY ($1::uuid[]) AND c.id = n.id AND (${
    all("c")
  }) IS DISTINCT FROM (${all("n")})`
}

/** Corrects the counters of the organization itself. */
export const recountOrganization = `
  UPDATE organizations o SET published_jobs = n.published, webhooks_counted = n.webhooks FROM (
    SELECT (SELECT count(*) FROM jobs j WHERE j.organization_id = $organization AND j.status = 'published' AND j.deleted_at IS NULL) AS published,
      (SELECT count(*) FROM webhook_endpoints w WHERE w.organization_id = $organization AND w.removed_at IS NULL) AS webhooks
  ) n WHERE o.id = $organization AND (o.published_jobs, o.webhooks_counted) IS DISTINCT FROM (n.published, n.webhooks)`
