/** Overviews of stored jobs and applications. */
import { requestStatus } from "@candor/domain/feedback/FeedbackRequest"
import type { JobId, OrganizationId, UserId } from "@candor/domain/Id"
import { excerptedLength, excerptOf } from "@candor/domain/note/Mention"
import { type AskedErasure, type Card, type JobOverview, maxCompared, maxOpenJobs, maxWaiting, type Mention, type StageCount, type Unanswered } from "@candor/domain/overview/Overview"
import { type CardFilter, type JobOverviewFilter, Overviews } from "@candor/domain/overview/Overviews"
import { noun as job } from "@candor/domain/job/Job"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import type { Timestamp } from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { namedColumns, object } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { columnsOf } from "../../statements/Rows.ts"
import { author, stageColumns, stageType } from "../application/ApplicationQueries.ts"
import { isVisible, ofVisibleJob } from "../application/Visibility.ts"
import { jobExists } from "../job/JobExists.ts"
import { sources } from "./Sources.ts"

/** When an application `a` came into its stage. One that an import made has no history. */
const enteredAt = `coalesce((
  SELECT max(h.entered_at) FROM application_history h WHERE h.organization_id = $organization AND h.application_id = a.id
), a.created_at)`

/** The candidate of an application `a`, by name. */
const person = `(
  SELECT ${object("c.id, c.full_name")} FROM candidates c WHERE c.organization_id = $organization AND c.id = a.candidate_id
)`

const jobColumns = namedColumns(job, "j", ["id", "title", "status", "department", "location", "employment_type", "is_confidential", "created_at"])

const cardColumns = `${columnsOf("a", ["id", "stage_id", "status", "source_type", "rejection_reason", "created_at", "updated_at"])},
  ${object(columnsOf("c", ["id", "full_name", "primary_email", "linkedin_url"]))} AS candidate,
  ${enteredAt} AS entered_at,
  profile.facts ->> 'headline' AS headline,
  profile.facts ->> 'current_company' AS current_company,
  c.tags,
  (
    SELECT max(s.created_at) FROM submissions s
    WHERE s.organization_id = $organization AND s.application_id = a.id AND s.created_at > a.created_at
  ) AS applied_again_at,
  (
    SELECT coalesce(json_agg(f.rating ORDER BY f.submitted_at), '[]') FROM interview_feedback f
    WHERE f.organization_id = $organization AND f.application_id = a.id
  ) AS ratings,
  (
    SELECT count(*)::integer FROM feedback_requests r
    WHERE r.organization_id = $organization AND r.application_id = a.id AND r.status = '${requestStatus.initial}'
  ) AS asked`

/** The stages of a job `j`, each with its active applications. */
const stagesCounted = `(
  SELECT json_agg(${object(`${stageColumns("s")}, (
    SELECT count(*) FROM applications a
    WHERE a.organization_id = $organization AND a.stage_id = s.id AND a.status = 'active'
  ) AS active_applications`)} ORDER BY s.order_index)
  FROM stages s WHERE s.organization_id = $organization AND s.job_id = j.id
)`

/** The team of a job `j`. */
const team = `(
  SELECT coalesce(json_agg(${object("u.id, u.full_name, t.role")} ORDER BY t.created_at, t.id), '[]')
  FROM team_members t JOIN users u ON u.organization_id = $organization AND u.id = t.member_id
  WHERE t.organization_id = $organization AND t.job_id = j.id
)`

