import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import * as SourcingSearch from "@candor/domain/sourcing/SourcingSearch"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withNextLink } from "../response/NextLink.ts"

export const layer = HttpApiBuilder.group(Api, "SourcingSearches", Effect.fnUntraced(function*(handlers) {
  const searches = yield* SourcingSearches
  return handlers.handleAll({
    list: Effect.fnUntraced(function*({ query, request }) {
      const { actor } = yield* Caller
      const page = yield* searches.list(actor.organization_id, toPageRequest(query))
      const next_cursor = yield* withNextLink(request, page)
      return { searches: page.items, pagination: page.pagination, next_cursor }
    }),
    create: Effect.fnUntraced(function*({ payload }) {
      const { actor } = yield* Caller
      return { search: yield* searches.create(actor, (context) => SourcingSearch.create(payload, context)) }
    }),
    get: Effect.fnUntraced(function*({ params }) {
      const { actor } = yield* Caller
      return { search: yield* searches.get(actor.organization_id, params.searchId) }
    }, Effect.mapError(toError)),
    update: Effect.fnUntraced(function*({ params, payload }) {
      const { actor } = yield* Caller
      const search = yield* searches.modify(actor, params.searchId, (before) => SourcingSearch.update(before, payload))
      return { search }
    }, Effect.mapError(toError)),
    delete: Effect.fnUntraced(function*({ params }) {
      const { actor } = yield* Caller
      yield* searches.remove(actor, params.searchId, SourcingSearch.remove)
      return { deleted: true }
    }, Effect.mapError(toError))
  })
}))
