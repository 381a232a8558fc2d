/** Upcoming interviews that an update of time zone data has moved: their local time is now another instant. */
import { Effect, Schema } from "effect"
import type { OrganizationId } from "../Id.ts"
import type { Page, StartPosition } from "../Pagination.ts"
import { LocalTime } from "../time/LocalTime.ts"
import { type Appointment, type Moved, movedBy } from "../time/Moved.ts"
import { ZoneName } from "../time/ZoneName.ts"
import type { Zones } from "../time/Zones.ts"
import { later, type Timestamp } from "../Timestamp.ts"
import type { Interview } from "./Interview.ts"
import type { Agreed, Interviews } from "./Interviews.ts"
import type { InterviewTime } from "./InterviewTime.ts"

/** The interviews of a page, and the most that are examined for one. */
export const maxMoved = 100
const maxRead = 5000

interface Timed extends Appointment {
  readonly interview: Interview
}
export type MovedInterview = Moved<Timed>

const isLocal = Schema.is(LocalTime)
const isZone = Schema.is(ZoneName)

const agreed = <A extends Agreed>(one: A): ReadonlyArray<A & Appointment> => {
  const { local_start, starts_at, time_zone } = one
  return starts_at !== null && isLocal(local_start) && isZone(time_zone)
    ? [{ ...one, local_start, starts_at, time_zone }]
    : []
}

/**
 * Returns a page of the scheduled interviews after `now` that moved, earliest first. A page can be empty even if there
 * is a next one.
 */
export const movedInterviews = Effect.fnUntraced(function*(
  port: Pick<Interviews["Service"], "appointments" | "within">,
  organization: OrganizationId,
  zones: Zones,
  now: Timestamp,
  after?: StartPosition
) {
  const read = yield* port.appointments(organization, now, { limit: maxRead, offset: 0, after })
  const moved = movedBy(read.items.flatMap(agreed), zones)
  const ids = moved.slice(0, maxMoved).map(({ appointment: { id } }) => id)
  const whole = ids.length === 0
    ? []
    : (yield* port.within(organization, { ids }, { limit: maxMoved, offset: 0 })).items
  const last = moved[maxMoved - 1]
  const next = moved.length > maxMoved && last !== undefined
    ? { starts_at: last.appointment.starts_at, id: last.appointment.id }
    : read.next
  // Read again: some may have been rescheduled in the meantime.
  const items: ReadonlyArray<MovedInterview> = movedBy(
    whole.filter(({ status }) => status === "scheduled").flatMap((interview) =>
      agreed(interview).map(({ local_start, starts_at, time_zone }) => ({
        interview,
        local_start,
        starts_at,
        time_zone
      }))
    ),
    zones
  )
  const page: Page<MovedInterview, StartPosition> = {
    items,
    pagination: { limit: maxMoved, offset: 0, has_more: next !== undefined },
    next
  }
  return page
})

/** What a moved interview keeps: the agreed local time, or the instant that is in the participants' calendars. */
export type Kept = "local" | "instant"

/** Returns the time with which a moved interview keeps one of the two. */
export const timeKeeping = (
  { appointment: { interview: { minutes }, local_start, starts_at, time_zone }, instant, shown }: MovedInterview,
  kept: Kept
): InterviewTime => {
  const start = kept === "local" ? instant : starts_at
  return {
    starts_at: start,
    ends_at: later(start, minutes * 60_000),
    time_zone,
    local_start: kept === "local" ? local_start : shown
  }
}
