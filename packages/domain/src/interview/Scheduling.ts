/**
 * Decisions on interviews: their time (an interviewer cannot be booked twice at a time), their interviewers, and their
 * end.
 */
import { Result } from "effect"
import { type Actor, memberOf, type Worker } from "../access/Actor.ts"
import type { ApplicationStatus } from "../application/ApplicationStatus.ts"
import { ApplicationClosed } from "../application/Lifecycle.ts"
import { type CandidateAnonymised, notAnonymised } from "../Anonymised.ts"
import { type AnyContext, type Decision, decided, type DecisionContext, differences, unchanged } from "../Decision.ts"
import { type ApplicationId, InterviewId, type JobId, type StageId, type UserId } from "../Id.ts"
import type { IssueReason } from "../IssueReason.ts"
import { StageNotFound } from "../job/Stage.ts"
import { type LimitReached, withinLimit } from "../Limit.ts"
import { absent } from "../Noun.ts"
import { type AskingPlan, type PlannedInterviewNotFound, planNamed } from "./PlannedInterview.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { later, type Timestamp } from "../Timestamp.ts"
import { type Availability, booked } from "./Availability.ts"
import {
  type Cancellation,
  type InterviewDraft,
  type InterviewPatch,
  type InterviewResponse,
  type InterviewState,
  maxInterviews,
  noun,
  type Rescheduling,
  type UnknownFocus,
  type UnknownScorecardTemplate
} from "./Interview.ts"
import { type Interviewer, type InterviewersRefused, interviewersOf, NotInterviewer } from "./Interviewer.ts"
import { interviewStatus } from "./InterviewStatus.ts"
import type { Proposal } from "./Proposal.ts"
import { scorecardsOf } from "./ScorecardsAsked.ts"
import {
  type CandidateTaken,
  defaultMinutes,
  type InterviewTime,
  type SlotTaken,
  TimeRefused
} from "./InterviewTime.ts"

type Event = (typeof interviewStatus.events)[number]

/** The data of an application that decides whether it can have an interview. */
export interface Interviewed {
  readonly anonymised_at: Timestamp | null
  readonly status: ApplicationStatus
  readonly job_id: JobId
  readonly stage_id: StageId
  /** The stages of the job. */
  readonly stages: ReadonlyArray<StageId>
  /** The planned interviews that the request names and the job has. */
  readonly planned: ReadonlyArray<AskingPlan>
  readonly interviews_counted: number
}

/** Returns an interview as of a time: a scheduled one that has ended awaits feedback. */
export const atTime = (interview: InterviewState, now: Timestamp): InterviewState =>
  interview.status === "scheduled" && interview.ends_at !== null && interview.ends_at <= now
    ? { ...interview, status: Result.getOrThrow(interviewStatus.next(interview.status, "end")) }
    : interview

/** Returns who makes a change. The only worker that changes interviews does what the candidate asks on a public page. */
export const changedBy = (actor: Actor | Worker) => ({ member_id: memberOf(actor) })

const noTime = { starts_at: null, ends_at: null, time_zone: null, local_start: null } as const

/** Returns the members who have declined, after these responses. */
const declinedIds = (before: ReadonlyArray<UserId>, answers: ReadonlyArray<Interviewer>): ReadonlyArray<UserId> => [
  ...before.filter((id) => !answers.some(({ member_id, response }) => member_id === id && response !== "declined")),
  ...answers.flatMap(({ member_id, response }) =>
    response === "declined" && !before.includes(member_id) ? [member_id] : []
  )
]

/** Creates an interview of an active application. With a time, it is scheduled. */
export const create = (
  application_id: ApplicationId,
  {
    interviewers = [],
    kind = "video",
    minutes = defaultMinutes,
    override_reason = null,
    tells_candidate = true,
    stage_id: requested,
    local_start: _local,
    starts_at: _start,
    time_zone: _zone,
    ...draft
  }: InterviewDraft,
  time: InterviewTime | null,
  { anonymised_at, interviews_counted, planned, stage_id, stages, status }: Interviewed,
  availability: Availability,
  { actor, nextId, now }: DecisionContext
): Decision<
  InterviewState,
  ApplicationClosed | CandidateAnonymised | ChangeRefused | LimitReached | PlannedInterviewNotFound | StageNotFound
