/** Stored scheduling links, and the bookings that candidates make with them. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/Application"
import type { AnyContext, Decision, DecisionContext } from "@candor/domain/Decision"
import type {
  ApplicationId,
  JobId,
  OrganizationId,
  SchedulingLinkId,
  ScorecardTemplateId,
  UserId
} from "@candor/domain/Id"
import { type InterviewState, noun as interviewNoun } from "@candor/domain/interview/Interview"
import type { KnownCalendar } from "@candor/domain/interview/KnownCalendar"
import type { Interviewed } from "@candor/domain/interview/Scheduling"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import type { CalendarFailure } from "@candor/domain/organization/Organization"
import {
  defaults,
  type LinkState,
  noun,
  type SchedulingLink,
  SchedulingLinkNotFound
} from "@candor/domain/scheduling/SchedulingLink"
import { type LinkFilter, type NamedByMeetings, SchedulingLinks } from "@candor/domain/scheduling/SchedulingLinks"
import type { Linked } from "@candor/domain/scheduling/LinkCreation"
import type { Booking, LinkFacts } from "@candor/domain/scheduling/SelfScheduling"
import type { ZoneName } from "@candor/domain/time/ZoneName"
import { later, now as currentTime } from "@candor/domain/Timestamp"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { changedColumns, jsonColumns, rowColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { columnsOf, setFrom } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { author } from "../application/ApplicationQueries.ts"
import { applicationIsVisible, ofVisibleJob } from "../application/Visibility.ts"
import {
  attributesOf,
  booking,
  calendarColumns,
  calendarFailure,
  candidateTimes,
  type CandidateTimes,
  invitedOf,
  isOpen,
  overlap,
  plannedOf,
  templateGone
} from "./Booking.ts"
import { type Member, memberColumns, schedulables } from "./Schedulables.ts"
import { organizationZone } from "./Schedules.ts"

/** The current status: a booked link is revoked while an interview of it is canceled (`linkStatus` of the domain). */
const status = `CASE WHEN l.status = 'booked' AND EXISTS (
  SELECT FROM public.interviews i WHERE i.organization_id = $organization AND i.status = 'cancelled'
    AND i.id = ANY (ARRAY(SELECT booked::uuid FROM jsonb_array_elements_text(l.interview_ids) booked))
) THEN 'revoked' ELSE l.status END`

/** The columns of a link `l`. */
export const linkShown = jsonColumns(noun, "l", "json", { author: author("l"), status })
const [stored, changed] = [rowColumns(noun), [...changedColumns(noun), "updated_at", "version"]]
const interviewColumns = rowColumns(interviewNoun)
const movedColumns = [...interviewColumns].filter((name) =>
  !["id", "application_id", "author_id", "created_at"].includes(name)
)

