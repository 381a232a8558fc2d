import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withNextLink } from "../NextLink.ts"

export const layer = HttpApiBuilder.group(Api, "Candidates", Effect.fnUntraced(function*(handlers) {
  const candidates = yield* Candidates
  return handlers.handleAll({
    list: Effect.fnUntraced(function*({ query, request }) {
      const { actor } = yield* Caller
      const page = yield* candidates.list(actor.organization_id, query, toPageRequest(query))
      yield* withNextLink(request, page)
      return { candidates: page.items, pagination: page.pagination }
    }),
    create: Effect.fnUntraced(function*({ payload }) {
      const { actor } = yield* Caller
      return { candidate: yield* candidates.create(actor, (context) => Candidate.create(payload, context)) }
    }),
    get: Effect.fnUntraced(function*({ params }) {
      const { actor } = yield* Caller
      return { candidate: yield* candidates.get(actor.organization_id, params.candidateId) }
    }, Effect.mapError(toError)),
    update: Effect.fnUntraced(function*({ params, payload }) {
      const { actor } = yield* Caller
      const candidate = yield* candidates.modify(actor, params.candidateId, (candidate, context) =>
        Candidate.update(candidate, payload, context))
      return { candidate }
    }, Effect.mapError(toError))
  })
}))
