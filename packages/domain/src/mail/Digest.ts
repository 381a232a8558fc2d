/** The time of daily digests: six in the morning, in each member's time zone. */
import type { UserId } from "../Id.ts"
import type { Timestamp } from "../Timestamp.ts"
import { dayAt, type LocalTime, startOfDay, timestampOf } from "../time/LocalTime.ts"
import type { Zone } from "../time/Zone.ts"
import type { Zones } from "../time/Zones.ts"
import type { ZoneName } from "../time/ZoneName.ts"

/**
 * The members of an organization who get digests, and from when on they are to be planned; null if none was planned
 * yet.
 */
export interface DigestReaders {
  readonly digest_at: Timestamp | null
  /** The organization's zone. */
  readonly time_zone: ZoneName
  readonly readers: ReadonlyArray<{ readonly id: UserId; readonly time_zone: ZoneName }>
}

/** A digest that is due, for a day such as `2026-11-29`, with what is new since a time. */
export interface DueDigest {
  readonly member_id: UserId
  readonly day: string
  readonly since: Timestamp
}

/** Returns six in the morning of the day at a time, or of a later or earlier day. */
const morning = (zone: Zone, time: Timestamp, daysLater: number): Timestamp =>
  timestampOf(zone, `${dayAt(zone, startOfDay(zone, time, daysLater))}T06:00` as LocalTime)

/** Returns the digests that are due, and when the next one is. There are none on the day on which mail was set up. */
export const planDigests = (
  { digest_at, readers, time_zone }: DigestReaders,
  zones: Zones,
  now: Timestamp
): { readonly due: ReadonlyArray<DueDigest>; readonly next: Timestamp } => {
  const mornings = readers.map(({ id: member_id, time_zone }) => {
    const zone = zones.zone(time_zone)
    const isPast = morning(zone, now, 0) <= now
    const [since, last, next] = (isPast ? [-1, 0, 1] : [-2, -1, 0]).map((days) => morning(zone, now, days)) as [
      Timestamp,
      Timestamp,
      Timestamp
    ]
    return { member_id, day: dayAt(zone, last), since, last, next }
  })
  const own = zones.zone(time_zone)
  // Included even if no member gets digests, so that a member who begins to get them is found in time.
  const nextOwn = [0, 1].map((days) => morning(own, now, days)).find((time) => time > now)!
  return {
    due: digest_at === null
      ? []
      : mornings.flatMap(({ day, last, member_id, since }) => last >= digest_at ? [{ member_id, day, since }] : []),
    next: mornings.reduce((first, { next }) => next < first ? next : first, nextOwn)
  }
}
