/** Feedback requests: a member is asked for feedback on an application, gives it, or the request is withdrawn. */
import { Result, Schema } from "effect"
import { type CandidateAnonymised, notAnonymised } from "../Anonymised.ts"
import { type Decision, decided, type DecisionContext, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { ApplicationId, CandidateId, FeedbackRequestId, JobId, UserId } from "../Id.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import { embedded, id, nullable, reference, required, searchedAs, state, time, version, without } from "../Field.ts"
import { declare } from "../Noun.ts"
import { Author, AuthorId } from "../organization/Author.ts"
import { MemberDeactivated, MemberNotFound } from "../organization/Member.ts"
import type { MemberStatus } from "../organization/MemberStatus.ts"
import * as StateMachine from "../StateMachine.ts"
import { orNull, shown, ShownLine, text } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

/**
 * A request is fulfilled when the member gives feedback. Withdrawing a withdrawn request is allowed, and changes
 * nothing.
 */
export const requestStatus = StateMachine.make({
  name: "feedback request",
  initial: "asked",
  events: ["give", "withdraw"],
  table: {
    asked: { give: "given", withdraw: "withdrawn" },
    given: {},
    withdrawn: { withdraw: "withdrawn" }
  }
})

export const RequestStatus = requestStatus.State.pipe(
  described(
    "`asked` until the member gives feedback on the application (then `given`) or the request is withdrawn",
    "asked"
  )
)
export type RequestStatus = typeof RequestStatus.Type

const messageLength = 2000

/** The most requests of an application, including fulfilled and withdrawn ones. */
export const maxRequests: Limit = { what: "requests for feedback on an application", limit: 100 }

/** The application in the list of a member's requests. */
const Asked = Schema.Struct({
  id: ApplicationId,
  candidate: Schema.Struct({
    id: CandidateId,
    full_name: ShownLine.pipe(described("The name of the candidate", example.candidate.full_name))
  })
    .pipe(described("Who applied", { id: example.id.candidate, full_name: example.candidate.full_name })),
  job: Schema.Struct({
    id: JobId,
    title: ShownLine.pipe(described("The title of the job", example.job.title)),
    is_confidential: Schema.Boolean.pipe(described("Whether only the job's team and administrators see it", false))
  }).pipe(
    described("The job of the application", { id: example.id.job, title: example.job.title, is_confidential: false })
  )
}).pipe(named("RequestedApplication", "The application on which feedback is asked"))

export const noun = declare({
  subject: "feedback_request",
  label: ["Feedback request", "Feedback-Anfrage"],
  description: "A request to a member for feedback on an application",
  table: "feedback_requests",
  partOf: "application",
  sees: "owner",
  fields: {
    id: id(FeedbackRequestId),
    application_id: reference(ApplicationId),
    application: embedded(Asked),
    member_id: required(UserId, UserId, {
      description: "The member who is asked",
      example: example.id.user,
      privacy: "kept"
    }).pipe(without("json", "listed", "update")),
    member: embedded(Author.pipe(named("AskedMember", "The member who is asked, with the current name"))),
    message: nullable(shown(messageLength), orNull(text(messageLength)), {
      description: "What the feedback should be about; null if not given",
      example: "You spoke about her booking system: would she fit the platform team?",
      privacy: "removed"
    }).pipe(searchedAs("feedback_request")),
    status: state(RequestStatus, "kept"),
    author_id: reference(AuthorId),
    author: embedded(Author),
    created_at: time(Timestamp, "When the member was asked", example.time.moved),
    updated_at: time(Timestamp, "When the status last changed", example.time.moved),
    version
  },
  events: {
    asked: {
      summary: "A member was asked for feedback",
      reads: ["requested", "angefordert"],
      news: ["{actor} requested feedback.", "{actor} Feedback angefordert."],
      example: { version: 1 }
    },
    given: {
      summary: "A member who was asked gave feedback",
      reads: ["answered", "beantwortet"],
      example: { status: "given", updated_at: example.time.interviewed }
    },
    withdrawn: {
      summary: "A request for feedback was withdrawn",
      news: ["{actor} withdrew a feedback request.", "{actor} eine Feedback-Anfrage zurückgenommen."],
      example: { status: "withdrawn" }
    }
  }
})

/** A request as the interface shows it. */
export const FeedbackRequest = noun.json
export interface FeedbackRequest extends Schema.Schema.Type<typeof FeedbackRequest> {}

export const RequestState = noun.row
export interface RequestState extends Schema.Schema.Type<typeof RequestState> {}

/** A request to ask a member for feedback. */
export const RequestDraft = noun.create.pipe(named("FeedbackRequestDraft", "Asks a member for feedback"))
export interface RequestDraft extends Schema.Schema.Type<typeof RequestDraft> {}

/**
 * The context of a new request: the member's status (null if there is no such member), and the member's open request.
 */
export interface Asking {
  readonly anonymised_at: Timestamp | null
  readonly member_status: MemberStatus | null
  readonly open_request_id: FeedbackRequestId | null
  readonly requests_counted: number
}

export class FeedbackRequestNotFound
  extends Schema.TaggedError<FeedbackRequestNotFound>()("FeedbackRequestNotFound", { id: Schema.String })
{}

/** The member was already asked for feedback on the application, and has not given it yet. */
export class AlreadyAsked
  extends Schema.TaggedError<AlreadyAsked>()("AlreadyAsked", { feedback_request_id: FeedbackRequestId })
{}

/** Asks an active member for feedback, unless a request is already open. */
export const ask = (
  application_id: ApplicationId,
  { member_id, message = null }: RequestDraft,
  { anonymised_at, member_status, open_request_id, requests_counted }: Asking,
  { actor, nextId, now }: DecisionContext
): Decision<RequestState, AlreadyAsked | CandidateAnonymised | LimitReached | MemberDeactivated | MemberNotFound> =>
  Result.gen(function*() {
    yield* notAnonymised({ anonymised_at })
    if (member_status === null) return yield* Result.fail(new MemberNotFound({ id: member_id }))
    if (member_status === "deactivated") return yield* Result.fail(new MemberDeactivated({ member_id }))
    if (open_request_id !== null) return yield* Result.fail(new AlreadyAsked({ feedback_request_id: open_request_id }))
    yield* withinLimit(maxRequests, requests_counted, 1)
    const request: RequestState = {
      id: FeedbackRequestId.make(nextId()),
      application_id,
      member_id,
      message,
      status: requestStatus.initial,
      author_id: actor.user_id,
      created_at: now,
      updated_at: now,
      version: 1
    }
    return yield* decided(request, noun.event("asked", request))
  })

/** Withdraws a request, unless feedback was given. */
export const withdraw = (
  request: RequestState,
  { now }: DecisionContext
): Decision<RequestState, StateMachine.TransitionRefused> =>
  Result.flatMap(requestStatus.next(request.status, "withdraw"), (status) => {
    if (status === request.status) return unchanged(request)
    const after: RequestState = { ...request, status, updated_at: now, version: request.version + 1 }
    return decided(after, noun.event("withdrawn", after))
  })
