/** The port to stored requests for feedback. Each method works within one organization. */
import { Context, type Effect, Schema } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { ApplicationNotFound } from "../application/Application.ts"
import { described } from "../Described.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import { ApplicationId, type FeedbackRequestId, type OrganizationId, UserId } from "../Id.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import { spelled } from "../Spelling.ts"
import {
  type Asking,
  type FeedbackRequest,
  type FeedbackRequestNotFound,
  type RequestState,
  RequestStatus
} from "./FeedbackRequest.ts"

export const RequestFilter = Schema.Struct({
  application_id: Schema.optionalKey(ApplicationId).pipe(described("Only requests on this application")),
  member_id: Schema.optionalKey(UserId).pipe(described("Only requests to this member")),
  status: Schema.optionalKey(spelled(RequestStatus)).pipe(described("Only requests with this status"))
})
export interface RequestFilter extends Schema.Schema.Type<typeof RequestFilter> {}

export class FeedbackRequests extends Context.Service<FeedbackRequests, {
  /** Returns a page, newest first. */
  readonly list: (
    organization: OrganizationId,
    filter: RequestFilter,
    page: PageRequest
  ) => Effect.Effect<Page<FeedbackRequest>>
  readonly get: (
    organization: OrganizationId,
    id: FeedbackRequestId
  ) => Effect.Effect<FeedbackRequest, FeedbackRequestNotFound>
  /** Stores the new request that `decide` returns; decides again after a concurrent request to the same member. */
  readonly create: <Failure>(
    actor: Actor,
    application: ApplicationId,
    member: UserId,
    decide: (asking: Asking, context: DecisionContext) => Decision<RequestState, Failure>
  ) => Effect.Effect<RequestState, Failure | ApplicationNotFound>
  /** Stores the request that `decide` returns; decides again after a concurrent change. */
  readonly modify: <Failure>(
    actor: Actor,
    id: FeedbackRequestId,
    decide: (request: RequestState, context: DecisionContext) => Decision<RequestState, Failure>
  ) => Effect.Effect<RequestState, Failure | FeedbackRequestNotFound>
}>()("@candor/domain/FeedbackRequests") {}
