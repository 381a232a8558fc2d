/**
 * Free times: when consecutive meetings can begin, each with all or a number of its members. Everything is a set of
 * possible start times: working hours shrink by a meeting's length, and busy times grow by it and by the buffers. Times
 * are minutes since 1970.
 */
import { Effect } from "effect"
import type { Zone } from "../time/Zone.ts"
import {
  always,
  contains,
  difference,
  inAtLeast,
  intersection,
  type Interval,
  intervalsOf,
  type MinuteSet,
  stretched
} from "../time/MinuteSets.ts"

const [minuteMillis, dayMinutes] = [60_000, 1440] as const

/** The data of a member that free times depend on. */
export interface Person {
  readonly id: string
  readonly zone: Zone
  /** Working hours for each day of the week, Monday first, in minutes of the local day. */
  readonly hours: ReadonlyArray<ReadonlyArray<Interval>>
  /** The times of interviews. */
  readonly busy: ReadonlyArray<Interval>
  /** Busy times from calendars. */
  readonly calendar: ReadonlyArray<Interval>
  /** Days off, in minutes of local time. */
  readonly holidays: ReadonlyArray<Interval>
  /** Start times of interviews, for the limits. Their times are in `busy`, too. */
  readonly booked: ReadonlyArray<number>
  readonly perDay: number
  readonly perWeek: number
  /** The number of recent interviews. Those with the fewest are chosen first. */
  readonly held: number
}

export interface MeetingNeed {
  readonly minutes: number
  readonly members: ReadonlyArray<string>
  /** The number of members who hold the meeting. Nobody holds two of the meetings. */
  readonly required: number
}

export interface Conditions {
  readonly now: number
  readonly lead: number
  readonly horizon: number
  /** Start times are multiples of it, in local time of the zone. */
  readonly grid: number
  readonly zone: Zone
  readonly before: number
  readonly after: number
  /** Minutes between two meetings. */
  readonly pause: number
  /** The candidate's other interviews. */
  readonly taken: ReadonlyArray<Interval>
  readonly meetings: ReadonlyArray<MeetingNeed>
}

export const personalReasons = ["hours", "busy", "calendar", "holiday", "day_limit", "week_limit"] as const
export type PersonalReason = (typeof personalReasons)[number]
export const settingReasons = ["candidate", "lead_time", "buffer_before", "buffer_after"] as const
export type SettingReason = (typeof settingReasons)[number]

/**
 * A setting or time that removes start times: of one member, of all if none is named, of the candidate, or of the link.
 */
export interface Obstacle {
  readonly reason: PersonalReason | SettingReason
  readonly member_id: string | null
}

const localDay = (zone: Zone, minute: number): number =>
  Math.floor(zone.localAt(minute * minuteMillis) / minuteMillis / dayMinutes)
const minuteAt = (zone: Zone, day: number, minute = 0): number =>
  Math.floor(zone.instantOf((day * dayMinutes + minute) * minuteMillis) / minuteMillis)
/** Returns the day of the week, 0 for Monday: 1 January 1970 was a Thursday. */
const weekday = (day: number): number => (day + 3) % 7

const workingHours = ({ hours, zone }: Person, [from, to]: Interval): MinuteSet => {
  const first = localDay(zone, from)
  const days = Array.from({ length: localDay(zone, to) - first + 1 }, (_, index) => first + index)
  return inAtLeast(
    1,
    days.flatMap((day) =>
      hours[weekday(day)]!.map(([begin, end]): Interval => [minuteAt(zone, day, begin), minuteAt(zone, day, end)])
    )
  )
}

/**
 * Returns the days or weeks, in a member's zone, that already have as many interviews as the limit allows. A day has 23
 * or 25 hours when clocks change.
 */
const full = ({ booked, zone }: Person, days: 1 | 7, limit: number): MinuteSet => {
  const first = (minute: number) => localDay(zone, minute) - (days === 1 ? 0 : weekday(localDay(zone, minute)))
  const counts = Map.groupBy(booked, first)
  return inAtLeast(
    1,
    [...counts].filter(([, held]) => held.length >= limit)
      .map(([day]): Interval => [minuteAt(zone, day), minuteAt(zone, day + days)])
  )
}

const holidaysOf = ({ holidays, zone }: Person): ReadonlyArray<Interval> =>
  holidays.map(([from, to]) => [minuteAt(zone, 0, from), minuteAt(zone, 0, to)])

const within = (intervals: ReadonlyArray<Interval>, [first, last]: Interval): MinuteSet =>
  inAtLeast(1, intervals.filter(([from, to]) => to > first && from < last))

/**
 * Prepares the sets from which a member's start times are computed, within a span and a day around it, independent of
 * the meeting.
 */
const known = (
  person: Person,
  [from, to]: Interval
): Readonly<Record<PersonalReason, MinuteSet>> & { readonly id: string } => {
  const span = [from - dayMinutes, to + dayMinutes] as const
  return {
    id: person.id,
    hours: workingHours(person, span),
    busy: within(person.busy, span),
    calendar: within(person.calendar, span),
    holiday: within(holidaysOf(person), span),
    day_limit: full(person, 1, person.perDay),
    week_limit: full(person, 7, person.perWeek)
  }
}
type Known = ReturnType<typeof known>

