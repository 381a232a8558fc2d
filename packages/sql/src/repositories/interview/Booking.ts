/**
 * The booked times of interviewers: no two interviews may overlap. A statement that changes them first locks the
 * members, in the order of their ids; without that, 16 concurrent bookings of two members deadlock for seconds. An
 * exclusion constraint guards against everything else.
 */
import type {
  ApplicationId,
  CandidateId,
  InterviewId,
  JobId,
  OrganizationId,
  PlannedInterviewId,
  UserId
} from "@candor/domain/Id"
import {
  type Availability,
  bookedBy,
  type CandidateSpan,
  heldAt,
  type KnownTimes,
  type Span
} from "@candor/domain/interview/Availability"
import type { InterviewState } from "@candor/domain/interview/Interview"
import type { Invited } from "@candor/domain/interview/Interviewer"
import type { Requested } from "@candor/domain/interview/Interviews"
import { maxMinutes, type Taken } from "@candor/domain/interview/InterviewTime"
import { scoredBy } from "@candor/domain/interview/ScorecardsAsked"
import { type DaysOff, holidaysWithin } from "@candor/domain/scheduling/DaysOff"
import { CurrentZones } from "@candor/domain/time/Zones"
import type { Timestamp } from "@candor/domain/Timestamp"
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { applicationIsVisible, ofVisibleJob } from "../application/Visibility.ts"
import { hasHolidays, memberZone } from "./Schedules.ts"
import { submitted } from "../scorecard/ScorecardRows.ts"

/** The constraint that a lost race for a time breaks. */
export const overlap = "interviewer_times_overlap"

/**
 * The most overlapping interviews of each member in a refusal. At least one per member, so that the decision knows
 * everybody who is busy.
 */
const maxTaken = "5"

/** The most interviews of each member within a span that are shown. */
const maxShown = "100"

/**
 * A condition on times `t`: they overlap with a span. Uses the index of starts, since no interview takes longer than
 * `maxMinutes`.
 */
export const overlapping = (
  sql: SqlClient.SqlClient,
  from: Timestamp | null,
  to: Timestamp | null
): Statement.Fragment =>
  sql`
  t.during IS NOT NULL AND lower(t.during) > ${from}::timestamptz - ${sql.literal(`interval '${maxMinutes} minutes'`)}
    AND lower(t.during) < ${to}::timestamptz AND upper(t.during) > ${from}::timestamptz`

/** An expression: whether a member `u` sees a job `j`. */
export const seesJob =
  `CASE WHEN u.role = 'admin' OR u.role <> 'limited' AND NOT j.is_confidential THEN true ELSE EXISTS (
  SELECT FROM team_members t WHERE t.organization_id = $organization AND t.job_id = j.id AND t.member_id = u.id
) END`

/** The columns of a member `u` that a decision on an interview of a job `j` needs. */
export const invitedOf = `u.id, u.status, ${seesJob} AS sees_job`

/** The list of those planned interviews that belong to the job of an application `a`. */
export const plannedOf = (sql: SqlClient.SqlClient, planned: ReadonlyArray<PlannedInterviewId>): Statement.Fragment =>
  sql`(
  SELECT coalesce(json_agg(x), '[]') FROM (
    SELECT p.id, p.scorecard_template_id, p.focus_attribute_ids FROM planned_interviews p
    WHERE p.organization_id = $organization AND p.job_id = a.job_id AND p.id = ANY (${planned}::uuid[])
  ) x
)`

/** The columns of a member's calendar `b` that decisions need. */
export const calendarColumns = `b.member_id, b.kind, ${iso("b.read_at")} AS read_at, ${
  iso("b.known_until")
} AS known_until, b.busy`

/** How the organization handles a calendar whose data is too old. */
export const calendarFailure = "(SELECT o.calendar_failure FROM organizations o WHERE o.id = $organization)"

/** The ids of the attributes of a template of scorecards `t`. */
export const attributesOf = "jsonb_path_query_array(t.sections, '$[*].attributes[*].id')"