/** The application of a job `j` that has been in its stage for the longest time. */
const waitsLongest = `(
  SELECT ${object(`a.id, ${person} AS candidate, (
    SELECT ${object(stageColumns("s"))} FROM stages s
    WHERE s.organization_id = $organization AND s.job_id = a.job_id AND s.id = a.stage_id
  ) AS stage, ${iso("a.entered_at")} AS entered_at`)}
  FROM (
    SELECT a.id, a.candidate_id, a.job_id, a.stage_id, ${enteredAt} AS entered_at FROM applications a
    WHERE a.organization_id = $organization AND a.job_id = j.id AND a.status = 'active'
    ORDER BY a.created_at, a.id LIMIT ${maxCompared}
  ) a
  ORDER BY a.entered_at, a.id LIMIT 1
)`

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const jobs = (organization: OrganizationId, { q, status }: JobOverviewFilter, since: Timestamp, page: PageRequest) =>
    sql<JobOverview>`
      SELECT ${sql.literal(jobColumns)}, ${sql.literal(stagesCounted)} AS stages, (
        SELECT count(*)::integer FROM applications a
        WHERE a.organization_id = $organization AND a.job_id = j.id AND a.created_at >= ${since}::timestamptz
      ) AS new_applications, ${sql.literal(team)} AS team, ${sql.literal(waitsLongest)} AS waits_longest
      FROM jobs j
      WHERE j.organization_id = $organization AND j.deleted_at IS NULL
        AND ${status === undefined ? sql`true` : sql`j.status = ${status}`}
        AND ${q === undefined ? sql`true` : sql`strpos(lower(j.title), lower(${q})) > 0`}
        AND ${after(sql, "j", page)}
      ${newestFirst(sql, "j", page)}
    `.pipe(ofOrganization(sql, organization), Effect.map((rows) => fromRows(page, rows)), Effect.orDie)

  const cards = (organization: OrganizationId, job: JobId, { stage_id, status }: CardFilter, page: PageRequest) =>
    sql<Card>`
      SELECT ${sql.literal(cardColumns)} FROM applications a
      JOIN candidates c ON c.organization_id = $organization AND c.id = a.candidate_id
      LEFT JOIN LATERAL (
        SELECT p.extracted_json AS facts FROM ai_profiles p
        WHERE p.organization_id = $organization AND p.candidate_id = a.candidate_id AND p.status = 'completed'
        ORDER BY p.created_at DESC, p.id DESC LIMIT 1
      ) profile ON true
      WHERE a.organization_id = $organization AND a.job_id = ${job} AND ${sql.literal(ofVisibleJob)}
        AND ${stage_id === undefined ? sql`true` : sql`a.stage_id = ${stage_id}`}
        AND ${status === undefined ? sql`true` : sql`a.status = ${status}`}
        AND ${after(sql, "a", page)}
      ${newestFirst(sql, "a", page)}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.tap((rows) => rows.length === 0 ? jobExists(sql, organization, job) : Effect.void),
      Effect.map((rows) => fromRows(page, rows))
    )

  const counts = (organization: OrganizationId, job: JobId) =>
    sql<StageCount>`
      SELECT a.stage_id, a.status, count(*)::integer AS applications FROM applications a
      WHERE a.organization_id = $organization AND a.job_id = ${job} AND ${sql.literal(ofVisibleJob)}
      GROUP BY a.stage_id, a.status
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.tap((rows) => rows.length === 0 ? jobExists(sql, organization, job) : Effect.void))

  const unanswered = (organization: OrganizationId, before: Timestamp) =>
    sql<Unanswered>`
      SELECT a.id, ${sql.literal(person)} AS candidate, ${sql.literal(object(stageColumns("s")))} AS stage,
        a.entered_at, ${sql.literal(object("j.id, j.title, j.is_confidential"))} AS job
      FROM (
        SELECT j.id, j.title, j.is_confidential FROM jobs j
        WHERE j.organization_id = $organization AND j.deleted_at IS NULL AND j.status <> 'closed'
        ORDER BY j.created_at DESC, j.id DESC LIMIT ${sql.literal(String(maxOpenJobs))}
      ) j
      JOIN stages s ON s.organization_id = $organization AND s.job_id = j.id AND ${sql.literal(stageType("s"))} = 'applied'
      CROSS JOIN LATERAL (
        SELECT a.id, a.candidate_id, ${sql.literal(enteredAt)} AS entered_at FROM applications a
        WHERE a.organization_id = $organization AND a.stage_id = s.id AND a.status = 'active' AND a.created_at < ${before}::timestamptz
          AND ${sql.literal(enteredAt)} < ${before}::timestamptz
        ORDER BY a.created_at, a.id LIMIT ${sql.literal(String(maxWaiting))}
      ) a
      ORDER BY a.entered_at, a.id LIMIT ${sql.literal(String(maxWaiting))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const mentions = (organization: OrganizationId, member: UserId) =>
    sql<Omit<Mention, "excerpt"> & { readonly body: string }>`
      SELECT n.id AS note_id, ${sql.literal(author("n"))} AS author, left(n.body, ${sql.literal(String(excerptedLength))}) AS body,
        n.visibility, ${sql.literal(iso("n.created_at"))} AS created_at, ${sql.literal(object("c.id, c.full_name"))} AS candidate,
        CASE WHEN a.id IS NOT NULL THEN ${sql.literal(object(`a.id, ${object("j.id, j.title, j.is_confidential")} AS job`))} END AS application
      FROM notes n
      LEFT JOIN applications a ON a.organization_id = $organization AND a.id = n.application_id
      LEFT JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
      JOIN candidates c ON c.organization_id = $organization AND c.id = coalesce(a.candidate_id, n.candidate_id)
      WHERE n.organization_id = $organization AND n.unseen_by @> ARRAY[${member}::uuid] AND n.unseen_by <> '{}'
        AND (n.application_id IS NULL OR ${sql.literal(isVisible("a.job_id"))})
      ORDER BY n.created_at DESC, n.id DESC LIMIT ${sql.literal(String(maxWaiting))}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.map((rows) => rows.map(({ body, ...mention }): Mention => ({ ...mention, excerpt: excerptOf(body) }))),
      Effect.orDie
    )

  const erasures = (organization: OrganizationId) =>
    sql<AskedErasure>`
      SELECT ${sql.literal(object("c.id, c.full_name"))} AS candidate, c.erasure_request ->> 'requested_at' AS requested_at
      FROM candidates c
      WHERE c.organization_id = $organization AND c.erasure_request IS NOT NULL AND c.erasure_request ->> 'declined_at' IS NULL
      ORDER BY c.erasure_request ->> 'requested_at', c.id LIMIT ${sql.literal(String(maxWaiting))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  return Overviews.of({
    jobs,
    cards,
    counts,
    sources: (organization, filter) => sources(sql, organization, filter),
    unanswered,
    erasures,
    mentions
  })
})

export const layer = Layer.effect(Overviews, make)
