import { Api } from "@candor/contract/Api"
import type { ApplicationsPage, OneApplication } from "@candor/contract/Applications"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import * as Application from "@candor/domain/application/Application"
import { Applications } from "@candor/domain/application/Applications"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { jsonAnswer } from "../JsonAnswer.ts"
import { withNextLink } from "../NextLink.ts"

export const layer = HttpApiBuilder.group(Api, "Applications", Effect.fnUntraced(function*(handlers) {
  const applications = yield* Applications
  return handlers.handleAll({
    list: Effect.fnUntraced(function*({ query, request }) {
      const { actor } = yield* Caller
      const page = yield* applications.list(actor.organization_id, query, toPageRequest(query))
      yield* withNextLink(request, page)
      return jsonAnswer<ApplicationsPage>({ applications: page.items, pagination: page.pagination })
    }),
    create: Effect.fnUntraced(function*({ payload }) {
      const { actor } = yield* Caller
      const application = yield* applications.submit(actor, payload, (submission, context) =>
        Application.submit(payload, submission, context))
      return { application }
    }, Effect.mapError(toError)),
    get: Effect.fnUntraced(function*({ params }) {
      const { actor } = yield* Caller
      return jsonAnswer<OneApplication>({ application: yield* applications.get(actor.organization_id, params.id) })
    }, Effect.mapError(toError)),
    move: Effect.fnUntraced(function*({ params, payload }) {
      const { actor } = yield* Caller
      const application = yield* applications.move(actor, params.id, payload.stage_id, (application, requested) =>
        Application.move(application, requested, payload.stage_id))
      return jsonAnswer<OneApplication>({ application })
    }, Effect.mapError(toError))
  })
}))
