/**
 * The times of interviewers, which no two interviews share. A statement that changes them locks the members first, in the order of
 * their ids: without that, 16 bookings of two members at once deadlock for seconds. The exclusion constraint guards against all others.
 */
import type { ApplicationId, InterviewId, JobId, OrganizationId, UserId } from "@candor/domain/Id"
import type { InterviewState } from "@candor/domain/interview/Interview"
import type { Requested } from "@candor/domain/interview/Interviews"
import { type Availability, bookedBy } from "@candor/domain/interview/Scheduling"
import { scoredBy } from "@candor/domain/interview/ScorecardsAsked"
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { submitted } from "../scorecard/ScorecardRows.ts"

/** The constraint that a lost race for a time breaks. */
export const overlap = "interviewer_times_overlap"

/** The most times of interviewers that a refusal tells. */
const maxTaken = "100"

/** Whether a member `u` sees a job `j`. */
export const seesJob = `CASE WHEN u.role = 'admin' OR u.role <> 'limited' AND NOT j.is_confidential THEN true ELSE EXISTS (
  SELECT FROM team_members t WHERE t.organization_id = $organization AND t.job_id = j.id AND t.member_id = u.id
) END`

/** What is known of a member `u` for an interview of a job `j`. */
export const invitedOf = `u.id, u.status, ${seesJob} AS sees_job`

/** Finds what a decision needs to know of members for an interview of a job. Of interviews that the viewer does not see, too, the times count. */
export const availability = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  job: JobId,
  id: InterviewId | null,
  { members = [], template_id = null, time = null }: Requested
): Effect.Effect<Availability> =>
  members.length === 0 && template_id === null
    ? Effect.succeed({ members: [], taken: [], attributes: null })
    : sql<Availability>`
      SELECT (
        SELECT coalesce(json_agg(json_build_object('id', u.id, 'status', u.status, 'sees_job', ${sql.literal(seesJob)})), '[]')
        FROM users u JOIN $jobs j ON j.organization_id = $organization AND j.id = ${job} AND j.deleted_at IS NULL
        WHERE u.organization_id = $organization AND u.id = ANY (${members}::uuid[])
      ) AS members, (
        SELECT coalesce(json_agg(x ORDER BY x.starts_at, x.member_id), '[]') FROM (
          SELECT t.member_id, ${sql.literal(iso("lower(t.during)"))} AS starts_at, ${sql.literal(iso("upper(t.during)"))} AS ends_at
          FROM interviewer_times t
          WHERE t.organization_id = $organization AND t.member_id = ANY (${members}::uuid[])
            AND t.during && tstzrange(${time?.starts_at ?? null}::timestamptz, ${time?.ends_at ?? null}::timestamptz)
            AND ${time !== null} AND t.interview_id IS DISTINCT FROM ${id}::uuid
          LIMIT ${sql.literal(maxTaken)}
        ) x
      ) AS taken, (
        SELECT jsonb_path_query_array(t.sections, '$[*].attributes[*].id') FROM scorecard_templates t
        WHERE t.organization_id = $organization AND t.id = ${template_id}::uuid
      ) AS attributes
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => row!))

interface Time {
  readonly interview_id: InterviewId
  readonly application_id: ApplicationId
  readonly member_id: UserId
  readonly starts_at: string | null
  readonly ends_at: string | null
  /** Whether the interview asks the member for a scorecard, also if it was submitted. */
  readonly owes: boolean
}

/** The rows of an interview's interviewers: those whose time it takes have one. */
export const timesOf = (interview: InterviewState): ReadonlyArray<Time> => {
  const [booked, scored] = [bookedBy(interview), scoredBy(interview)]
  const { application_id, id: interview_id } = interview
  return interview.interviewers.map(({ member_id }) => ({
    interview_id,
    application_id,
    member_id,
    ...(booked.includes(member_id) ? { starts_at: interview.starts_at, ends_at: interview.ends_at } : { starts_at: null, ends_at: null }),
    owes: scored.includes(member_id)
  }))
}

/** An expression that stores rows of interviewers, if `saved`, an earlier one, has a row. Who has submitted a scorecard owes none. */
export const storeTimes = (sql: SqlClient.SqlClient, rows: ReadonlyArray<Time & { readonly overrides: boolean }>): Statement.Fragment =>
  sql`booked AS (
    INSERT INTO interviewer_times AS present (organization_id, interview_id, application_id, member_id, during, overrides, owes_scorecard)
    SELECT saved.organization_id, t.interview_id, t.application_id, t.member_id,
      CASE WHEN t.starts_at IS NOT NULL THEN tstzrange(t.starts_at, t.ends_at) END, t.overrides, t.owes AND NOT EXISTS (
        SELECT FROM scorecards s WHERE s.organization_id = $organization AND s.interview_id = t.interview_id AND s.member_id = t.member_id
          AND s.status IN (${sql.literal(submitted)})
      )
    FROM saved CROSS JOIN jsonb_to_recordset(${PgTypes.jsonb(rows)}) AS t (
      interview_id uuid, application_id uuid, member_id uuid, starts_at timestamptz, ends_at timestamptz, overrides boolean, owes boolean
    )
    ON CONFLICT (organization_id, interview_id, member_id) DO UPDATE SET application_id = excluded.application_id,
      during = excluded.during, overrides = excluded.overrides, owes_scorecard = excluded.owes_scorecard,
      reminders = CASE WHEN present.during IS DISTINCT FROM excluded.during THEN 0 ELSE present.reminders END
  )`

/**
 * The expressions that book an interview's interviewers: `locked` comes before `saved`, which has to read it, and the others after. There are
 * none where the times are those of the interview `before`.
 */
export const booking = (
  sql: SqlClient.SqlClient,
  before: InterviewState | null,
  interview: InterviewState,
  { taken }: Availability
): { readonly before: ReadonlyArray<Statement.Fragment>; readonly after: ReadonlyArray<Statement.Fragment> } => {
  const times = timesOf(interview)
  const members = [...new Set([...times, ...(before?.interviewers ?? [])].map(({ member_id }) => member_id))]
  if (before !== null && JSON.stringify(timesOf(before)) === JSON.stringify(times)) return { before: [sql`locked AS (SELECT)`], after: [] }
  const rows = times.map((time) => ({ ...time, overrides: taken.some(({ member_id }) => member_id === time.member_id) }))
  return {
    before: [sql`locked AS MATERIALIZED (
      SELECT u.id FROM users u WHERE u.organization_id = $organization AND u.id = ANY (${members}::uuid[]) ORDER BY u.id FOR NO KEY UPDATE
    )`],
    after: [
      sql`bumped AS (
        UPDATE users u SET bookings = u.bookings + 1
        WHERE u.organization_id = $organization AND u.id = ANY (${members}::uuid[]) AND EXISTS (SELECT FROM saved)
      )`,
      sql`dismissed AS (
        DELETE FROM interviewer_times t
        WHERE t.organization_id = $organization AND t.interview_id = ${interview.id}
          AND t.member_id <> ALL (${times.map(({ member_id }) => member_id)}::uuid[]) AND EXISTS (SELECT FROM saved)
      )`,
      storeTimes(sql, rows)
    ]
  }
}

/** A condition that is true once `locked` has its rows. */
export const isLocked = "(SELECT count(*) FROM locked) >= 0"
