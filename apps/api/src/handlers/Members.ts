import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { names } from "@candor/contract/Members"
import { toPageRequest } from "@candor/contract/PageQuery"
import * as SignIn from "@candor/domain/authentication/SignIn"
import { SignIns } from "@candor/domain/authentication/SignIns"
import * as Member from "@candor/domain/organization/Member"
import { Members } from "@candor/domain/organization/Members"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withNextLink } from "../response/NextLink.ts"
import { readHandlers } from "../response/ResourceHandlers.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "Members",
  Effect.fnUntraced(function*(handlers) {
    const members = yield* Members
    const signIns = yield* SignIns
    return handlers.handleAll({
      get: readHandlers(names, members).get,
      list: Effect.fnUntraced(function*({ query, request }) {
        const { actor } = yield* Caller
        const page = yield* members.list(actor.organization_id, toPageRequest(query), query)
        const next_cursor = yield* withNextLink(request, page)
        return { members: page.items, pagination: page.pagination, next_cursor }
      }),
      add: Effect.fnUntraced(function*({ payload }) {
        const { actor } = yield* Caller
        const member = yield* members.add(
          actor,
          payload.email,
          (existing, context) => Member.add(payload, existing, context)
        )
        return { member }
      }, Effect.mapError(toError)),
      update: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        return { member: yield* members.modify(actor, params.memberId, (member) => Member.update(member, payload)) }
      }, Effect.mapError(toError)),
      createSignInLink: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        const { email, expires_at, text } = yield* signIns.issueLink(actor, params.memberId, SignIn.issueLink)
        return { sign_in_link: { token: text, path: SignIn.linkPath(text, email), expires_at } }
      }, Effect.mapError(toError))
    })
  })
)
