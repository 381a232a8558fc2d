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

/** A calendar that is to be read. */
export interface ReadCalendar {
  readonly id: BusyCalendarId
  readonly member_id: UserId
  readonly kind: CalendarKind
  /** The host of its address, or the connected account. */
  readonly host: string
  /** The address, encrypted; null for a connected account. */
  readonly secret: string | null
  /** The entity tag of the server, and the end of the period that was read. */
  readonly etag: string | null
  readonly known_until: Timestamp | null
  /** The failed attempts since it was last read. */
  readonly failures: number
  readonly email: string
  /** The time zone for times without one. */
  readonly zone: ZoneName
}

/** The outcome of reading a calendar: its contents, “not modified”, or why it could not be read. */
export type Attempt =
  | { readonly times: CalendarTimes; readonly etag: string | null; readonly known_until: Timestamp }
  | { readonly times: null }
  | { readonly problem: CalendarProblem }

export class BusyCalendars extends Context.Service<BusyCalendars, {
  /** Returns the calendars of a member, in the order in which they were added. */
  readonly list: (organization: OrganizationId, member: UserId) => Effect.Effect<ReadonlyArray<BusyCalendar>>
  /** Reserves an id, which the encryption of the secret includes. */
  readonly reserve: Effect.Effect<BusyCalendarId>
  /** Stores a calendar of the actor, and queues reading it. */
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
  /** Claims the calendars that are due, oldest first. Nobody else can claim them for two minutes. */
  readonly take: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<ReadCalendar>>
  /** Returns those calendars of members that nobody has tried to read for a minute. */
  readonly untried: (
    organization: OrganizationId,
    members: ReadonlyArray<UserId>
  ) => Effect.Effect<ReadonlyArray<ReadCalendar>>
  /**
   * Stores the outcome of an attempt that began at this time, and when the calendar is due again. Ignored if a later
   * attempt was stored already.
   */
  readonly record: (
    organization: OrganizationId,
    calendar: ReadCalendar,
    began_at: Timestamp,
    attempt: Attempt
  ) => Effect.Effect<void>
  /** Queues work for when the organization's next calendar is due, unless earlier work is queued. */
  readonly wake: (organization: OrganizationId) => Effect.Effect<void>
}>()("@candor/domain/BusyCalendars") {}
