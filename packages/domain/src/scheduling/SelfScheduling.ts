/** Decisions on scheduling links: offering free times; booking, moving and canceling. */
import { Result, Schema } from "effect"
import { type AnyContext, type Decision, decided, type DomainEvent, unchanged } from "../Decision.ts"
import { InterviewId, type ScorecardTemplateId, type UserId } from "../Id.ts"
import { type InterviewState, maxInterviews, noun as interviewNoun } from "../interview/Interview.ts"
import type { CandidateSpan } from "../interview/Availability.ts"
import { interviewStatus } from "../interview/InterviewStatus.ts"
import { atTime, type Interviewed } from "../interview/Scheduling.ts"
import { type LimitReached, withinLimit } from "../Limit.ts"
import { absent } from "../Noun.ts"
import { localTimeAt } from "../time/LocalTime.ts"
import type { ZoneName } from "../time/ZoneName.ts"
import type { Zones } from "../time/Zones.ts"
import { later, type Timestamp } from "../Timestamp.ts"
import { type Conditions, freeTimes, offeredAt } from "./FreeTimes.ts"
import { minuteOf } from "../time/MinuteSets.ts"
import { peopleOf, type Schedulables } from "./Schedulable.ts"
import { defaults, linkStatus, type LinkState, maxProposals, noun } from "./SchedulingLink.ts"

/** The context of a decision on a link. */
export interface LinkFacts extends Schedulables {
  readonly link: LinkState
  readonly application: Interviewed
  readonly interviews: ReadonlyArray<InterviewState>
  /** The candidate's other interviews, of all applications. */
  readonly candidate_taken: ReadonlyArray<CandidateSpan>
  /** The existing scorecard templates that its meetings refer to. */
  readonly templates: ReadonlyArray<ScorecardTemplateId>
}

/** A link and the interviews that change with it. */
export interface Booking {
  readonly link: LinkState
  readonly interviews: ReadonlyArray<InterviewState>
}

/** The time is no longer free. */
export class TimeGone extends Schema.TaggedError<TimeGone>()("TimeGone", {}) {}

/**
 * Why a link cannot be used: it or the application is closed; an interview has taken place; the organization canceled a
 * booked interview, or rescheduled one that the candidate had canceled; it is too late, or was changed or proposed for
 * too often.
 */
const Refusal = Schema.Literals([
  "closed",
  "over",
  "revoked",
  "arranged",
  "too_late",
  "too_often",
  "proposed_too_often"
])

/** The link cannot be used. */
export class NotBookable extends Schema.TaggedError<NotBookable>()("NotBookable", { reason: Refusal }) {}

/** Returns the needs of meetings, for computing free times. */
export const needs = (meetings: Offered["meetings"]) =>
  meetings.map(({ member_ids, minutes, required }) => ({ members: member_ids, minutes, required }))

/** The parts of a link that its times depend on. */
type Offered =
  & Pick<
    LinkState,
    | "buffer_after_minutes"
    | "buffer_before_minutes"
    | "grid_minutes"
    | "horizon_days"
    | "lead_minutes"
    | "pause_minutes"
    | "time_zone"
  >
  & { readonly meetings: ReadonlyArray<Pick<LinkState["meetings"][number], "member_ids" | "minutes" | "required">> }

const conditionsOf = (
  { candidate_taken, link }: Pick<LinkFacts, "candidate_taken"> & { readonly link: Offered },
  now: Timestamp,
  zones: Zones
): Conditions => ({
  now: Math.ceil(minuteOf(now)),
  lead: link.lead_minutes,
  horizon: link.horizon_days * 1440,
  grid: link.grid_minutes,
  zone: zones.zone(link.time_zone),
  before: link.buffer_before_minutes,
  after: link.buffer_after_minutes,
  pause: link.pause_minutes,
  taken: candidate_taken.map(({ ends_at, starts_at }) => [minuteOf(starts_at), minuteOf(ends_at)]),
  meetings: needs(link.meetings)
})

/** Finds the free times of a link. */
export const timesOf = (facts: LinkFacts, now: Timestamp, zones: Zones) =>
  freeTimes(conditionsOf(facts, now, zones), peopleOf(facts, facts.interviews, now, zones))

/**
 * Finds the times at which the candidate and all of these members are free, as a link with default settings would offer
 * them. Members who do not see the job yet join its team with the interview.
 */
export const freeTimesOf = (
  known: Schedulables & Pick<LinkFacts, "candidate_taken">,
  { minutes, time_zone }: { readonly minutes: number; readonly time_zone: ZoneName },
  now: Timestamp,
  zones: Zones
) => {
  const members = known.members.map((member) => ({ ...member, sees_job: true }))
  const meeting = { member_ids: members.map(({ id }) => id), minutes, required: members.length }
  return freeTimes(
    conditionsOf({ ...known, link: { ...defaults, time_zone, meetings: [meeting] } }, now, zones),
    peopleOf({ ...known, members }, [], now, zones)
  ).starts
}

