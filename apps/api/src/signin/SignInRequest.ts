/** Common parts of the sign-in handlers. */
import { Unauthorized } from "@candor/contract/Errors"
import type { SessionInfo } from "@candor/contract/SignIns"
import type { Actor } from "@candor/domain/access/Actor"
import { scopeOf } from "@candor/domain/access/MemberRole"
import type { OpenedSession } from "@candor/domain/authentication/SignIns"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { isEncrypted, isFromConsole } from "../auth/ConsoleRequest.ts"
import { setSession } from "../auth/Credential.ts"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { within } from "../request/TimeLimit.ts"

export const unauthorized = (message: string) => new Unauthorized({ error: { message } })

const notFromConsole = unauthorized(
  "Only the pages of this server can sign in: expected X-Candor-Console and the server's own origin."
)

/** The headers of the request. */
export const headers = Effect.map(HttpServerRequest.HttpServerRequest, (request) => request.headers)

/** Refuses a request that another site may have made a browser send: it could sign somebody in as another member. */
export const fromConsole = Effect.filterOrFail(headers, isFromConsole, () => notFromConsole)

/** The member who signs in, as the actor of the change. */
export const actorOf = ({ organization_id, user_id }: Pick<Actor, "organization_id" | "user_id">) =>
  Effect.map(CurrentRequest, ({ id }): Actor => ({ organization_id, user_id, api_key_id: null, request_id: id }))

const infoOfNew = (
  { signIn: { member: { email, full_name, id, role }, organization } }: OpenedSession
): SessionInfo => ({
  user: { id, full_name, email },
  organization,
  role,
  scope: scopeOf(role)
})

/** Returns the response for a new session, with its cookie. */
export const withCookie = (opened: OpenedSession, proxies: number) =>
  Effect.map(headers, (headers) =>
    HttpServerResponse.setHeader(
      HttpServerResponse.jsonUnsafe(infoOfNew(opened)),
      "set-cookie",
      setSession(opened.text, isEncrypted(headers, proxies))
    ))

/** Names the operation in log lines and metrics, and limits its time. */
export const operation = (name: string) => <A, E, R>(handle: Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentRequest, (request) => {
    request.operation = name
    return within("15 seconds")(handle)
  })
