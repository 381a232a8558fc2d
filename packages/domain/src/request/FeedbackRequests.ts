/** The port to stored requests for feedback. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { ApplicationNotFound } from "../application/Application.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { ApplicationId, FeedbackRequestId, OrganizationId, UserId } from "../Id.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import type {
  Asking,
  FeedbackRequest,
  FeedbackRequestNotFound,
  RequestState,
  RequestStatus
} from "./FeedbackRequest.ts"

/** Selects requests. */
export interface RequestFilter {
  readonly application_id?: ApplicationId | undefined
  readonly member_id?: UserId | undefined
  readonly status?: RequestStatus | undefined
}

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