/** Returns until when interviews with this start time can be changed. */
export const deadlineBefore = ({ change_deadline_minutes }: LinkState, start: Timestamp): Timestamp =>
  later(start, -change_deadline_minutes * 60_000)

/** Returns until when the interviews of a link can be changed; undefined if none has a time. */
export const deadlineOf = ({ interviews, link }: Pick<LinkFacts, "interviews" | "link">): Timestamp | undefined => {
  const first =
    interviews.flatMap(({ starts_at, status }) => starts_at === null || status === "cancelled" ? [] : [starts_at])
      .toSorted()[0]
  return first === undefined ? undefined : deadlineBefore(link, first)
}

const isClosed = ({ application, link }: Pick<LinkFacts, "application" | "link">): boolean =>
  link.status === "closed" || application.status !== "active" || application.anonymised_at !== null

/** Returns why a link cannot be used now; undefined if it can. */
export const refusal = (
  { application, interviews, link }: Pick<LinkFacts, "application" | "interviews" | "link">,
  now: Timestamp
): NotBookable["reason"] | undefined => {
  if (isClosed({ application, link })) return "closed"
  const statuses = interviews.map((interview) => atTime(interview, now).status)
  if (statuses.some((status) => status !== "scheduled" && status !== "cancelled")) return "over"
  // A cancellation is allowed even after the last change, but no booking after it.
  if (link.status === "open")
    return statuses.includes("scheduled")
      ? "arranged"
      : link.changes_counted > link.max_changes
      ? "too_often"
      : undefined
  if (statuses.includes("cancelled")) return "revoked"
  const deadline = deadlineOf({ interviews, link })
  if (deadline !== undefined && deadline <= now) return "too_late"
  return link.changes_counted >= link.max_changes ? "too_often" : undefined
}

/** Returns the status of an interview after a candidate's action, if the state machine allows it. */
const nextStatus = (interview: InterviewState, event: "schedule" | "cancel", now: Timestamp) =>
  Result.mapError(interviewStatus.next(atTime(interview, now).status, event), () => new NotBookable({ reason: "over" }))

/** The candidate makes the changes by a link. */
const byCandidate = { member_id: null }

const changedLink = (link: LinkState, changes: Partial<LinkState>, now: Timestamp): LinkState => ({
  ...link,
  ...changes,
  updated_at: now,
  version: link.version + 1
})

/**
 * Books the interviews of a link at a time, or moves booked ones. `candidate_time_zone` is the zone in which the
 * candidate saw the time.
 */
export const book = (
  facts: LinkFacts,
  start: Timestamp,
  zones: Zones,
  { nextId, now }: AnyContext,
  candidate_time_zone: ZoneName | null = null
): Decision<Booking, NotBookable | TimeGone | LimitReached> =>
  Result.gen(function*() {
    const { application, interviews, link, members, templates } = facts
    const isSame = link.status === "booked" && interviews[0]?.starts_at === start &&
      interviews.every(({ status }) => status === "scheduled")
    if (isSame) return yield* unchanged({ link, interviews: [] })
    const reason = refusal(facts, now)
    if (reason !== undefined) return yield* Result.fail(new NotBookable({ reason }))
    const offered = offeredAt(
      conditionsOf(facts, now, zones),
      peopleOf(facts, facts.interviews, now, zones),
      minuteOf(start)
    )
    if (offered === undefined) return yield* Result.fail(new TimeGone())
    const { free, holders } = offered
    const status = yield* Result.mapError(linkStatus.next(link.status, "book"), () =>
      new NotBookable({ reason: "closed" }))
    const isMove = link.status === "booked"
    const isNew = interviews.length === 0
    if (isNew)
      yield* withinLimit(maxInterviews, application.interviews_counted, link.meetings.length)
    let at = start
    const [booked, events] = [[] as Array<InterviewState>, [] as Array<DomainEvent>]
    for (const [index, { kind, link: address, location, minutes, title, ...more }] of link.meetings.entries()) {
      const before = interviews[index]
      const ends_at = later(at, minutes * 60_000)
      const zone = zones.zone(link.time_zone)
      const set = {
        status: before === undefined ? "scheduled" : yield* nextStatus(before, "schedule", now),
        minutes,
        starts_at: at,
        ends_at,
        time_zone: link.time_zone,
        local_start: localTimeAt(zone, at),
        interviewers: holders[index]!.map((member_id) => ({
          member_id: member_id as UserId,
          response: "needs_action" as const
        })),
        candidate_response: "accepted",
        proposals: [],
        decline_reasons: [],
        candidate_time_zone,
        declined_proposals: [],
        declined_ids: [],
        override_reason: null,
        reschedule_reason: null,
        cancel_reason: null,
        changed_by: byCandidate,
        updated_at: now
      } as const
      const after: InterviewState = before === undefined
        ? {
          ...absent(interviewNoun),
          id: InterviewId.make(nextId()),
          application_id: link.application_id,
          stage_id: application.stage_id,
          title,
          kind,
          location,
          link: address,
          candidate_instructions: more.candidate_instructions ?? null,
          interviewer_instructions: more.interviewer_instructions ?? null,
          planned_interview_id: more.planned_interview_id ?? null,
          ...more.scorecard_template_id != null && templates.includes(more.scorecard_template_id)
            ? { scorecard_template_id: more.scorecard_template_id, focus_attribute_ids: more.focus_attribute_ids ?? [] }
            : {},
          author_id: link.author_id,
          tells_candidate: true,
          sequence: 0,
          created_at: now,
          version: 1,
          ...set
        }
        : { ...before, ...set, sequence: before.sequence + 1, version: before.version + 1 }
      booked.push(after)
      events.push(interviewNoun.event(before === undefined ? "scheduled" : "rescheduled", after))
      at = later(ends_at, link.pause_minutes * 60_000)
    }
    const held = new Map<string, number>(members.map(({ booked, id }) => [id, booked.length]))
    const after = changedLink(link, {
      status,
      interview_ids: booked.map(({ id }) =>
        id
      ),
      choices: link.meetings.map(({ member_ids }, index) =>
        free[index]!.filter((id) => member_ids.includes(id as UserId))
          .map((id) => ({ member_id: id as UserId, held: held.get(id)!, is_chosen: holders[index]!.includes(id) }))
      ),
      changes_counted: link.changes_counted + (isMove ? 1 : 0),
      cancel_reason: null,
      proposal: null,
      proposed_at: null,
      answered_at: null
    }, now)
    return yield* decided({ link: after, interviews: booked }, noun.event("booked", after), ...events)
  })

