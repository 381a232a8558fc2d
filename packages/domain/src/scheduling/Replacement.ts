/** Finds members who can replace an interviewer, and replaces one. */
import { Result, Schema } from "effect"
import { type AnyContext, type Decision, decided, type DecisionContext } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { UserId } from "../Id.ts"
import type { Availability } from "../interview/Availability.ts"
import { type InterviewResponse, type InterviewState, noun } from "../interview/Interview.ts"
import type { Interviewer } from "../interview/Interviewer.ts"
import type { Pooled } from "./Replacements.ts"
import { type ChangeRefused, respond, update, withoutProposalOf } from "../interview/Scheduling.ts"
import type { Zones } from "../time/Zones.ts"
import type { Timestamp } from "../Timestamp.ts"
import { offeredAt, type Person } from "./FreeTimes.ts"
import { minuteOf } from "../time/MinuteSets.ts"
import { peopleOf } from "./Schedulable.ts"

export const Candidacy = Schema.Struct({
  member_id: UserId.pipe(described("The member", example.id.user)),
  held_around: Schema.Int.pipe(
    described("The number of the member's interviews from four weeks ago until the end of next week", 1)
  ),
  is_free: Schema.Boolean.pipe(
    described(
      "Whether the member can conduct it, by working hours, calendars, other interviews and limits, and has not declined it",
      true
    )
  )
}).pipe(named("InterviewReplacement", "A member who can conduct the interview and is not one of its interviewers"))
export interface Candidacy extends Schema.Schema.Type<typeof Candidacy> {}

export const Replacing = Schema.Struct({
  member_id: UserId.pipe(described("The interviewer to replace", example.id.user)),
  by: UserId.pipe(described("The new interviewer", "019bb154-71a0-7f2c-9a31-5c8e07d4b962"))
}).pipe(named("ReplacingInterviewer", "The interviewer to replace, and the new one"))
export interface Replacing extends Schema.Schema.Type<typeof Replacing> {}

/** The first member is not an interviewer, or the second cannot be a replacement. */
export class ReplacementNotFound
  extends Schema.TaggedError<ReplacementNotFound>()("ReplacementNotFound", { member_id: UserId })
{}

/** The member is not free at the time of the interview. */
export class ReplacementRefused
  extends Schema.TaggedError<ReplacementRefused>()("ReplacementRefused", { member_id: UserId })
{}

/**
 * Tells whether a scheduling link could book the member for the interview. Everybody is free for one without a time.
 */
const isFree = ({ buffers, interview: { declined_ids, minutes, starts_at } }: Pooled, person: Person): boolean => {
  if (declined_ids.includes(person.id as UserId)) return false
  if (starts_at === null) return true
  const start = minuteOf(starts_at)
  const meetings = [{ minutes, members: [person.id], required: 1 }]
  const conditions = {
    now: start,
    lead: 0,
    horizon: 1,
    grid: 1,
    zone: person.zone,
    ...buffers,
    pause: 0,
    taken: [],
    meetings
  }
  return offeredAt(conditions, [person], start) !== undefined
}

/** Returns who can replace an interviewer: free members first, among them those with the fewest interviews. */
export const replacementsOf = (pooled: Pooled, now: Timestamp, zones: Zones): ReadonlyArray<Candidacy> =>
  peopleOf(pooled.pool, [], now, zones)
    .filter(({ id }) => !pooled.interview.interviewers.some(({ member_id }) => member_id === id))
    .map((person) => ({ member_id: person.id as UserId, held_around: person.held, is_free: isFree(pooled, person) }))
    .toSorted((one, other) =>
      Number(other.is_free) - Number(one.is_free) || one.held_around - other.held_around ||
      (one.member_id < other.member_id ? -1 : 1)
    )

/** Returns the interviewers with one replaced by a member who is asked. */
const replaced = ({ interviewers }: InterviewState, { by, member_id }: Replacing): ReadonlyArray<Interviewer> =>
  interviewers.map((one) => one.member_id === member_id ? { member_id: by, response: "needs_action" } : one)

/** Replaces an interviewer with a free member of the pool. The replaced interviewer's time becomes free. */
export const replace = (
  pooled: Pooled,
  replacing: Replacing,
  availability: Availability,
  zones: Zones,
  context: DecisionContext
): Decision<InterviewState, ChangeRefused | ReplacementNotFound | ReplacementRefused> =>
  Result.gen(function*() {
    const { by, member_id } = replacing
    const { interview } = pooled
    if (!interview.interviewers.some((one) => one.member_id === member_id))
      return yield* Result.fail(new ReplacementNotFound({ member_id }))
    const candidacy = replacementsOf(pooled, context.now, zones).find((one) => one.member_id === by)
    if (candidacy === undefined) return yield* Result.fail(new ReplacementNotFound({ member_id: by }))
    if (!candidacy.is_free) return yield* Result.fail(new ReplacementRefused({ member_id: by }))
    return yield* update(interview, { interviewers: replaced(interview, replacing) }, availability, context)
  })

/**
 * Records the response of an interviewer, or of the candidate (`who` is null). An interviewer who declines an upcoming
 * interview is replaced by the free member of the pool with the fewest interviews.
 */
export const respondOrPass = (
  pooled: Pooled,
  who: UserId | null,
  response: InterviewResponse,
  availability: Availability,
  zones: Zones,
  context: AnyContext
): ReturnType<typeof respond> =>
  Result.gen(function*() {
    const { now } = context
    const answered = yield* respond(pooled.interview, who, response, availability, context)
    const { entity, events: [event] } = answered
    if (
      who === null || event === undefined || response.response !== "declined" || entity.status !== "scheduled" ||
      entity.starts_at! <= now
    ) return answered
    const next = replacementsOf({ ...pooled, interview: entity }, now, zones).find(({ is_free, member_id }) =>
      is_free && pooled.next.includes(member_id)
    )
    if (next === undefined) return answered
    const replacing = { member_id: who, by: next.member_id }
    const passed = {
      ...entity,
      interviewers: replaced(entity, replacing),
      proposals: withoutProposalOf(who, entity),
      changed_by: { member_id: who },
      sequence: entity.sequence + 1,
      version: entity.version + 1
    }
    return yield* decided(passed, event, noun.event("interviewer_replaced", passed))
  })
