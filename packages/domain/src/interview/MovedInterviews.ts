/** Interviews that are yet to come, and that newer data of time zones have moved: their local time is another instant now. */
import { Effect, Schema } from "effect"
import type { OrganizationId } from "../Id.ts"
import { LocalTime } from "../time/LocalTime.ts"
import { type Appointment, type Moved, movedBy } from "../time/Moved.ts"
import { ZoneName } from "../time/ZoneName.ts"
import type { Zones } from "../time/Zones.ts"
import { later, type Timestamp } from "../Timestamp.ts"
import type { Interview } from "./Interview.ts"
import type { Interviews } from "./Interviews.ts"
import type { InterviewTime } from "./InterviewTime.ts"

/** The interviews that are read at most, the earliest first, and those of a statement. */
const [maxRead, maxPage] = [5000, 500] as const

interface Timed extends Appointment {
  readonly interview: Interview
}
export type MovedInterview = Moved<Timed>

const isLocal = Schema.is(LocalTime)
const isZone = Schema.is(ZoneName)

const timed = (interview: Interview): ReadonlyArray<Timed> => {
  const { local_start, starts_at, status, time_zone } = interview
  return status === "scheduled" && starts_at !== null && isLocal(local_start) && isZone(time_zone)
    ? [{ interview, local_start, starts_at, time_zone }]
    : []
}

/** Returns those of the first 5,000 scheduled interviews that begin after `now` that moved. */
export const movedInterviews = (
  port: Pick<Interviews["Service"], "within">,
  organization: OrganizationId,
  zones: Zones,
  now: Timestamp
): Effect.Effect<ReadonlyArray<MovedInterview>> => {
  const from = (offset: number): Effect.Effect<ReadonlyArray<MovedInterview>> =>
    Effect.flatMap(port.within(organization, { from: now }, { limit: maxPage, offset }), ({ items, pagination }) => {
      const moved = movedBy(items.flatMap(timed).filter(({ starts_at }) => starts_at > now), zones)
      const end = offset + maxPage
      return pagination.has_more && end < maxRead ? Effect.map(from(end), (rest) => [...moved, ...rest]) : Effect.succeed(moved)
    })
  return from(0)
}

/** What a moved interview keeps: the local time that people agreed on, or the instant that is in their calendars. */
export type Kept = "local" | "instant"

/** Returns the time by which a moved interview keeps one of the two. */
export const timeKeeping = (
  { appointment: { interview: { minutes }, local_start, starts_at, time_zone }, instant, shown }: MovedInterview,
  kept: Kept
): InterviewTime => {
  const start = kept === "local" ? instant : starts_at
  return { starts_at: start, ends_at: later(start, minutes * 60_000), time_zone, local_start: kept === "local" ? local_start : shown }
}