/** The constraint that is broken if a scorecard template was deleted in the meantime. */
export const templateGone = "interviews_scorecard_template"

/** A counter of a member's bookings: a decision on outdated bookings is recognized by it. */
export interface Counted {
  readonly id: UserId
  readonly bookings: number
}

/** What a decision knows about members, with their booking counters. */
export interface CountedAvailability extends Omit<Availability, "candidate_taken"> {
  readonly members: ReadonlyArray<Invited & Counted>
}

/** What a decision knows about the candidate, with the candidate's booking counter. */
export interface CandidateTimes {
  readonly candidate: { readonly id: CandidateId; readonly bookings: number }
  readonly candidate_taken: ReadonlyArray<CandidateSpan>
}

/**
 * Selects the times of members' interviews within a span as a list, the first ones of each member. Interviews that the
 * viewer does not see count as well.
 */
const takenOf = (
  sql: SqlClient.SqlClient,
  members: ReadonlyArray<UserId>,
  span: Span | null,
  except: InterviewId | null,
  most: string
): Statement.Fragment =>
  sql`
  SELECT coalesce(json_agg(x ORDER BY x.starts_at, x.member_id), '[]') FROM unnest(${members}::uuid[]) m (id) CROSS JOIN LATERAL (
    SELECT t.member_id, ${sql.literal(iso("lower(t.during)"))} AS starts_at, ${
    sql.literal(iso("upper(t.during)"))
  } AS ends_at, 'interview' AS by
    FROM interviewer_times t
    WHERE t.organization_id = $organization AND t.member_id = m.id AND ${
    overlapping(sql, span?.starts_at ?? null, span?.ends_at ?? null)
  }
      AND t.interview_id IS DISTINCT FROM ${except}::uuid
    ORDER BY lower(t.during) LIMIT ${sql.literal(most)}
  ) x`

/** Selects the calendars of members as a list; empty without a span. */
const calendarsOf = (sql: SqlClient.SqlClient, members: ReadonlyArray<UserId>, span: Span | null): Statement.Fragment =>
  sql`
  SELECT coalesce(json_agg(x), '[]') FROM (
    SELECT ${sql.literal(calendarColumns)} FROM busy_calendars b
    WHERE b.organization_id = $organization AND b.member_id = ANY (${span === null ? [] : members}::uuid[])
  ) x`

/** A time in minutes since 1970, a day before or after. */
const localBound = (sql: SqlClient.SqlClient, time: Timestamp | undefined, days: -1 | 1): Statement.Fragment =>
  sql`extract(epoch FROM ${time ?? null}::timestamptz) / 60 + ${sql.literal(String(days * 1440))}`

/** Selects the holiday calendars of members as a list, with the days off around a span; empty without a span. */
const daysOffOf = (sql: SqlClient.SqlClient, members: ReadonlyArray<UserId>, span: Span | null): Statement.Fragment =>
  sql`
  SELECT coalesce(json_agg(x), '[]') FROM (
    SELECT owners.members, around.intervals FROM holiday_calendars h CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('id', u.id, 'time_zone', ${sql.literal(memberZone)})) AS members FROM users u
      WHERE u.organization_id = $organization AND u.id = ANY (${span === null ? [] : members}::uuid[]) AND ${
    sql.literal(hasHolidays)
  }
    ) owners CROSS JOIN LATERAL (
      SELECT json_agg(json_build_array(d.first, d.last)) AS intervals FROM (
        SELECT min(b.minute::integer) AS first, max(b.minute::integer) AS last
        FROM ROWS FROM (jsonb_array_elements_text(h.busy), generate_series(0, jsonb_array_length(h.busy) - 1)) b (minute, at)
        WHERE owners.members IS NOT NULL GROUP BY b.at / 2
      ) d WHERE d.last > ${localBound(sql, span?.starts_at, -1)} AND d.first < ${localBound(sql, span?.ends_at, 1)}
    ) around
    WHERE h.organization_id = $organization AND around.intervals IS NOT NULL
  ) x`