/** Returns the minutes at which a member can start a meeting. */
const beginnings = (of: Known, minutes: number, before: number, after: number, lifted?: string): MinuteSet => {
  const from = lifted === "hours" ? always : stretched(of.hours, 0, 1 - minutes)
  return [
    ...(["busy", "calendar"] as const).filter((reason) => reason !== lifted).map((reason) =>
      stretched(of[reason], 1 - minutes - after, before)
    ),
    ...(lifted === "holiday" ? [] : [stretched(of.holiday, 1 - minutes, 0)]),
    ...(["day_limit", "week_limit"] as const).filter((limit) => limit !== lifted).map((limit) => of[limit])
  ].reduce(difference, from)
}

/**
 * The meetings with their offsets from the first one, and when each member can start them: members with the fewest
 * interviews first.
 */
type Row = ReadonlyArray<{
  readonly offset: number
  readonly required: number
  readonly able: ReadonlyArray<{ readonly id: string; readonly starts: MinuteSet }>
}>

const freeIn = (row: Row, start: number): ReadonlyArray<ReadonlyArray<string>> =>
  row.map(({ able, offset }) => able.filter(({ starts }) => contains(starts, start + offset)).map(({ id }) => id))

/**
 * Assigns members to each meeting at a time, nobody to two; undefined if there are not enough (augmenting paths, Kuhn
 * 1955).
 */
const assigned = (row: Row, start: number): ReadonlyArray<ReadonlyArray<string>> | undefined => {
  const free = freeIn(row, start)
  const meetingOf = new Map<string, number>()
  // Prefers members without a meeting to reassigning others.
  const seat = (meeting: number, tried: Set<string>): boolean =>
    free[meeting]!.toSorted((one, other) => Number(meetingOf.has(one)) - Number(meetingOf.has(other))).some((id) => {
      const present = meetingOf.get(id)
      if (tried.has(id) || present === meeting) return false
      tried.add(id)
      if (present !== undefined && !seat(present, tried)) return false
      meetingOf.set(id, meeting)
      return true
    })
  const isComplete = row.every(({ required }, meeting) =>
    Array.from({ length: required }).every(() => seat(meeting, new Set()))
  )
  return isComplete ? row.map((_, meeting) => free[meeting]!.filter((id) => meetingOf.get(id) === meeting)) : undefined
}

/** Tells whether the meetings have enough members, if all were free. */
export const hasEnoughMembers = (meetings: ReadonlyArray<MeetingNeed>): boolean =>
  assigned(
    meetings.map(({ members, required }) => ({
      offset: 0,
      required,
      able: members.map((id) => ({ id, starts: [0, 1] }))
    })),
    0
  ) !== undefined

/**
 * Makes the rows of a link within a span, as they are or with one obstacle lifted. Sets that the obstacle does not
 * affect are the same objects in both.
 */
const rowsIn = (conditions: Conditions, people: ReadonlyArray<Person>, span: Interval) => {
  const all = people.toSorted((one, other) => one.held - other.held || (one.id < other.id ? -1 : 1)).map((person) =>
    known(person, span)
  )
  const cache = new Map<string, MinuteSet>()
  const taken = within(conditions.taken, [span[0] - dayMinutes, span[1] + dayMinutes])
  return (lifted?: Obstacle): Row => {
    const before = lifted?.reason === "buffer_before" ? 0 : conditions.before
    const after = lifted?.reason === "buffer_after" ? 0 : conditions.after
    let offset = 0
    return conditions.meetings.map(({ members, minutes, required }) => {
      const able = all.filter(({ id }) => members.includes(id)).map((person) => {
        const reason = lifted?.member_id === person.id || lifted?.member_id === null ? lifted.reason : undefined
        const meanwhile = lifted?.reason === "candidate" ? [] : taken
        const key = [
          person.id,
          minutes,
          before,
          after,
          meanwhile.length,
          personalReasons.find((name) => name === reason)
        ].join()
        const starts = cache.get(key) ??
          difference(beginnings(person, minutes, before, after, reason), stretched(meanwhile, 1 - minutes, 0))
        cache.set(key, starts)
        return { id: person.id, starts }
      })
      const placed = { offset, required, able }
      offset += minutes + conditions.pause
      return placed
    })
  }
}

/**
 * Returns the minutes until the local time is next a multiple of the grid. Zone offsets with 30 or 45 minutes shift it,
 * and so does a change of the offset.
 */
const waitFor = ({ grid, zone }: Conditions, minute: number): number =>
  (grid - Math.floor(zone.localAt(minute * minuteMillis) / minuteMillis) % grid) % grid

/**
 * Returns, for each meeting at a time, the free members, those with the fewest interviews first, and who holds it;
 * undefined if the link does not offer this time.
 */