/** Cancels the interviews of a link, which is then open again. This is allowed even after the last change. */
export const cancel = (
  facts: LinkFacts,
  cancel_reason: string | null,
  { now }: AnyContext
): Decision<Booking, NotBookable> =>
  Result.gen(function*() {
    const { interviews, link } = facts
    if (link.status === "open" && interviews.every(({ status }) => status === "cancelled"))
      return yield* unchanged({ link, interviews: [] })
    const reason = refusal(facts, now)
    if (reason !== undefined && reason !== "too_often")
      return yield* Result.fail(new NotBookable({ reason }))
    const cancelled: Array<InterviewState> = []
    for (const interview of interviews) {
      cancelled.push({
        ...interview,
        status: yield* nextStatus(interview, "cancel", now),
        cancel_reason: cancel_reason?.slice(0, 500) ?? null,
        changed_by: byCandidate,
        sequence: interview.sequence + 1,
        updated_at: now,
        version: interview.version + 1
      })
    }
    const status = yield* Result.mapError(linkStatus.next(link.status, "cancel"), () =>
      new NotBookable({ reason: "closed" }))
    // The cancellation waits for an answer; a proposal that was answered before does not.
    const answered = link.answered_at === null ? {} : { proposal: null, proposed_at: null, answered_at: null }
    const after = changedLink(
      link,
      { ...answered, status, cancel_reason, changes_counted: link.changes_counted + 1 },
      now
    )
    return yield* decided(
      { link: after, interviews: cancelled },
      noun.event("cancelled", after),
      ...cancelled.map((interview) =>
        interviewNoun.event("cancelled", interview)
      )
    )
  })

/** Records times that the candidate proposes. They replace earlier proposals. */
export const propose = (facts: LinkFacts, proposal: string, { now }: AnyContext): Decision<Booking, NotBookable> => {
  const { link } = facts
  const reason = refusal(facts, now)
  if (reason === "closed" || reason === "over") return Result.fail(new NotBookable({ reason }))
  if (proposal === link.proposal) return unchanged({ link, interviews: [] })
  if (link.proposals_counted >= maxProposals) return Result.fail(new NotBookable({ reason: "proposed_too_often" }))
  const after = changedLink(
    link,
    { proposal, proposed_at: now, answered_at: null, proposals_counted: link.proposals_counted + 1 },
    now
  )
  return decided({ link: after, interviews: [] }, noun.event("proposed", after))
}

/** Marks the candidate's proposed times, or the candidate's cancellation, as answered, until new ones arrive. */
export const answer = ({ link }: LinkFacts, { now }: AnyContext): Decision<Booking, never> => {
  const isCancelled = link.status === "open" && link.interview_ids.length > 0
  if ((link.proposal === null && !isCancelled) || link.answered_at !== null) return unchanged({ link, interviews: [] })
  const after = changedLink(link, { answered_at: now }, now)
  return decided({ link: after, interviews: [] }, noun.event("answered", after))
}

/** Closes a link. Interviews that it booked stay. */
export const close = ({ link }: LinkFacts, { now }: AnyContext): Decision<Booking, never> => {
  if (link.status === "closed") return unchanged({ link, interviews: [] })
  const after = changedLink(link, { status: "closed" }, now)
  return decided({ link: after, interviews: [] }, noun.event("closed", after))
}