interface Loaded {
  readonly link: LinkState
  readonly application: Interviewed
  readonly interviews: ReadonlyArray<InterviewState>
  readonly templates: ReadonlyArray<ScorecardTemplateId>
  readonly members: ReadonlyArray<Member>
  readonly calendars: ReadonlyArray<KnownCalendar>
  readonly calendar_failure: CalendarFailure
  readonly time_zone: ZoneName
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const list = (organization: OrganizationId, { application_id }: LinkFilter, page: PageRequest) =>
    sql<SchedulingLink>`
      SELECT ${sql.literal(linkShown)} FROM $scheduling_links l
      WHERE l.organization_id = $organization AND ${sql.literal(applicationIsVisible("l.application_id"))}
        AND ${
      sql.and([
        ...(application_id === undefined ? [] : [sql`l.application_id = ${application_id}`]),
        after(sql, "l", page)
      ])
    }
      ${newestFirst(sql, "l", page)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map((rows) => fromRows(page, rows)))

  const found = (id: SchedulingLinkId) => <Row>([row]: ReadonlyArray<Row>) =>
    row === undefined ? new SchedulingLinkNotFound({ id }) : Effect.succeed(row)

  const get = (organization: OrganizationId, id: SchedulingLinkId) =>
    sql<SchedulingLink>`
      SELECT ${sql.literal(linkShown)} FROM $scheduling_links l
      WHERE l.organization_id = $organization AND l.id = ${id} AND ${
      sql.literal(applicationIsVisible("l.application_id"))
    }
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(found(id)))

  const load = (organization: OrganizationId, id: SchedulingLinkId) =>
    sql<Loaded>`
      SELECT (SELECT row_to_json(x) FROM (SELECT ${sql.literal(jsonColumns(noun, "l", "row"))}) x) AS link,
        (SELECT row_to_json(x) FROM (
          SELECT a.anonymised_at, a.status, a.job_id, a.stage_id, a.interviews_counted, '[]'::json AS stages, '[]'::json AS planned
        ) x) AS application,
        (SELECT coalesce(json_agg(x), '[]') FROM (
          SELECT ${sql.literal(jsonColumns(interviewNoun, "i", "row"))}
          FROM (SELECT ARRAY(SELECT booked::uuid FROM jsonb_array_elements_text(l.interview_ids) booked) AS ids) l
          JOIN public.interviews i ON i.organization_id = $organization AND i.id = ANY (l.ids)
          ORDER BY array_position(l.ids, i.id)
        ) x) AS interviews,
        ARRAY(
          SELECT t.id FROM scorecard_templates t WHERE t.organization_id = $organization AND t.id IN (
            SELECT (one ->> 'scorecard_template_id')::uuid FROM jsonb_array_elements(l.meetings) one
          )
        ) AS templates,
        (SELECT coalesce(json_agg(x), '[]') FROM (
          SELECT ${sql.literal(memberColumns)} FROM users u WHERE u.organization_id = $organization AND u.id IN (
            SELECT m.id::uuid FROM jsonb_array_elements(l.meetings) one CROSS JOIN jsonb_array_elements_text(one -> 'member_ids') m (id)
          )
        ) x) AS members,
        (SELECT coalesce(json_agg(x), '[]') FROM (
          SELECT ${
      sql.literal(calendarColumns)
    } FROM busy_calendars b WHERE b.organization_id = $organization AND b.member_id IN (
            SELECT m.id::uuid FROM jsonb_array_elements(l.meetings) one CROSS JOIN jsonb_array_elements_text(one -> 'member_ids') m (id)
          )
        ) x) AS calendars,
        ${sql.literal(calendarFailure)} AS calendar_failure,
        ${sql.literal(organizationZone)} AS time_zone
      FROM $scheduling_links l
      JOIN applications a ON a.organization_id = $organization AND a.id = l.application_id
      JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id AND j.deleted_at IS NULL
      WHERE l.organization_id = $organization AND l.id = ${id}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(found(id)))

  const facts = Effect.fnUntraced(function*(organization: OrganizationId, id: SchedulingLinkId) {
    const { members, time_zone, ...loaded } = yield* load(organization, id)
    const now = yield* currentTime
    const { horizon_days, interview_ids } = loaded.link
    const until = later(now, horizon_days * 86_400_000)
    const known = yield* schedulables(sql, organization, { members, time_zone, now, until, except: interview_ids })
    const { application_id } = loaded.link
    const [candidate] = yield* candidateTimes(
      sql,
      organization,
      application_id,
      { starts_at: later(now, -86_400_000), ends_at: later(until, 8 * 86_400_000) },
      interview_ids
    )
    if (candidate === undefined) return yield* new SchedulingLinkNotFound({ id })
    const facts: LinkFacts & CandidateTimes = { ...loaded, ...known, ...candidate }
    return facts
  })

  const free = Effect.fnUntraced(
    function*(organization: OrganizationId, application: ApplicationId, named: ReadonlyArray<UserId>) {
      const [row] = yield* sql<Omit<Loaded, "application" | "interviews" | "link" | "templates">>`
        SELECT (SELECT coalesce(json_agg(x), '[]') FROM (
            SELECT ${sql.literal(memberColumns)} FROM users u
            WHERE u.organization_id = $organization AND u.id = ANY (${named}::uuid[])
          ) x) AS members,
          (SELECT coalesce(json_agg(x), '[]') FROM (
            SELECT ${sql.literal(calendarColumns)} FROM busy_calendars b
            WHERE b.organization_id = $organization AND b.member_id = ANY (${named}::uuid[])
          ) x) AS calendars,
          ${sql.literal(calendarFailure)} AS calendar_failure, ${sql.literal(organizationZone)} AS time_zone
        FROM $applications a JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id AND j.deleted_at IS NULL
        WHERE a.organization_id = $organization AND a.id = ${application} AND ${sql.literal(ofVisibleJob)}
      `.pipe(ofOrganization(sql, organization), Effect.orDie)
      if (row === undefined) return yield* new ApplicationNotFound({ id: application })
      const { members, time_zone, ...loaded } = row
      const now = yield* currentTime
      const until = later(now, defaults.horizon_days * 86_400_000)
      const known = yield* schedulables(sql, organization, { members, time_zone, now, until, except: [] })
      const span = { starts_at: later(now, -86_400_000), ends_at: later(until, 8 * 86_400_000) }
      const [candidate] = yield* candidateTimes(sql, organization, application, span, [])
      return { ...loaded, ...known, candidate_taken: candidate?.candidate_taken ?? [] }
    }
  )

  const create = <Failure>(
    actor: Actor,
    application: ApplicationId,
    { members, planned, templates }: NamedByMeetings,
    decide: (linked: Linked, context: DecisionContext) => Decision<LinkState, Failure>
  ) =>
    write({
      actor,
      load: sql<Linked & { readonly job_id: JobId }>`
        SELECT a.anonymised_at, a.status, a.scheduling_links_counted AS links, (
          SELECT coalesce(json_agg(x), '[]') FROM (
            SELECT ${
        sql.literal(invitedOf)
      } FROM users u WHERE u.organization_id = $organization AND u.id = ANY (${members}::uuid[])
          ) x
        ) AS members, ${plannedOf(sql, planned)} AS planned, (
          SELECT coalesce(json_agg(json_build_object('id', t.id, 'attributes', ${
        sql.literal(attributesOf)
      })), '[]') FROM scorecard_templates t
          WHERE t.organization_id = $organization AND (t.id = ANY (${templates}::uuid[]) OR t.id IN (
            SELECT p.scorecard_template_id FROM planned_interviews p
            WHERE p.organization_id = $organization AND p.job_id = a.job_id AND p.id = ANY (${planned}::uuid[])
          ))
        ) AS templates
        FROM $applications a JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id AND j.deleted_at IS NULL
        WHERE a.organization_id = $organization AND a.id = ${application} AND ${sql.literal(ofVisibleJob)}
      `.pipe(
        ofOrganization(sql, actor.organization_id),
        Effect.orDie,
        Effect.flatMap(([row]) =>
          row === undefined ? new ApplicationNotFound({ id: application }) : Effect.succeed(row)
        )
      ),
      decide,
      // Counting locks the application, so that a concurrent anonymization waits, and then finds the link.
      save: (change) =>
        save(sql, change, {
          before: [sql`counted AS (
            UPDATE applications a SET scheduling_links_counted = a.scheduling_links_counted + 1
            WHERE a.organization_id = $organization AND a.id = ${application} AND a.anonymised_at IS NULL AND ${
            sql.literal(ofVisibleJob)
          }
            RETURNING a.id
          )`],
          saved: sql`
            INSERT INTO scheduling_links (organization_id, ${sql.literal(stored.join(", "))})
            SELECT $organization, ${sql.literal(columnsOf("x", stored))}
            FROM jsonb_populate_record(NULL::scheduling_links, ${
            PgTypes.jsonb(change.decided.entity)
          }) x CROSS JOIN counted RETURNING id`
        }),
      races: ["scheduling_links_application", "applications_scheduling_links"]
    })

  /** Makes the statement of a booking. It compares the booking counters of members, so limits and buffers hold, too. */
  const saved = (before: LinkFacts & CandidateTimes, { interviews, link }: Booking) => {
    const changesLink =
      sql`l.organization_id = $organization AND l.id = ${link.id} AND l.version = ${before.link.version}`
    if (interviews.length === 0)
      return {
        saved: sql`UPDATE scheduling_links l SET ${
          setFrom(sql, noun.table, changed, link)
        } WHERE ${changesLink} RETURNING l.id`
      }
    const present = before.interviews.filter(({ id }) => interviews.some((one) => one.id === id))
    const held = present.map(({ id, version }) => ({ id, version }))
    const booked = booking(
      sql,
      { before: present, after: interviews, candidate: before.candidate, members: before.members, taken: [] },
      link.application_id
    )
    return {
      before: [
        ...booked.before,
        sql`held AS MATERIALIZED (
          SELECT i.id, i.version FROM interviews i
          WHERE i.organization_id = $organization AND i.id = ANY (${
          held.map(({ id }) => id)
        }::uuid[]) AND (SELECT count(*) FROM locked) >= 0
          ORDER BY i.id FOR NO KEY UPDATE
        )`
      ],
      saved: sql`
        UPDATE scheduling_links l SET ${setFrom(sql, noun.table, changed, link)}
        WHERE ${changesLink} AND ${sql.literal(isOpen)} AND ${booked.isKnown}
          AND (SELECT count(*) FROM held JOIN jsonb_to_recordset(${
        PgTypes.jsonb(held)
      }) x (id uuid, version integer) USING (id, version))
            = ${held.length}
        RETURNING l.organization_id, l.id`,
      after: [
        sql`counted AS (
          UPDATE applications a SET interviews_counted = a.interviews_counted + ${interviews.length - held.length}
          WHERE a.organization_id = $organization AND a.id = ${link.application_id} AND ${
          sql.literal(ofVisibleJob)
        } AND EXISTS (SELECT FROM saved)
        )`,
        sql`stored AS (
          INSERT INTO interviews (organization_id, ${sql.literal(interviewColumns.join(", "))})
          SELECT saved.organization_id, ${sql.literal(columnsOf("x", interviewColumns))}
          FROM jsonb_populate_recordset(NULL::interviews, ${PgTypes.jsonb(interviews)}) x CROSS JOIN saved
          ON CONFLICT (organization_id, id) DO UPDATE SET ${
          sql.literal(movedColumns.map((name) => `${name} = excluded.${name}`).join(", "))
        }
        )`,
        // A distributed database runs the parts in this order: times refer to the interviews.
        ...booked.after
      ]
    }
  }

  const change = <Failure>(
    by: Actor | Worker,
    id: SchedulingLinkId,
    decide: (facts: LinkFacts, context: AnyContext) => Decision<Booking, Failure>
  ) =>
    write({
      actor: by,
      load: facts(by.organization_id, id),
      decide,
      save: (change) => save(sql, change, saved(change.before, change.decided.entity)),
      races: [overlap, "applications_interviews", "interviews_application", templateGone]
    })

  return SchedulingLinks.of({ list, get, facts, free, create, change })
})

export const layer = Layer.effect(SchedulingLinks, make)