/** The result of the statement, before the holidays are computed in the time zones of the members. */
type Found<Known extends KnownTimes> = Omit<Known, "holidays"> & { readonly days_off: ReadonlyArray<DaysOff> }

const withHolidays = <Known extends KnownTimes>(span: Span | null) => ([row]: ReadonlyArray<Found<Known>>) =>
  Effect.map(CurrentZones, (zones) => {
    const { days_off, ...known } = row!
    return { ...known, holidays: span === null ? [] : holidaysWithin(days_off, span, zones) }
  })

/** The most other interviews of a candidate that are read. */
const maxOfCandidate = "500"

/**
 * Finds the interviews of an application's candidate within a span, over all applications of the candidate, except
 * some. Interviews that the viewer does not see are included, and marked.
 */
export const candidateTimes = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  application: ApplicationId,
  span: Span | null,
  except: ReadonlyArray<InterviewId>
) =>
  sql<CandidateTimes>`
    SELECT json_build_object('id', c.id, 'bookings', c.bookings) AS candidate, (
      SELECT coalesce(json_agg(x), '[]') FROM (
        SELECT ${sql.literal(iso("i.starts_at"))} AS starts_at, ${
    sql.literal(iso("i.ends_at"))
  } AS ends_at, NOT EXISTS (
            SELECT FROM $interviews v WHERE v.organization_id = $organization AND v.id = i.id AND ${
    sql.literal(applicationIsVisible("v.application_id"))
  }
          ) AS is_hidden
        FROM public.applications o
        JOIN public.jobs j ON j.organization_id = $organization AND j.id = o.job_id AND j.deleted_at IS NULL
        JOIN public.interviews i ON i.organization_id = $organization AND i.application_id = o.id
        WHERE o.organization_id = $organization AND o.candidate_id = c.id AND i.status NOT IN ('to_schedule', 'invited', 'cancelled')
          AND i.starts_at < ${span?.ends_at ?? null}::timestamptz AND i.ends_at > ${
    span?.starts_at ?? null
  }::timestamptz
          AND i.id <> ALL (${except}::uuid[])
        ORDER BY i.starts_at, i.id LIMIT ${sql.literal(maxOfCandidate)}
      ) x
    ) AS candidate_taken
    FROM public.applications a JOIN public.candidates c ON c.organization_id = $organization AND c.id = a.candidate_id
    JOIN public.jobs j ON j.organization_id = $organization AND j.id = a.job_id AND j.deleted_at IS NULL
    WHERE a.organization_id = $organization AND a.id = ${application}
  `.pipe(ofOrganization(sql, organization), Effect.orDie)

/** Finds the known times of members within a span, except those of one interview. */
export const knownTimes = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  members: ReadonlyArray<UserId>,
  span: Span,
  except: InterviewId | null
) =>
  sql<Found<KnownTimes>>`
    SELECT (${takenOf(sql, members, span, except, maxShown)}) AS taken, (${
    calendarsOf(sql, members, span)
  }) AS calendars,
      (${daysOffOf(sql, members, span)}) AS days_off, ${sql.literal(calendarFailure)} AS calendar_failure
  `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(withHolidays<KnownTimes>(span)))