> =>
  Result.gen(function*() {
    yield* notAnonymised({ anonymised_at })
    if (status !== "active") return yield* Result.fail(new ApplicationClosed({ status }))
    if (requested !== undefined && !stages.includes(requested))
      return yield* Result.fail(new StageNotFound({ id: requested }))
    const plan = yield* planNamed(draft.planned_interview_id ?? null, planned)
    yield* withinLimit(maxInterviews, interviews_counted, 1)
    const held = yield* interviewersOf(interviewers, [], availability.members)
    const interview: InterviewState = {
      ...absent(noun),
      ...draft,
      ...yield* scorecardsOf(draft, plan ?? absent(noun), availability),
      id: InterviewId.make(nextId()),
      application_id,
      stage_id: requested ?? stage_id,
      kind,
      status: time === null ? interviewStatus.initial : "scheduled",
      minutes,
      ...(time ?? noTime),
      interviewers: held,
      tells_candidate,
      candidate_response: "needs_action",
      proposals: [],
      decline_reasons: [],
      candidate_time_zone: null,
      declined_proposals: [],
      declined_ids: declinedIds([], held),
      sequence: 0,
      override_reason,
      reschedule_reason: null,
      cancel_reason: null,
      changed_by: changedBy(actor),
      author_id: actor.user_id,
      created_at: now,
      updated_at: now,
      version: 1
    }
    const after = yield* booked(
      { before: null, after: interview, override_reason, asks: "all" },
      availability,
      now
    )
    return yield* decided(after, noun.event(time === null ? "created" : "scheduled", after))
  })

const changed = (interview: InterviewState, changes: Partial<InterviewState>, now: Timestamp): InterviewState => ({
  ...interview,
  ...changes,
  updated_at: now,
  version: interview.version + 1
})

/** Applies a change that calendars have to be told of: increases the sequence number. */
const raised = (interview: InterviewState, changes: Partial<InterviewState>, now: Timestamp): InterviewState =>
  changed(interview, { ...changes, sequence: interview.sequence + 1 }, now)

/** Fields that invitations do not show. */
const untold: ReadonlySet<string> = new Set([
  "declined_ids",
  "external_ids",
  "focus_attribute_ids",
  "override_reason",
  "scorecard_template_id",
  "stage_id"
])

/** Why an interview cannot be changed. */
export type ChangeRefused = CandidateTaken | InterviewersRefused | SlotTaken | UnknownFocus | UnknownScorecardTemplate

/** Changes an interview's fields other than its time. */
export const update = (
  interview: InterviewState,
  { interviewers, override_reason, ...patch }: InterviewPatch,
  availability: Availability,
  { actor, now }: DecisionContext
): Decision<InterviewState, ChangeRefused> =>
  Result.gen(function*() {
    const held = interviewers === undefined
      ? undefined
      : yield* interviewersOf(interviewers, interview.interviewers, availability.members)
    const requested: Partial<InterviewState> = {
      ...patch,
      ...yield* scorecardsOf(patch, interview, availability),
      ...(held === undefined ? {} : {
        interviewers: held,
        declined_ids: declinedIds(interview.declined_ids, held),
        // Proposals of former interviewers are dropped.
        proposals: interview.proposals.filter(({ member_id }) =>
          member_id === null || held.some((one) => one.member_id === member_id)
        )
      })
    }
    const after = yield* booked(
      { before: interview, after: { ...atTime(interview, now), ...requested }, override_reason, asks: "all" },
      availability,
      now
    )
    const changes = differences(interview, { ...requested, override_reason: after.override_reason })
    if (Object.keys(changes).length === 0) return yield* unchanged(interview)
    const saved = Object.keys(changes).every((name) => untold.has(name))
      ? changed(after, {}, now)
      : raised(after, { changed_by: changedBy(actor) }, now)
    return yield* decided(saved, noun.event("updated", saved))
  })

const asked = (interviewers: ReadonlyArray<Interviewer>): ReadonlyArray<Interviewer> =>
  interviewers.map(({ member_id }) => ({ member_id, response: "needs_action" }))

