/** Stored calendars of members at other services. */
import type { Actor } from "@candor/domain/access/Actor"
import {
  type BusyCalendar,
  BusyCalendarNotFound,
  type CalendarKind,
  intervalMinutes,
  maxCalendars
} from "@candor/domain/calendar/BusyCalendar"
import { type Attempt, BusyCalendars, type ReadCalendar } from "@candor/domain/calendar/BusyCalendars"
import { BusyCalendarId, type OrganizationId, type UserId } from "@candor/domain/Id"
import { LimitReached } from "@candor/domain/Limit"
import type { Timestamp } from "@candor/domain/Timestamp"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { busyCalendars as work } from "../../queue/CalendarWork.ts"
import { insertWork } from "../../queue/Queue.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { applicationIsVisible } from "../application/Visibility.ts"

/** Calendars that one statement takes. */
const portion = "10"

/** The columns of a calendar `b` of a member `u` that reading it needs. */
const read = `b.id, b.member_id, b.kind, b.host, b.secret, b.etag, b.known_until, b.failures, u.email,
  coalesce(u.schedule ->> 'time_zone', (SELECT o.time_zone FROM organizations o WHERE o.id = $organization), 'UTC') AS zone`

/**
 * Future interviews that have another time in the calendar `b`. Interviews that were changed within the last hour are
 * left out, because a calendar may still have their old time.
 */