/** Finds what a decision on an interview of a job needs to know about members. */
export const availability = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  job: JobId,
  id: InterviewId | null,
  { members = [], template_id = null, time = null }: Requested
): Effect.Effect<CountedAvailability> =>
  members.length === 0 && template_id === null
    ? Effect.succeed({
      members: [],
      taken: [],
      holidays: [],
      calendars: [],
      calendar_failure: "warn",
      attributes: null
    })
    : sql<Found<CountedAvailability>>`
      SELECT (
        SELECT coalesce(json_agg(json_build_object('id', u.id, 'status', u.status, 'sees_job', ${
      sql.literal(seesJob)
    }, 'bookings', u.bookings)), '[]')
        FROM users u JOIN $jobs j ON j.organization_id = $organization AND j.id = ${job} AND j.deleted_at IS NULL
        WHERE u.organization_id = $organization AND u.id = ANY (${members}::uuid[])
      ) AS members, (${takenOf(sql, members, time, id, maxTaken)}) AS taken, (${
      calendarsOf(sql, members, time)
    }) AS calendars, (${daysOffOf(sql, members, time)}) AS days_off, ${
      sql.literal(calendarFailure)
    } AS calendar_failure, (
        SELECT ${sql.literal(attributesOf)} FROM scorecard_templates t
        WHERE t.organization_id = $organization AND t.id = ${template_id}::uuid
      ) AS attributes
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(withHolidays<CountedAvailability>(time)))

interface Time {
  readonly interview_id: InterviewId
  readonly application_id: ApplicationId
  readonly member_id: UserId
  readonly starts_at: string | null
  readonly ends_at: string | null
  /** Whether the member owes a scorecard for the interview, even if it was submitted. */
  readonly owes: boolean
}

/** Returns the rows of an interview's interviewers. An interviewer whose time it takes has a row. */
const timesOf = (interview: InterviewState): ReadonlyArray<Time> => {
  const [booked, scored] = [bookedBy(interview), scoredBy(interview)]
  const { application_id, id: interview_id } = interview
  return interview.interviewers.map(({ member_id }) => ({
    interview_id,
    application_id,
    member_id,
    ...(booked.includes(member_id)
      ? { starts_at: interview.starts_at, ends_at: interview.ends_at }
      : { starts_at: null, ends_at: null }),
    owes: scored.includes(member_id)
  }))
}

/** Interviews that change together, before and after, and what the decision on them knew. */
interface Bookings {
  readonly candidate: CandidateTimes["candidate"]
  readonly before: ReadonlyArray<InterviewState>
  readonly after: ReadonlyArray<InterviewState>
  readonly members: ReadonlyArray<Counted>
  readonly taken: ReadonlyArray<Taken>
}

/**
 * Makes the expressions that book the interviewers of interviews and the candidate. `locked` comes before `saved`,
 * which must check `isKnown`: the candidate, and the members whose time is taken, have no bookings that the decision
 * did not know. So nobody is double-booked by accident, even beside an override, which the exclusion constraint
 * ignores. If no time changes, nothing is booked.
 *
 * All locks are taken in one order: the candidate (as anonymization does), the application if it must take bookings,
 * the members by id, interviews, links.
 */
export const booking = (
  sql: SqlClient.SqlClient,
  { after, before, candidate, members, taken }: Bookings,
  application?: ApplicationId
) => {
  const ofBefore = new Map(before.map((interview) => [interview.id, timesOf(interview)]))
  const heldBefore = new Map(before.map((interview) => [interview.id, heldAt(interview)]))
  const changed = after.filter((interview) =>
    JSON.stringify([heldBefore.get(interview.id), ofBefore.get(interview.id)]) !==
      JSON.stringify([heldAt(interview), timesOf(interview)])
  )
  const isOpen = application === undefined ? sql`true` : sql`EXISTS (SELECT FROM application)`
  if (changed.length === 0)
    return {
      before: [
        ...(application === undefined ? [] : [lockedApplication(sql, application, sql`true`)]),
        sql`locked AS (SELECT WHERE ${isOpen})`
      ],
      isKnown: sql`(SELECT count(*) FROM locked) >= 0`,
      after: []
    }
  const ids = changed.map(({ id }) => id)
  const times = changed.flatMap(timesOf).map((time) => ({
    ...time,
    overrides: taken.some(({ member_id }) => member_id === time.member_id)
  }))
  const all = [...new Set([...times, ...ids.flatMap((id) => ofBefore.get(id) ?? [])].map(({ member_id }) => member_id))]
  const booked = [...new Set(times.flatMap(({ member_id, starts_at }) => starts_at === null ? [] : [member_id]))]
  const compared = booked.map((id) => ({ id, bookings: members.find((member) => member.id === id)?.bookings ?? 0 }))
  const rows = sql`jsonb_to_recordset(${PgTypes.jsonb(times)}) AS t (
    interview_id uuid, application_id uuid, member_id uuid, starts_at timestamptz, ends_at timestamptz, owes boolean, overrides boolean
  )`
  return {
    before: [
      sql`person AS MATERIALIZED (
        SELECT c.id FROM candidates c
        JOIN applications a ON a.organization_id = $organization AND a.id = ${
        changed[0]!.application_id
      } AND a.candidate_id = c.id AND ${sql.literal(ofVisibleJob)}
        WHERE c.organization_id = $organization AND c.id = ${candidate.id} AND c.bookings = ${candidate.bookings} FOR NO KEY UPDATE OF c
      )`,
      ...(application === undefined
        ? []
        : [lockedApplication(sql, application, sql`EXISTS (SELECT FROM person)`)]),
      sql`locked AS MATERIALIZED (
        SELECT u.id, u.bookings FROM users u
        WHERE u.organization_id = $organization AND u.id = ANY (${all}::uuid[]) AND EXISTS (SELECT FROM person) AND ${isOpen}
        ORDER BY u.id FOR NO KEY UPDATE
      )`
    ],
    isKnown: sql`EXISTS (SELECT FROM person) AND (
      SELECT count(x.id) FROM locked LEFT JOIN jsonb_to_recordset(${
      PgTypes.jsonb(compared)
    }) x (id uuid, bookings integer) USING (id, bookings)
    ) = ${compared.length}`,
    after: [
      sql`met AS (
        UPDATE candidates c SET bookings = c.bookings + 1
        WHERE c.organization_id = $organization AND c.id = ${candidate.id} AND EXISTS (SELECT FROM saved)
      )`,
      sql`bumped AS (
        UPDATE users u SET bookings = u.bookings + 1
        WHERE u.organization_id = $organization AND u.id = ANY (${all}::uuid[]) AND EXISTS (SELECT FROM saved)
      )`,
      sql`dismissed AS (
        DELETE FROM interviewer_times t
        WHERE t.organization_id = $organization AND t.interview_id = ANY (${ids}::uuid[])
          AND (t.interview_id, t.member_id) NOT IN (SELECT t.interview_id, t.member_id FROM ${rows}) AND EXISTS (SELECT FROM saved)
      )`,
      // A row whose time stays overlaps with the same rows as before: it is an override only if it was one. Whoever has
      // submitted a scorecard owes none.
      sql`booked AS (
        INSERT INTO interviewer_times AS present (organization_id, interview_id, application_id, member_id, during, overrides, owes_scorecard)
        SELECT saved.organization_id, t.interview_id, t.application_id, t.member_id,
          CASE WHEN t.starts_at IS NOT NULL THEN tstzrange(t.starts_at, t.ends_at) END, t.overrides, t.owes AND NOT EXISTS (
            SELECT FROM scorecards s WHERE s.organization_id = $organization AND s.interview_id = t.interview_id AND s.member_id = t.member_id
              AND s.status IN (${sql.literal(submitted)})
          )
        FROM saved CROSS JOIN ${rows}
        ON CONFLICT (organization_id, interview_id, member_id) DO UPDATE SET application_id = excluded.application_id,
          during = excluded.during, owes_scorecard = excluded.owes_scorecard,
          reminders = CASE WHEN present.during IS DISTINCT FROM excluded.during THEN 0 ELSE present.reminders END,
          overrides = excluded.overrides AND (present.overrides OR present.during IS DISTINCT FROM excluded.during)
      )`
    ]
  }
}

/** The expression that locks an application that can take bookings: an active one of a person who is not anonymized. */
const lockedApplication = (
  sql: SqlClient.SqlClient,
  application: ApplicationId,
  first: Statement.Fragment
): Statement.Fragment =>
  sql`application AS MATERIALIZED (
  SELECT a.id FROM applications a
  WHERE a.organization_id = $organization AND a.id = ${application} AND a.status = 'active' AND a.anonymised_at IS NULL AND ${
    sql.literal(ofVisibleJob)
  } AND ${first}
  FOR NO KEY UPDATE
)`

/** A condition: the application is locked and can take bookings. */
export const isOpen = "EXISTS (SELECT FROM application)"
