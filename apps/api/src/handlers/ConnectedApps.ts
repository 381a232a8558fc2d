import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import { type ConnectedApp, ConnectedAppNotFound, revoke } from "@candor/domain/app/ConnectedApp"
import { ConnectedApps } from "@candor/domain/app/ConnectedApps"
import type { Page } from "@candor/domain/Pagination"
import { setAppPolicy } from "@candor/domain/organization/Organization"
import { Effect, Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { withNextLink } from "../response/NextLink.ts"

const answer = (request: HttpServerRequest.HttpServerRequest, page: Page<ConnectedApp>) =>
  Effect.map(
    withNextLink(request, page),
    (next_cursor) => ({ connected_apps: page.items, pagination: page.pagination, next_cursor })
  )

export const layer = HttpApiBuilder.group(
  Api,
  "ConnectedApps",
  Effect.fnUntraced(function*(handlers) {
    const apps = yield* ConnectedApps
    return handlers.handleAll({
      listOwn: Effect.fnUntraced(function*({ query, request }) {
        const { actor } = yield* Caller
        return yield* answer(request, yield* apps.list(actor.organization_id, toPageRequest(query), actor.user_id))
      }),
      revokeOwn: Effect.fnUntraced(function*({ params: { appId: id } }) {
        const { actor } = yield* Caller
        yield* apps.modify(
          actor,
          id,
          (grant, { now }) =>
            grant.user_id === actor.user_id ? revoke(grant, now) : Result.fail(new ConnectedAppNotFound({ id }))
        )
        return { deleted: true }
      }, Effect.mapError(toError)),
      list: Effect.fnUntraced(function*({ query, request }) {
        const { actor } = yield* Caller
        return yield* answer(request, yield* apps.list(actor.organization_id, toPageRequest(query), undefined))
      }),
      revoke: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        yield* apps.modify(actor, params.appId, (grant, { now }) => revoke(grant, now))
        return { deleted: true }
      }, Effect.mapError(toError)),
      policy: Effect.fnUntraced(function*() {
        const { actor } = yield* Caller
        return { app_policy: yield* apps.policy(actor.organization_id) }
      }),
      setPolicy: Effect.fnUntraced(function*({ payload }) {
        const { actor } = yield* Caller
        return { app_policy: yield* apps.setPolicy(actor, (state) => setAppPolicy(state, payload)) }
      })
    })
  })
)
