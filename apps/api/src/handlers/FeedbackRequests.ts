import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import { ask, withdraw } from "@candor/domain/request/FeedbackRequest"
import { FeedbackRequests } from "@candor/domain/request/FeedbackRequests"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withNextLink } from "../response/NextLink.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "FeedbackRequests",
  Effect.fnUntraced(function*(handlers) {
    const requests = yield* FeedbackRequests
    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ query, request }) {
        const { actor } = yield* Caller
        const page = yield* requests.list(actor.organization_id, query, toPageRequest(query))
        const next_cursor = yield* withNextLink(request, page)
        return { feedback_requests: page.items, pagination: page.pagination, next_cursor }
      }),
      get: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { feedback_request: yield* requests.get(actor.organization_id, params.requestId) }
      }, Effect.mapError(toError)),
      ask: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        const { id } = yield* requests.create(
          actor,
          params.id,
          payload.member_id,
          (asking, context) => ask(params.id, payload, asking, context)
        )
        return { feedback_request: yield* requests.get(actor.organization_id, id) }
      }, Effect.mapError(toError)),
      withdraw: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        const { id } = yield* requests.modify(actor, params.requestId, withdraw)
        return { feedback_request: yield* requests.get(actor.organization_id, id) }
      }, Effect.mapError(toError))
    })
  })
)
