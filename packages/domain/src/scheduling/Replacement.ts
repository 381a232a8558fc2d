/** Who of the plan's members can take the place of an interviewer, and the change that gives it to them. */
import { Result, Schema } from "effect"
import type { Decision, DecisionContext } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { UserId } from "../Id.ts"
import type { InterviewState } from "../interview/Interview.ts"
import { type Availability, type ChangeRefused, update } from "../interview/Scheduling.ts"
import type { Zones } from "../time/Zones.ts"
import type { Timestamp } from "../Timestamp.ts"
import { offeredAt, type Person } from "./FreeTimes.ts"
import { minuteOf } from "./MinuteSets.ts"
import { peopleOf, type Schedulables } from "./Schedulable.ts"

export const Candidacy = Schema.Struct({
  member_id: UserId.pipe(described("The member", example.id.user)),
  held_around: Schema.Int.pipe(described("The interviews that the member has, from four weeks ago until the week after this one", 1)),
  is_free: Schema.Boolean.pipe(described("Whether the member can hold it: by working hours, calendars, other interviews and limits", true))
}).pipe(named("InterviewReplacement", "A member of the plan who is none of the interviewers"))
export interface Candidacy extends Schema.Schema.Type<typeof Candidacy> {}

export const Replacing = Schema.Struct({
  member_id: UserId.pipe(described("The interviewer who is replaced", example.id.user)),
  by: UserId.pipe(described("The member who holds it instead", "019bb154-71a0-7f2c-9a31-5c8e07d4b962"))
}).pipe(named("ReplacingInterviewer", "The interviewer who is replaced, and by whom"))
export interface Replacing extends Schema.Schema.Type<typeof Replacing> {}

/** The one is no interviewer, or the other is none of those who could take the place. */
export class ReplacementNotFound extends Schema.TaggedError<ReplacementNotFound>()("ReplacementNotFound", { member_id: UserId }) {}

/** The member is not free at the time of the interview. */
export class ReplacementRefused extends Schema.TaggedError<ReplacementRefused>()("ReplacementRefused", { member_id: UserId }) {}

/** Whether a scheduling link without buffers could book the member for it. One without a time takes everybody. */
const isFree = ({ minutes, starts_at }: InterviewState, person: Person): boolean => {
  if (starts_at === null) return true
  const start = minuteOf(starts_at)
  const meetings = [{ minutes, members: [person.id], required: 1 }]
  const conditions = { now: start, lead: 0, horizon: 1, grid: 1, zone: person.zone, before: 0, after: 0, pause: 0, meetings }
  return offeredAt(conditions, [person], start) !== undefined
}

/** Returns who can take the place of an interviewer: those who are free first, of them those with the fewest interviews. */
export const replacementsOf = (interview: InterviewState, pool: Schedulables, now: Timestamp, zones: Zones): ReadonlyArray<Candidacy> =>
  peopleOf(pool, [], now, zones)
    .filter(({ id }) => !interview.interviewers.some(({ member_id }) => member_id === id))
    .map((person) => ({ member_id: person.id as UserId, held_around: person.held, is_free: isFree(interview, person) }))
    .toSorted((one, other) => Number(other.is_free) - Number(one.is_free) || one.held_around - other.held_around || (one.member_id < other.member_id ? -1 : 1))

/** Gives an interviewer's place to a member of the plan who is free. The time of the one who is replaced is free. */
export const replace = (
  interview: InterviewState,
  { by, member_id }: Replacing,
  availability: Availability,
  pool: Schedulables,
  zones: Zones,
  context: DecisionContext
): Decision<InterviewState, ChangeRefused | ReplacementNotFound | ReplacementRefused> =>
  Result.gen(function*() {
    const { interviewers } = interview
    if (!interviewers.some((one) => one.member_id === member_id)) return yield* Result.fail(new ReplacementNotFound({ member_id }))
    const candidacy = replacementsOf(interview, pool, context.now, zones).find((one) => one.member_id === by)
    if (candidacy === undefined) return yield* Result.fail(new ReplacementNotFound({ member_id: by }))
    if (!candidacy.is_free) return yield* Result.fail(new ReplacementRefused({ member_id: by }))
    return yield* update(interview, { interviewers: interviewers.map((one) => ({ member_id: one.member_id === member_id ? by : one.member_id })) }, availability, context)
  })