export const offeredAt = (conditions: Conditions, people: ReadonlyArray<Person>, start: number) => {
  const { horizon, lead, meetings, now, pause } = conditions
  if (!Number.isInteger(start) || start < now + lead || start >= now + horizon || waitFor(conditions, start) !== 0)
    return undefined
  const row = rowsIn(conditions, people, [start, meetings.reduce((end, { minutes }) => end + minutes + pause, start)])()
  const holders = assigned(row, start)
  return holders === undefined ? undefined : { free: freeIn(row, start), holders }
}

/**
 * The meetings that are assigned before yielding to other work of the process, and the most for all obstacles of a link
 * together.
 */
const [portion, maxAssigned] = [250, 20_000] as const

/** Finds the free times of a link. `people` are the members of its meetings. */
export const freeTimes = (conditions: Conditions, people: ReadonlyArray<Person>) => {
  const { horizon, lead, meetings, now } = conditions
  const isShared =
    new Set(meetings.flatMap(({ members }) => members)).size < meetings.flatMap(({ members }) => members).length
  const rowOf = rowsIn(conditions, people, [now, now + horizon])
  const windowFrom = (lead: number): MinuteSet => lead < horizon ? [now + lead, now + horizon] : []

  const enoughIn = ({ able, offset, required }: Row[number]): MinuteSet =>
    inAtLeast(required, able.flatMap(({ starts }) => intervalsOf(starts))).map((minute) => minute - offset)

  /** Returns the start times within a set that at most `most` assignments can confirm. */
  const startsIn = Effect.fnUntraced(
    function*(row: Row, possible: MinuteSet, isKnown: (at: number) => boolean, most = Infinity) {
      const starts: Array<number> = []
      let assignments = 0
      for (const [from, to] of intervalsOf(possible)) {
        for (
          let at = from + waitFor(conditions, from);
          at < to;
          at += conditions.grid + waitFor(conditions, at + conditions.grid)
        ) {
          if (isKnown(at)) continue
          if (isShared && assignments === most) return { starts, isComplete: false }
          if (isShared && ++assignments % portion === 0) yield* Effect.yieldNow
          if (!isShared || assigned(row, at) !== undefined) starts.push(at)
        }
      }
      return { starts, isComplete: true }
    }
  )

  const found = Effect.gen(function*() {
    const row = rowOf()
    const enough = row.map(enoughIn)
    const { starts } = yield* startsIn(row, enough.reduce(intersection, windowFrom(lead)), () => false)
    return { row, enough, starts }
  })

  const obstacles = Effect.gen(function*() {
    const plain = yield* found
    const isStart = new Set(plain.starts)
    const removedBy = Effect.fnUntraced(function*(lifted: Obstacle, most: number) {
      yield* Effect.yieldNow
      const row = rowOf(lifted)
      const window = windowFrom(lifted.reason === "lead_time" ? 0 : lead)
      const more = row.map(({ able, offset }, meeting) =>
        able.flatMap(({ starts }, member): ReadonlyArray<Interval> => {
          const before = plain.row[meeting]!.able[member]!.starts
          return starts === before
            ? []
            : intervalsOf(difference(starts, before)).map(([from, to]) => [from - offset, to - offset])
        })
      )
      // Elsewhere, the row is unchanged.
      const differing = inAtLeast(1, [...intervalsOf(difference(window, windowFrom(lead))), ...more.flat()])
      const enough = row.map((meeting, index) => more[index]!.length === 0 ? plain.enough[index]! : enoughIn(meeting))
      const { isComplete, starts } = yield* startsIn(
        row,
        enough.reduce(intersection, intersection(window, differing)),
        (at) => isStart.has(at),
        most
      )
      return { ...lifted, removes: starts.length, isComplete }
    })
    const all = (obstacles: ReadonlyArray<Obstacle>) =>
      Effect.forEach(obstacles, (lifted) => removedBy(lifted, Math.ceil(maxAssigned / obstacles.length)))
    const ofLink = settingReasons.map((reason): Obstacle => ({ reason, member_id: null }))
    const single = yield* all([
      ...ofLink,
      ...people.flatMap(({ id }) => personalReasons.map((reason): Obstacle => ({ reason, member_id: id })))
    ])
    const together = single.some(({ removes }) => removes > 0)
      ? []
      : yield* all(personalReasons.map((reason): Obstacle => ({ reason, member_id: null })))
    return {
      obstacles: [...single, ...together].filter(({ removes }) => removes > 0).toSorted((one, other) =>
        other.removes - one.removes
      )
        .map(({ isComplete: _, ...obstacle }) => obstacle),
      isComplete: [...single, ...together].every(({ isComplete }) => isComplete)
    }
  })

  return {
    starts: Effect.map(found, ({ starts }) => starts),
    /**
     * Returns the obstacles that remove times, each with the number of times that return if it alone is lifted. If none
     * helps alone, returns those that affect everyone. If `isComplete` is false, not all times were examined, and the
     * numbers are lower bounds.
     */
    obstacles
  }
}
