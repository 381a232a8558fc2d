/** Stored interviews, and the replacement of their interviewers. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/Application"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { ApplicationId, InterviewId, JobId, OrganizationId, PlannedInterviewId, UserId } from "@candor/domain/Id"
import type { Availability } from "@candor/domain/interview/Availability"
import { type Interview, InterviewNotFound, type InterviewState, noun } from "@candor/domain/interview/Interview"
import {
  type Agreed,
  InterviewFilter,
  Interviews,
  type InterviewSpan,
  type Requested
} from "@candor/domain/interview/Interviews"
import { maxMinutes, timeIn } from "@candor/domain/interview/InterviewTime"
import type { Interviewed } from "@candor/domain/interview/Scheduling"
import { fromRows, pageOf, type PageRequest, type StartPosition } from "@candor/domain/Pagination"
import { type Pooled, Replacements } from "@candor/domain/scheduling/Replacements"
import type { Timestamp } from "@candor/domain/Timestamp"
import { PgTypes } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { iso } from "../../database/Types.ts"
import type { Change } from "../../statements/Change.ts"
import { type Conditions, meets } from "../../statements/Filtering.ts"
import { changedColumns, jsonColumns, object, rowColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { after, byCreation, byStart, limited, type Order, ordered } from "../../statements/Paging.ts"
import { columnsOf, setFrom } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { author } from "../application/ApplicationQueries.ts"
import { applicationIsVisible, ofVisibleJob } from "../application/Visibility.ts"
import { namesOf } from "../feedback/FeedbackRequests.ts"
import { externalIdTaken } from "../external/ExternalIds.ts"
import {
  availability,
  booking,
  candidateTimes,
  type CandidateTimes,
  type CountedAvailability,
  isOpen,
  knownTimes,
  overlap,
  plannedOf,
  templateGone
} from "./Booking.ts"
import { pooled } from "./Pools.ts"

/** The current status: an interview that has ended awaits feedback (`atTime` of the domain). */
const status = "CASE WHEN i.status = 'scheduled' AND i.ends_at <= now() THEN 'awaiting_feedback' ELSE i.status END"

/** Joins the application, candidate and job of interviews `i`. */
export const withNames = namesOf("i")

/** The columns of an interview `i` with `withNames`. */
export const interviewShown = jsonColumns(noun, "i", "json", {
  status,
  author: author("i"),
  application: object(
    `a.id, ${object("c.id, c.full_name")} AS candidate, ${object("j.id, j.title, j.is_confidential")} AS job`
  )
})

const [stored, changed] = [
  rowColumns(noun),
  [...changedColumns(noun), "minutes", "starts_at", "ends_at", "updated_at", "version"]
]

/** What a decision knows about an interview, or about the application of a new one. */
interface Known<Of> {
  readonly of: Of
  readonly availability: CountedAvailability & CandidateTimes
}

interface KnownInterview extends Known<InterviewState> {
  /** The time of the candidate's last unanswered proposal by the interview's scheduling link; null if there is none. */
  readonly proposed_at: Timestamp | null
}

