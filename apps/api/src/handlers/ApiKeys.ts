import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import * as ApiKey from "@candor/domain/authentication/ApiKey"
import { ApiKeys, type IssuedKey } from "@candor/domain/authentication/ApiKeys"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withNextLink } from "../response/NextLink.ts"
import { Settings } from "../Settings.ts"

const withText = ({ api_key, text }: IssuedKey) => ({ api_key, key: text })

export const layer = HttpApiBuilder.group(
  Api,
  "ApiKeys",
  Effect.fnUntraced(function*(handlers) {
    const keys = yield* ApiKeys
    const { rate_limit: limit } = yield* Settings
    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ query, request }) {
        const { actor } = yield* Caller
        const page = yield* keys.list(actor.organization_id, toPageRequest(query))
        const next_cursor = yield* withNextLink(request, page)
        return { api_keys: page.items, pagination: page.pagination, next_cursor }
      }),
      create: Effect.fnUntraced(function*({ payload: { user_id, ...draft } }) {
        const { actor } = yield* Caller
        return withText(
          yield* keys.create(
            actor,
            user_id ?? actor.user_id,
            (issuing, context) => ApiKey.create(draft, issuing, context)
          )
        )
      }, Effect.mapError(toError)),
      get: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { api_key: yield* keys.get(actor.organization_id, params.apiKeyId) }
      }, Effect.mapError(toError)),
      usage: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { usage: { limit, hours: yield* keys.usage(actor.organization_id, params.apiKeyId, limit) } }
      }, Effect.mapError(toError)),
      update: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        return { api_key: yield* keys.modify(actor, params.apiKeyId, (key) => ApiKey.update(key, payload)) }
      }, Effect.mapError(toError)),
      revoke: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        yield* keys.modify(actor, params.apiKeyId, ApiKey.revoke)
        return { deleted: true }
      }, Effect.mapError(toError)),
      rotate: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        return withText(
          yield* keys.rotate(
            actor,
            params.apiKeyId,
            (key, issuing, context) => ApiKey.rotate(key, payload, issuing, context)
          )
        )
      }, Effect.mapError(toError))
    })
  })
)