const differing = `(SELECT coalesce(json_agg(x ORDER BY x.starts_at), '[]') FROM (
  SELECT i.id AS interview_id, i.application_id, i.title, o.starts_at, o.ends_at
  FROM jsonb_to_recordset(b.own) o (interview_id uuid, starts_at text, ends_at text)
  JOIN $interviews i ON i.organization_id = $organization AND i.id = o.interview_id
  JOIN interviewer_times t ON t.organization_id = $organization AND t.interview_id = i.id AND t.member_id = b.member_id
  WHERE i.status = 'scheduled' AND i.ends_at > now() AND b.read_at > i.updated_at + interval '1 hour'
    AND (i.starts_at <> o.starts_at::timestamptz OR i.ends_at <> o.ends_at::timestamptz) AND ${
  applicationIsVisible("i.application_id")
}
) x)`

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  const list = (organization: OrganizationId, member: UserId) =>
    sql<BusyCalendar>`
      SELECT b.id, b.kind, b.host, b.created_at, b.read_at, b.problem, b.skipped_events, b.unknown_zones, ${
      sql.literal(differing)
    } AS differing_interviews
      FROM busy_calendars b WHERE b.organization_id = $organization AND b.member_id = ${member} ORDER BY b.created_at, b.id
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const reserve = Effect.map(random.uuidV7(), (id) => BusyCalendarId.make(id))

  const add = (
    { organization_id, user_id }: Actor,
    { host, id, kind, secret }: {
      readonly id: BusyCalendarId
      readonly kind: CalendarKind
      readonly host: string
      readonly secret: string | null
    }
  ) =>
    sql`
      WITH counted AS (
        UPDATE users u SET busy_calendars_counted = u.busy_calendars_counted + 1
        WHERE u.organization_id = $organization AND u.id = ${user_id} AND u.busy_calendars_counted < ${maxCalendars.limit}
        RETURNING u.organization_id
      ), enqueued AS (
        ${insertWork} ${work.queue}, gen_random_uuid()::text, ${JSON.stringify({ organization_id })}, now() FROM counted
      ), added AS (
        INSERT INTO busy_calendars (organization_id, id, member_id, kind, host, secret, created_at, due_at)
        SELECT counted.organization_id, ${id}::uuid, ${user_id}::uuid, ${kind}, ${host}, ${secret}, now(), now() FROM counted
        RETURNING id
      )
      SELECT id FROM added
    `.pipe(
      ofOrganization(sql, organization_id),
      Effect.orDie,
      Effect.flatMap((rows) =>
        rows.length === 0 ? new LimitReached({ ...maxCalendars, present: maxCalendars.limit, added: 1 }) : Effect.void
      )
    )

  const remove = ({ organization_id, user_id }: Actor, id: BusyCalendarId) =>
    sql<{ readonly kind: CalendarKind }>`
      WITH removed AS (
        DELETE FROM busy_calendars b WHERE b.organization_id = $organization AND b.id = ${id} AND b.member_id = ${user_id} RETURNING b.kind
      ), counted AS (
        UPDATE users u SET busy_calendars_counted = u.busy_calendars_counted - 1
        WHERE u.organization_id = $organization AND u.id = ${user_id} AND EXISTS (SELECT FROM removed)
      )
      SELECT kind FROM removed
    `.pipe(
      ofOrganization(sql, organization_id),
      Effect.orDie,
      Effect.flatMap(([row]) => row === undefined ? new BusyCalendarNotFound({ id }) : Effect.succeed(row))
    )

  // The calendar of a deactivated member is not read, and is looked at again in a day.
  const take = (organization: OrganizationId) =>
    sql<ReadCalendar & { readonly is_active: boolean }>`
      WITH due AS MATERIALIZED (
        SELECT b.id FROM busy_calendars b WHERE b.organization_id = $organization AND b.due_at <= now()
        ORDER BY b.due_at LIMIT ${sql.literal(portion)} FOR UPDATE SKIP LOCKED
      )
      UPDATE busy_calendars b SET due_at = now() + CASE WHEN u.status = 'active' THEN interval '2 minutes' ELSE interval '1 day' END
      FROM due, users u
      WHERE b.organization_id = $organization AND b.id = due.id AND u.organization_id = $organization AND u.id = b.member_id
      RETURNING ${sql.literal(read)}, u.status = 'active' AS is_active
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.map((rows) => rows.filter(({ is_active }) => is_active))
    )

  const untried = (organization: OrganizationId, members: ReadonlyArray<UserId>) =>
    sql<ReadCalendar>`
      UPDATE busy_calendars b SET tried_at = now() FROM users u
      WHERE u.organization_id = $organization AND u.id = b.member_id AND u.status = 'active'
        AND b.organization_id = $organization AND b.member_id = ANY (${members}::uuid[])
        AND (b.tried_at < now() - interval '1 minute') IS NOT FALSE
      RETURNING ${sql.literal(read)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  // Discards the result of an attempt that began before the one whose result is stored.
  const record = (
    organization: OrganizationId,
    { failures, id }: ReadCalendar,
    began_at: Timestamp,
    attempt: Attempt
  ) => {
    const minutes = "problem" in attempt
      ? Math.min(intervalMinutes * 2 ** Math.min(failures, 10), 1440)
      : intervalMinutes
    const found = "problem" in attempt
      ? sql`problem = ${attempt.problem}, failures = b.failures + 1`
      : attempt.times === null
      ? sql`problem = NULL, failures = 0, read_at = ${began_at}::timestamptz`
      : sql`problem = NULL, failures = 0, read_at = ${began_at}::timestamptz, etag = ${attempt.etag}, known_until = ${attempt.known_until}::timestamptz,
          busy = ${PgTypes.jsonb(attempt.times.busy)}, own = ${PgTypes.jsonb(attempt.times.own)},
          skipped_events = ${attempt.times.skipped}, unknown_zones = ${PgTypes.jsonb(attempt.times.unknown_zones)}`
    return sql`
      UPDATE busy_calendars b SET tried_at = now(), due_at = now() + ${minutes}::integer * interval '1 minute', ${found}
      WHERE b.organization_id = $organization AND b.id = ${id} AND coalesce(b.read_at <= ${began_at}::timestamptz, true)
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.asVoid)
  }

  const wake = (organization: OrganizationId) =>
    sql`
      ${insertWork} ${work.queue}, gen_random_uuid()::text, ${JSON.stringify({ organization_id: organization })}, due.at
      FROM (SELECT greatest(min(b.due_at), now()) AS at FROM busy_calendars b WHERE b.organization_id = $organization HAVING count(*) > 0) due
      WHERE NOT EXISTS (
        SELECT FROM queue WHERE queue_name = ${
      sql.literal(`'${work.queue}'`)
    } AND state = 'pending' AND acquired_at IS NULL
          AND element::jsonb ->> 'organization_id' = ${organization} AND attempts = 0 AND visible_at <= due.at
      )
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.asVoid)

  return BusyCalendars.of({ list, reserve, add, remove, take, untried, record, wake })
})

export const layer = Layer.effect(BusyCalendars, make)
