/** Calls every method for connected apps. */
import type { Actor } from "@candor/domain/access/Actor"
import { codeText, parseAnyAccess, parseRefresh } from "@candor/domain/app/AppTokens"
import * as ConnectedApp from "@candor/domain/app/ConnectedApp"
import { ConnectedApps } from "@candor/domain/app/ConnectedApps"
import { defaultPolicy } from "@candor/domain/organization/AppPolicy"
import { setAppPolicy } from "@candor/domain/organization/Organization"
import { Effect, Option } from "effect"
import { pages } from "./EveryWay.ts"

const request: ConnectedApp.AppRequest = {
  name: "Claude",
  client_id: "https://claude.ai/client.json",
  client_host: "claude.ai",
  redirect_host: "claude.ai",
  redirect_uri: "https://claude.ai/callback",
  code_challenge: "challenge",
  resource: "api",
  scope: "write"
}

/** Connects an app to the actor. Returns its tokens and its id. */
export const connect = Effect.fn("connect")(function*(actor: Actor, more: Partial<ConnectedApp.AppRequest> = {}) {
  const apps = yield* ConnectedApps
  const worker = { organization_id: actor.organization_id, worker: "connected apps", request_id: "test" }
  const code = yield* apps.authorize(
    actor,
    (holding, context) => ConnectedApp.authorize({ ...request, ...more }, holding, context)
  )
  const { client_id, code_challenge, redirect_uri } = request
  const tokens = yield* apps.redeem(
    worker,
    Option.getOrThrow(codeText.parse(code)),
    (held, context) =>
      ConnectedApp.redeem(held, { client_id, code_challenge, redirect_uri, resource: undefined }, context)
  )
  const id = yield* apps.ofToken(Option.getOrThrow(parseAnyAccess(tokens.access)), client_id)
  return { tokens, id: id!, worker }
})

export const connectedApps = Effect.fn("connectedApps")(function*(actor: Actor) {
  const apps = yield* ConnectedApps
  const { organization_id, user_id } = actor
  const { id, tokens, worker } = yield* connect(actor)
  yield* apps.holding(organization_id, user_id)
  yield* apps.scopeOfClient(organization_id, user_id, request.client_id)
  yield* Effect.forEach(
    pages,
    (page) => Effect.andThen(apps.list(organization_id, page, user_id), apps.list(organization_id, page, undefined))
  )
  yield* apps.get(organization_id, id)
  yield* apps.refresh(
    worker,
    Option.getOrThrow(parseRefresh(tokens.refresh)),
    ({ isLatest, ...held }, context) =>
      ConnectedApp.refresh(held, { client_id: request.client_id, resource: undefined, isLatest }, context)
  )
  yield* apps.modify(actor, id, (grant, { now }) => ConnectedApp.revoke(grant, now))
  yield* apps.policy(organization_id)
  for (const clients of ["listed", "none", "all"] as const) {
    yield* apps.setPolicy(actor, (state) => setAppPolicy(state, { ...defaultPolicy, clients, hosts: ["claude.ai"] }))
  }
})