/** Sets or changes the time of an interview. Its interviewers are asked again. */
export const reschedule = (
  interview: InterviewState,
  { minutes = interview.minutes, override_reason = null, reason = null }: Rescheduling,
  time: InterviewTime | null,
  availability: Availability,
  { actor, now }: AnyContext
): Decision<InterviewState, CandidateTaken | SlotTaken | TimeRefused | TransitionRefused> =>
  Result.gen(function*() {
    if (time === null)
      return yield* Result.fail(
        new TimeRefused({ field: "local_start", expected: "the time that it is to have", reason: "required" })
      )
    const before = atTime(interview, now)
    const status = yield* interviewStatus.next(before.status, "schedule")
    const isSame = Object.keys(differences(interview, { ...time, minutes, status })).length === 0
    if (isSame)
      return yield* unchanged(before)
    const isFirst = interview.starts_at === null
    const isMoved = !isFirst &&
      Object.keys(differences(interview, { starts_at: time.starts_at, ends_at: time.ends_at })).length > 0
    const moved = raised(before, {
      ...time,
      minutes,
      status,
      interviewers: isMoved ? asked(before.interviewers) : before.interviewers,
      candidate_response: isMoved ? "needs_action" : before.candidate_response,
      proposals: isMoved ? [] : before.proposals,
      decline_reasons: isMoved ? [] : before.decline_reasons,
      declined_proposals: isMoved ? [] : before.declined_proposals,
      declined_ids: isMoved ? [] : before.declined_ids,
      reschedule_reason: isFirst ? null : reason,
      cancel_reason: null,
      changed_by: changedBy(actor)
    }, now)
    const after = yield* booked({ before, after: moved, override_reason, asks: "all" }, availability, now)
    return yield* decided(after, noun.event(isFirst ? "scheduled" : "rescheduled", after))
  })

const transition = (
  interview: InterviewState,
  event: Event,
  verb: Parameters<typeof noun.event>[0],
  changes: Partial<InterviewState>,
  { now }: AnyContext
): Decision<InterviewState, TransitionRefused> => {
  const before = atTime(interview, now)
  return Result.flatMap(interviewStatus.next(before.status, event), (status) => {
    if (status === before.status && Object.keys(differences(interview, changes)).length === 0) return unchanged(before)
    const after = changed(before, { ...changes, status }, now)
    return decided(after, noun.event(verb, after))
  })
}

/** Cancels an interview, which frees its interviewers' time. */
export const cancel = (interview: InterviewState, { reason = null }: Cancellation, context: AnyContext) =>
  interview.status === "cancelled"
    ? unchanged(interview)
    : transition(interview, "cancel", "cancelled", {
      cancel_reason: reason,
      changed_by: changedBy(context.actor),
      proposals: [],
      sequence: interview.sequence + 1
    }, context)

/** Marks an interview as completed, even before its time is over. */
export const complete = (interview: InterviewState, context: DecisionContext) =>
  transition(interview, "complete", "completed", {}, context)

/** Marks an interview as missed by the candidate. */
export const miss = (interview: InterviewState, context: DecisionContext) =>
  transition(interview, "miss", "missed", {}, context)

/** Reopens an interview that has ended. A canceled one gets its time back if that is still free. */
export const reopen = (
  interview: InterviewState,
  availability: Availability,
  { actor, now }: DecisionContext
): Decision<InterviewState, CandidateTaken | SlotTaken | TransitionRefused> =>
  Result.gen(function*() {
    const before = atTime(interview, now)
    const to = yield* interviewStatus.next(before.status, "reopen")
    if (to === before.status) return yield* unchanged(before)
    const status = interview.starts_at === null ? to : "scheduled"
    // An earlier override reason does not apply to interviews that overlap now, and calendars may not have been
    // updated.
    const reopened = atTime(raised(interview, { status, cancel_reason: null, changed_by: changedBy(actor) }, now), now)
    const after = yield* booked(
      {
        before,
        after: reopened,
        override_reason: undefined,
        asks: before.override_reason === null ? "calendars" : "interviews"
      },
      availability,
      now
    )
    return yield* decided(after, noun.event("reopened", after))
  })

/** The person who responds: an interviewer, or the candidate (null). */
type Answering = UserId | null

const isInterviewer = ({ interviewers }: InterviewState, who: UserId) =>
  interviewers.some(({ member_id }) => member_id === who)

const answerOf = ({ candidate_response, interviewers }: InterviewState, who: Answering) =>
  who === null ? candidate_response : interviewers.find(({ member_id }) => member_id === who)?.response

/** Returns the proposals of an interview without those of a person. */
export const withoutProposalOf = (who: Answering, { proposals }: InterviewState) =>
  proposals.filter(({ member_id }) => member_id !== who)

/** Only somebody who declines, or accepts tentatively, can propose another time, for an interview still to come. */
const proposedStart = (
  { proposed_start = null, response }: InterviewResponse,
  now: Timestamp
): Result.Result<void, TimeRefused> => {
  const refused = (expected: string, reason: IssueReason) =>
    Result.fail(new TimeRefused({ field: "proposed_start", expected, reason }))
  if (proposed_start === null) return Result.void
  if (response !== "declined" && response !== "tentative")
    return refused("none, unless the response is declined or tentative", "wrong_combination")
  return proposed_start > now ? Result.void : refused("a time to come", "in_past")
}