/** Returns the position of an interview that has a time. */
const startOf = ({ id, starts_at }: Agreed): StartPosition => ({ starts_at: starts_at!, id })

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /** Selects the interviews of a page, which is found before the joins. */
  const page = <At extends PageRequest["after"] | StartPosition>(
    organization: OrganizationId,
    conditions: ReadonlyArray<Statement.Fragment>,
    order: Order<string>,
    page: PageRequest<NonNullable<At>>
  ) =>
    sql<Interview>`
      SELECT ${sql.literal(interviewShown)} FROM (
        SELECT i.* FROM $interviews i
        WHERE i.organization_id = $organization AND ${sql.literal(applicationIsVisible("i.application_id"))}
          AND ${sql.and([...conditions, after(sql, "i", page, order)])}
        ${ordered(sql, "i", order, page)}
      ) i ${sql.literal(withNames)} ORDER BY ${
      sql.literal(`i.${order.column} ${order.direction}, i.id ${order.direction}`)
    }
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  /** The newest interviews of a member, by the index of their ids, whose order is that in which they were made. */
  const ofMember = (
    organization: OrganizationId,
    member: UserId,
    filter: Omit<InterviewFilter, "member_id">,
    request: PageRequest
  ) =>
    sql<Interview>`
      SELECT ${sql.literal(interviewShown)} FROM (
        SELECT i.* FROM interviewer_times t JOIN $interviews i ON i.organization_id = $organization AND i.id = t.interview_id
        WHERE t.organization_id = $organization AND t.member_id = ${member} AND ${
      sql.literal(applicationIsVisible("i.application_id"))
    }
          AND ${
      sql.and([
        meets(sql, noun, "i", InterviewFilter, filter),
        request.after === undefined ? sql`true` : sql`t.interview_id < ${request.after.id}::uuid`
      ])
    }
        ORDER BY t.interview_id DESC ${limited(sql, request)}
      ) i ${sql.literal(withNames)} ORDER BY i.id DESC
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const list = (organization: OrganizationId, { member_id, ...filter }: InterviewFilter, request: PageRequest) =>
    Effect.map(
      member_id === undefined
        ? page(organization, [meets(sql, noun, "i", InterviewFilter, filter)], byCreation, request)
        : ofMember(organization, member_id, filter, request),
      (rows) => fromRows(request, rows)
    )

  const within = (
    organization: OrganizationId,
    { ids, is_held = false, ...filter }: InterviewSpan,
    request: PageRequest<StartPosition>
  ) => {
    const own: Conditions<keyof InterviewFilter> = {
      // The maximum duration of an interview, so that the index of starts bounds interviews by their end.
      from: (value) =>
        `i.ends_at > ${value}::timestamptz AND i.starts_at > ${value}::timestamptz - interval '${maxMinutes} minutes'`,
      to: (value) => `i.starts_at < ${value}::timestamptz`,
      member_id: (value) =>
        `EXISTS (
        SELECT FROM interviewer_times t
        WHERE t.organization_id = $organization AND t.interview_id = i.id AND t.member_id = ${value}
          ${is_held ? "AND t.during IS NOT NULL" : ""}
      )`
    }
    const conditions = [
      sql`i.starts_at IS NOT NULL`,
      meets(sql, noun, "i", InterviewFilter, filter, own),
      ...(ids === undefined ? [] : [sql`i.id = ANY (${ids}::uuid[])`])
    ]
    return Effect.map(page(organization, conditions, byStart, request), (rows) => pageOf(request, rows, startOf))
  }

  const appointments = (organization: OrganizationId, from: Timestamp, request: PageRequest<StartPosition>) =>
    sql<Agreed>`
      SELECT i.id, i.starts_at, i.local_start, i.time_zone FROM $interviews i
      WHERE i.organization_id = $organization AND ${sql.literal(applicationIsVisible("i.application_id"))}
        AND i.status = 'scheduled' AND i.starts_at > ${from}::timestamptz AND ${after(sql, "i", request, byStart)}
      ${ordered(sql, "i", byStart, request)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map((rows) => pageOf(request, rows, startOf)))

  // An application has at most `maxInterviews`.
  const toCome = (organization: OrganizationId, application: ApplicationId) =>
    sql<InterviewState>`
      SELECT ${sql.literal(columnsOf("i", stored))}
      FROM $interviews i JOIN applications a ON a.organization_id = $organization AND a.id = i.application_id
      WHERE i.organization_id = $organization AND i.application_id = ${application} AND ${sql.literal(ofVisibleJob)}
        AND i.status IN ('to_schedule', 'invited', 'scheduled') AND (i.ends_at IS NULL OR i.ends_at > now())
      ORDER BY i.starts_at, i.id
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const found = (id: InterviewId) => <Row>([row]: ReadonlyArray<Row>) =>
    row === undefined ? new InterviewNotFound({ id }) : Effect.succeed(row)

  const get = (organization: OrganizationId, id: InterviewId) =>
    sql<Interview>`
      SELECT ${sql.literal(interviewShown)} FROM $interviews i ${sql.literal(withNames)}
      WHERE i.organization_id = $organization AND i.id = ${id}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(found(id)))

  const interviewed = (organization: OrganizationId, id: ApplicationId, planned: ReadonlyArray<PlannedInterviewId>) =>
    sql<Interviewed>`
      SELECT a.anonymised_at, a.status, a.job_id, a.stage_id, a.interviews_counted,
        ARRAY(SELECT s.id FROM stages s WHERE s.organization_id = $organization AND s.job_id = a.job_id) AS stages,
        ${plannedOf(sql, planned)} AS planned
      FROM $applications a WHERE a.organization_id = $organization AND a.id = ${id} AND ${sql.literal(ofVisibleJob)}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([row]) => row === undefined ? new ApplicationNotFound({ id }) : Effect.succeed(row))
    )

  // Counting locks the application, so that a concurrent anonymization waits, and then finds the interview; after one,
  // the application is not found.
  const create = <Failure>(
    actor: Actor,
    application: ApplicationId,
    requested: Requested,
    decide: (
      application: Interviewed,
      availability: Availability,
      context: DecisionContext
    ) => Decision<InterviewState, Failure>
  ) =>
    write({
      actor,
      load: Effect.flatMap(interviewed(actor.organization_id, application, requested.planned ?? []), (interviewed) =>
        Effect.map(
          Effect.all([
            Effect.flatMap(
              candidateTimes(sql, actor.organization_id, application, requested.time ?? null, []),
              ([row]) =>
                row === undefined ? new ApplicationNotFound({ id: application }) : Effect.succeed(row)
            ),
            availability(sql, actor.organization_id, interviewed.job_id, null, {
              ...requested,
              template_id: requested.template_id === undefined
                ? interviewed.planned[0]?.scorecard_template_id
                : requested.template_id
            })
          ]),
          ([candidate, availability]): Known<Interviewed> => ({
            of: interviewed,
            availability: { ...availability, ...candidate }
          })
        )),
      decide: ({ availability, of }: Known<Interviewed>, context) =>
        decide(of, availability, context),
      save: (change) => {
        const { before: { availability }, decided: { entity } } = change
        const { after, before, isKnown } = booking(
          sql,
          { ...availability, before: [], after: [entity] },
          application
        )
        return save(sql, change, {
          before: [
            ...before,
            sql`counted AS (
            UPDATE applications a SET interviews_counted = a.interviews_counted + 1
            WHERE a.organization_id = $organization AND a.id = ${application} AND ${sql.literal(ofVisibleJob)} AND ${
              sql.literal(isOpen)
            } AND ${isKnown}
            RETURNING a.id
          )`
          ],
          saved: sql`
            INSERT INTO interviews (organization_id, ${sql.literal(stored.join(", "))})
            SELECT $organization, ${sql.literal(columnsOf("x", stored))}
            FROM jsonb_populate_record(NULL::interviews, ${
            PgTypes.jsonb(entity)
          }) x CROSS JOIN counted RETURNING organization_id, id`,
          after
        })
      },
      races: ["interviews_application", "applications_interviews", overlap, templateGone],
      refusals: externalIdTaken(sql, noun)
    })

  const load = (organization: OrganizationId, id: InterviewId) =>
    sql<InterviewState & Pick<KnownInterview, "proposed_at"> & { readonly job_id: JobId }>`
      SELECT ${sql.literal(columnsOf("i", stored))}, a.job_id, (
        SELECT ${sql.literal(iso("max(l.proposed_at)"))} FROM $scheduling_links l
        WHERE l.organization_id = $organization AND l.application_id = i.application_id AND l.answered_at IS NULL
          AND jsonb_exists(l.interview_ids, i.id::text)
      ) AS proposed_at
      FROM $interviews i JOIN applications a ON a.organization_id = $organization AND a.id = i.application_id
      WHERE i.organization_id = $organization AND i.id = ${id} AND ${sql.literal(ofVisibleJob)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(found(id)))

  /**
   * Makes the expression that marks the candidate's proposal as answered, when an interview that was booked by a
   * scheduling link gets another time. A proposal that arrived after the load stays unanswered.
   */
  const answered = ({ application_id, id, updated_at }: InterviewState, proposed_at: Timestamp | null) =>
    sql`answered AS (
      UPDATE scheduling_links l SET answered_at = ${updated_at}::timestamptz, version = l.version + 1,
        updated_at = greatest(l.updated_at, ${updated_at}::timestamptz)
      WHERE l.organization_id = $organization AND l.application_id = ${application_id}
        AND l.answered_at IS NULL AND l.proposed_at <= ${proposed_at}::timestamptz
        AND jsonb_exists(l.interview_ids, ${id}) AND EXISTS (SELECT FROM saved)
    )`

  /** Saves an interview with the times of its interviewers. */
  const saved = (change: Change<KnownInterview, InterviewState, Actor | Worker>) => {
    const { before: { availability, of: interview, proposed_at }, decided: { entity } } = change
    const { after, before, isKnown } = booking(sql, { ...availability, before: [interview], after: [entity] })
    return save(sql, change, {
      before,
      saved: sql`
        UPDATE interviews i SET ${setFrom(sql, noun.table, changed, entity)}
        WHERE i.organization_id = $organization AND i.id = ${entity.id} AND i.version = ${interview.version} AND ${isKnown}
        RETURNING i.organization_id, i.id`,
      after: entity.starts_at === interview.starts_at ? after : [...after, answered(entity, proposed_at)]
    })
  }

  const modify = <Failure, By extends Actor | Worker = Actor>(
    actor: By,
    id: InterviewId,
    requestedOf: (interview: InterviewState) => Requested,
    decide: (
      interview: InterviewState,
      availability: Availability,
      context: DecisionContext<By>
    ) => Decision<InterviewState, Failure>
  ) =>
    write({
      actor,
      load: Effect.flatMap(load(actor.organization_id, id), ({ job_id, proposed_at, ...interview }) => {
        const { members = [], template_id, time } = requestedOf(interview)
        const all = [...new Set([...members, ...interview.interviewers.map(({ member_id }) => member_id)])]
        return Effect.map(
          Effect.all([
            Effect.flatMap(
              candidateTimes(
                sql,
                actor.organization_id,
                interview.application_id,
                time === undefined ? timeIn(interview) : time,
                [id]
              ),
              found(id)
            ),
            availability(sql, actor.organization_id, job_id, id, { members: all, template_id, time })
          ]),
          ([candidate, availability]): KnownInterview => ({
            of: interview,
            proposed_at,
            availability: { ...availability, ...candidate }
          })
        )
      }),
      decide: ({ availability, of }: KnownInterview, context) => decide(of, availability, context),
      save: saved,
      races: [overlap, templateGone],
      refusals: externalIdTaken(sql, noun)
    })

  const times: Interviews["Service"]["times"] = (organization, members, span, except) =>
    knownTimes(sql, organization, members, span, except)

  const pool = (organization: OrganizationId, id: InterviewId) =>
    Effect.flatMap(
      load(organization, id),
      ({ job_id, proposed_at: _, ...interview }) => pooled(sql, organization, job_id, interview)
    )

  // The save compares the booking counters that were read before the times of the pool.
  const replace = <Failure, By extends Actor | Worker = Actor>(
    actor: By,
    id: InterviewId,
    decide: (
      pooled: Pooled,
      availability: Availability,
      context: DecisionContext<By>
    ) => Decision<InterviewState, Failure>
  ) =>
    write({
      actor,
      load: Effect.gen(function*() {
        const { job_id, proposed_at, ...interview } = yield* load(actor.organization_id, id)
        const ofPool = yield* pooled(sql, actor.organization_id, job_id, interview)
        const { pool } = ofPool
        const members = [
          ...new Set([...pool.members.map(({ id }) => id), ...interview.interviewers.map(({ member_id }) => member_id)])
        ]
        const time = timeIn(interview)
        const candidate = yield* Effect.flatMap(
          candidateTimes(sql, actor.organization_id, interview.application_id, time, [id]),
          found(id)
        )
        const known = yield* availability(sql, actor.organization_id, job_id, id, { members, time })
        const numbers = new Map(pool.members.map((member) => [member.id, member.bookings]))
        const counted = known.members.map((member) => ({
          ...member,
          bookings: numbers.get(member.id) ?? member.bookings
        }))
        return {
          of: interview,
          proposed_at,
          availability: { ...known, ...candidate, members: counted },
          pooled: ofPool
        }
      }),
      decide: ({ availability, pooled }: KnownInterview & { readonly pooled: Pooled }, context) =>
        decide(pooled, availability, context),
      save: saved,
      races: [overlap]
    })

  return Context.make(Interviews, { list, within, toCome, appointments, get, create, modify, times }).pipe(
    Context.add(Replacements, { pool, replace })
  )
})

export const layer = Layer.effectContext(make)
