/** Stored schedules of members. */
import type { OrganizationId, UserId } from "@candor/domain/Id"
import { defaultSchedule, type Schedule, Schedules } from "@candor/domain/scheduling/Schedule"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ofOrganization } from "../../statements/OfOrganization.ts"

/** The time zone of a member who has not chosen hours: the organization's. */
export const organizationZone = "(SELECT coalesce(o.time_zone, 'UTC') FROM organizations o WHERE o.id = $organization)"

/** The time zone of a member `u`: that of their hours. */
export const memberZone = `coalesce(u.schedule ->> 'time_zone', ${organizationZone})`

/** A condition: a holiday calendar `h` applies to a member `u`, because the member chose it, or by default. */
export const hasHolidays = "coalesce(nullif(u.schedule -> 'holiday_calendar_ids', 'null') ? h.id::text, h.is_default)"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return Schedules.of({
    get: (organization: OrganizationId, member: UserId) =>
      sql<{ readonly schedule: Schedule | null; readonly time_zone: string }>`
        SELECT u.schedule, ${sql.literal(organizationZone)} AS time_zone FROM users u
        WHERE u.organization_id = $organization AND u.id = ${member}
      `.pipe(
        ofOrganization(sql, organization),
        Effect.orDie,
        Effect.map(([row]): Schedule => ({
          ...defaultSchedule(ZoneName.make(row?.time_zone ?? "UTC")),
          ...row?.schedule
        }))
      ),
    put: (organization: OrganizationId, member: UserId, schedule: Schedule) =>
      sql`
        UPDATE users u SET schedule = ${PgTypes.jsonb(schedule)}
        WHERE u.organization_id = $organization AND u.id = ${member}
      `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.asVoid)
  })
})

export const layer = Layer.effect(Schedules, make)