/**
 * Records the response of an interviewer, or of the candidate (null). An interviewer who had declined and now accepts
 * is booked again. Repeating a response keeps the reason and proposed time that it omits.
 */
export const respond = (
  interview: InterviewState,
  who: Answering,
  answer: InterviewResponse,
  availability: Availability,
  { now }: AnyContext
): Decision<InterviewState, CandidateTaken | NotInterviewer | SlotTaken | TimeRefused | TransitionRefused> =>
  Result.gen(function*() {
    const before = atTime(interview, now)
    if (who !== null && !isInterviewer(before, who)) return yield* Result.fail(new NotInterviewer({ member_id: who }))
    yield* interviewStatus.next(before.status, "respond")
    yield* proposedStart(answer, now)
    const { override_reason, response } = answer
    const ofWho = before.proposals.find(({ member_id }) => member_id === who)
    const reasonOfWho = before.decline_reasons.find(({ member_id }) => member_id === who)?.reason
    const stays = answerOf(before, who) === response
    const proposed_start = answer.proposed_start === undefined && stays
      ? ofWho?.starts_at ?? null
      : answer.proposed_start ?? null
    const reason = answer.reason === undefined && stays
      ? reasonOfWho ?? ofWho?.comment ?? null
      : answer.reason ?? null
    const isKnown = proposed_start !== null && ofWho?.starts_at === proposed_start && ofWho.comment === reason
    const changes: Partial<InterviewState> = {
      proposals: isKnown ? before.proposals : [
        ...withoutProposalOf(who, before),
        ...(proposed_start === null ? [] : [{
          member_id: who,
          starts_at: proposed_start,
          ends_at: later(proposed_start, before.minutes * 60_000),
          comment: reason,
          proposed_at: now
        }])
      ],
      decline_reasons: [
        ...before.decline_reasons.filter(({ member_id }) => member_id !== who),
        ...(who !== null && reason !== null && response === "declined" ? [{ member_id: who, reason }] : [])
      ],
      ...(who === null
        ? { candidate_response: response }
        : {
          interviewers: before.interviewers.map((one) => one.member_id === who ? { member_id: who, response } : one),
          declined_ids: declinedIds(before.declined_ids, [{ member_id: who, response }])
        })
    }
    if (Object.keys(differences(interview, changes)).length === 0) return yield* unchanged(before)
    const after = yield* booked(
      { before, after: changed(before, changes, now), override_reason, asks: "interviews" },
      availability,
      now
    )
    return yield* decided(after, noun.event("responded", { ...after, member_id: who }))
  })

/** Records another time that an interviewer or the candidate proposes. It replaces their previous proposal. */
export const propose = (
  interview: InterviewState,
  { proposed_at: _, ...proposal }: Proposal,
  { now }: AnyContext
): Decision<InterviewState, NotInterviewer | TransitionRefused> =>
  Result.gen(function*() {
    const { member_id } = proposal
    const before = atTime(interview, now)
    if (member_id !== null && !isInterviewer(before, member_id))
      return yield* Result.fail(new NotInterviewer({ member_id }))
    yield* interviewStatus.next(before.status, "respond")
    const known = before.proposals.find((one) => one.member_id === member_id)
    if (known !== undefined && Object.keys(differences(known, proposal)).length === 0) return yield* unchanged(before)
    const after = changed(before, {
      proposals: [...withoutProposalOf(member_id, before), { ...proposal, proposed_at: now }]
    }, now)
    return yield* decided(after, noun.event("proposed", after))
  })

/** Declines a proposal. Declining one that no longer exists changes nothing. */
export const declineProposal = (
  interview: InterviewState,
  who: Answering,
  { now }: DecisionContext
): Decision<InterviewState, never> => {
  const declined = interview.proposals.find(({ member_id }) => member_id === who)
  if (declined === undefined) return unchanged(interview)
  const declined_proposals = [
    ...interview.declined_proposals.filter(({ member_id }) => member_id !== who),
    { member_id: who, proposed_at: declined.proposed_at }
  ]
  const after = changed(interview, { proposals: withoutProposalOf(who, interview), declined_proposals }, now)
  return decided(after, noun.event("proposal_declined", after))
}
