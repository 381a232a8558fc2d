/** Whether interviewers are free for an interview: by their other interviews, their calendars and their holidays. */
import { Result } from "effect"
import type { AttributeId, UserId } from "../Id.ts"
import { isStale, type KnownCalendar, knownBusy, type Moved } from "./KnownCalendar.ts"
import type { CalendarFailure } from "../organization/Organization.ts"
import { maxTold, minuteOf, timestampOfMinute } from "../time/MinuteSets.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { InterviewState } from "./Interview.ts"
import type { Invited } from "./Interviewer.ts"
import { CandidateTaken, SlotTaken, type Taken } from "./InterviewTime.ts"

export interface Span {
  readonly starts_at: Timestamp
  readonly ends_at: Timestamp
}

/** A time at which a candidate has an interview. */
export interface CandidateSpan extends Span {
  /** Whether the interview is hidden from the viewer, who is told nothing about it. */
  readonly is_hidden: boolean
}

/** The known times of members. */
export interface KnownTimes {
  /** The times of their other interviews. */
  readonly taken: ReadonlyArray<Taken>
  readonly holidays: ReadonlyArray<Taken>
  readonly calendars: ReadonlyArray<KnownCalendar>
  readonly calendar_failure: CalendarFailure
}

/** The members who may hold an interview, and what else they have at its time. */
export interface Availability extends KnownTimes {
  readonly members: ReadonlyArray<Invited>
  /** The candidate's other interviews at this time, of all applications. */
  readonly candidate_taken: ReadonlyArray<CandidateSpan>
  /** The attributes of the requested scorecard template; null if there is no such template. */
  readonly attributes: ReadonlyArray<AttributeId> | null
}

/**
 * Returns the times between two instants at which the members' calendars are busy. A calendar that was last read too
 * long ago counts as busy all the time if the organization blocks bookings then. Days beyond those that were read count
 * as free. `moved` are interviews that calendars may still have at their former time.
 */
export const takenByCalendars = (
  { calendar_failure, calendars }: Pick<KnownTimes, "calendar_failure" | "calendars">,
  { ends_at, starts_at }: Span,
  moved: Moved,
  now: Timestamp
): ReadonlyArray<Taken> =>
  calendars.flatMap((calendar): ReadonlyArray<Taken> => {
    const { member_id } = calendar
    if (calendar_failure === "block" && isStale(calendar, now))
      return [{ member_id, starts_at, ends_at, by: "unread_calendar" }]
    const [first, last] = [minuteOf(starts_at), minuteOf(ends_at)]
    return knownBusy(calendar, moved).filter(([from, to]) => from < last && to > first).slice(0, maxTold)
      .map(([from, to]) => ({
        member_id,
        starts_at: timestampOfMinute(from),
        ends_at: timestampOfMinute(to),
        by: "calendar"
      }))
  })

/** Returns the times at which members are busy, earliest first. */
export const takenTimes = (known: KnownTimes, span: Span, moved: Moved, now: Timestamp): ReadonlyArray<Taken> =>
  [...known.taken, ...known.holidays, ...takenByCalendars(known, span, moved, now)].toSorted((one, other) =>
    one.starts_at < other.starts_at ? -1 : 1
  )

const isBooked: Readonly<Record<InterviewState["status"], boolean>> = {
  to_schedule: false,
  invited: false,
  scheduled: true,
  awaiting_feedback: true,
  complete: true,
  cancelled: false,
  no_show: true
}

/** Returns the time at which an interview's candidate is busy; null if the interview takes no time. */
export const heldAt = ({ ends_at, starts_at, status }: InterviewState): Span | null =>
  starts_at === null || ends_at === null || !isBooked[status] ? null : { starts_at, ends_at }

/** Returns the members for whom an interview takes time: those who have not declined. */
export const bookedBy = (interview: InterviewState): ReadonlyArray<UserId> =>
  heldAt(interview) === null
    ? []
    : interview.interviewers.flatMap(({ member_id, response }) => response === "declined" ? [] : [member_id])

/**
 * The conflicts that refuse a booking. When a member accepts, only other interviews count, because members know their
 * own calendars. When a cancellation is taken back, holidays do not count, because it has no field for a reason to
 * override them.
 */
const refusing: Readonly<Record<"all" | "calendars" | "interviews", ReadonlyArray<Taken["by"]>>> = {
  all: ["interview", "calendar", "unread_calendar", "holiday"],
  calendars: ["interview", "calendar", "unread_calendar"],
  interviews: ["interview"]
}

interface Booking {
  readonly before: InterviewState | null
  readonly after: InterviewState
  readonly override_reason: string | null | undefined
  readonly asks: keyof typeof refusing
}

const shownTime = ({ ends_at, is_hidden, starts_at }: CandidateSpan) => is_hidden ? [] : [{ starts_at, ends_at }]

/**
 * Books a time, or refuses it if members or the candidate are busy, unless `override_reason` is given. People whose
 * time does not change need no new reason: the former one stays as long as something overlaps. Without an overlap, no
 * reason is stored.
 */
export const booked = (
  { after, asks, before, override_reason }: Booking,
  { calendar_failure, calendars, candidate_taken, holidays, taken }: Availability,
  now: Timestamp
): Result.Result<InterviewState, CandidateTaken | SlotTaken> => {
  const members = bookedBy(after)
  const { ends_at, starts_at } = after
  const isSameTime = before?.starts_at === starts_at && before?.ends_at === ends_at
  const stays = before !== null && isSameTime && override_reason === undefined
  const present = stays ? bookedBy(before) : []
  const own = before === null ? [] : [before]
  const busy = starts_at === null || ends_at === null
    ? []
    : takenByCalendars({ calendar_failure, calendars }, { starts_at, ends_at }, own, now)
  const overlaps = [...taken, ...holidays, ...busy].filter(({ member_id }) => members.includes(member_id))
  const added = overlaps.filter(({ by, member_id }) => !present.includes(member_id) && refusing[asks].includes(by))
  const reason = override_reason ?? null
  const meanwhile = heldAt(after) === null ? [] : candidate_taken
  if (reason === null) {
    if (added.length > 0) return Result.fail(new SlotTaken({ taken: added }))
    if (meanwhile.length > 0 && !(stays && heldAt(before) !== null))
      return Result.fail(new CandidateTaken({ taken: meanwhile.flatMap(shownTime) }))
  }
  return Result.succeed({
    ...after,
    override_reason: overlaps.length + meanwhile.length === 0 ? null : reason ?? before?.override_reason ?? null
  })
}
