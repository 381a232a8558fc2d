/** The port to busy calendars. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { BusyCalendarId, OrganizationId, UserId } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import type { ZoneName } from "../time/ZoneName.ts"
import type { Timestamp } from "../Timestamp.ts"
import type {
  BusyCalendar,
  BusyCalendarNotFound,
  CalendarKind,
  CalendarProblem,
  CalendarTimes
} from "./BusyCalendar.ts"

/** A calendar as it is read. */
export interface ReadCalendar {
  readonly id: BusyCalendarId
  readonly member_id: UserId
  readonly kind: CalendarKind
  /** The host of its address, or the connected account. */
  readonly host: string
  /** What is kept of its address, encrypted; null of a connected account. */
  readonly secret: string | null
  /** The version that the server named, and until when it was read. */
  readonly etag: string | null
  readonly known_until: Timestamp | null
  /** The attempts since it was last read. */
  readonly failures: number
  readonly email: string
  /** The zone of times without one. */
  readonly zone: ZoneName
}

/** The outcome of reading a calendar: its contents, “not modified”, or why it could not be read. */
export type Attempt =
  | { readonly times: CalendarTimes; readonly etag: string | null; readonly known_until: Timestamp }
  | { readonly times: null }
  | { readonly problem: CalendarProblem }

export class BusyCalendars extends Context.Service<BusyCalendars, {
  /** Returns the calendars of a member, as they were added. */
  readonly list: (organization: OrganizationId, member: UserId) => Effect.Effect<ReadonlyArray<BusyCalendar>>
  /** Reserves an id: the secret is encrypted for it. */
  readonly reserve: Effect.Effect<BusyCalendarId>
  /** Stores a calendar of the actor, which is read at once. */
  readonly add: (
    actor: Actor,
    calendar: {
      readonly id: BusyCalendarId
      readonly kind: CalendarKind
      readonly host: string
      readonly secret: string | null
    }
  ) => Effect.Effect<void, LimitReached>
  readonly remove: (
    actor: Actor,
    id: BusyCalendarId
  ) => Effect.Effect<{ readonly kind: CalendarKind }, BusyCalendarNotFound>
  /** Takes the calendars that are due, the oldest first: for two minutes, nobody else takes them. */
  readonly take: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<ReadCalendar>>
  /** Returns the calendars of members that nobody has tried to read for a minute. */
  readonly untried: (
    organization: OrganizationId,
    members: ReadonlyArray<UserId>
  ) => Effect.Effect<ReadonlyArray<ReadCalendar>>
  /**
   * Stores what came of an attempt that began then, and when the calendar is due again. Nothing of one that began before
   * the last that was stored.
   */
  readonly record: (
    organization: OrganizationId,
    calendar: ReadCalendar,
    began_at: Timestamp,
    attempt: Attempt
  ) => Effect.Effect<void>
  /**
   * Queues work for the time at which the next calendar of the organization is due, unless some is queued for before.
   */
  readonly wake: (organization: OrganizationId) => Effect.Effect<void>
}>()("@candor/domain/BusyCalendars") {}
