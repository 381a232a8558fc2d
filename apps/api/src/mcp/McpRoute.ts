/**
 * `POST /mcp`: the interface as tools for language models, by the Model Context Protocol over Streamable HTTP (decision
 * 0055). A message needs an API key like every request, and counts as one request however many its tool sends to the
 * interface.
 */
import * as Errors from "@candor/contract/Errors"
import { Secrets } from "@candor/connections/Secrets"
import { isAccess } from "@candor/domain/app/AppTokens"
import { MailTransport } from "@candor/mail/MailTransport"
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Authentication } from "../auth/Authentication.ts"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { ownOrigin } from "../auth/ConsoleRequest.ts"
import { bearerKey } from "../auth/Credential.ts"
import { corsOrigins } from "../response/Cors.ts"
import * as Responses from "../response/Responses.ts"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { isTooComplex, tooComplex } from "../request/JsonShape.ts"
import { LargeBodies } from "../request/LargeBodies.ts"
import { within } from "../request/TimeLimit.ts"
import * as InterfaceCall from "./InterfaceCall.ts"
import { mcpPath } from "./McpPath.ts"

/**
 * Longest time in which the body of a message has to arrive. Each operation that its tool calls has its own time limit.
 */
const bodyTimeout = "15 seconds"

const foreignOrigin = Responses.toResponse(
  new Errors.Forbidden({ error: { message: "This origin may not call the API. Add it to CANDOR_CORS_ORIGINS." } })
)

const invalidMessage = (message: string) =>
  HttpServerResponse.jsonUnsafe(
    { jsonrpc: "2.0", id: null, error: { code: -32_600, message } },
    { status: Errors.status.InvalidRequest }
  )

/** The response to a batch, which the Model Context Protocol has not allowed since 2025-06-18. */
const severalMessages = invalidMessage("Expected one message, not a batch")

const complexMessage = invalidMessage(tooComplex)

const isJson = (contentType: string | undefined): boolean => /^application\/json\s*(?:;|$)/i.test(contentType ?? "")

/** Parses JSON; undefined for invalid text, for which the library has an error. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const handleMessages = Effect.fnUntraced(function*(router: HttpRouter.HttpRouter) {
  const authentication = yield* Authentication
  const { inTurn } = yield* LargeBodies
  const origins: ReadonlySet<string> = new Set(yield* corsOrigins)
  const proxies = yield* trustedProxies
  const { publicUrl } = yield* MailTransport
  const secrets = yield* Secrets
  const { randomBytes } = yield* SecureRandom.SecureRandom
  // Deferred until the first message, when all routes are registered.
  const api = Effect.suspend(() => router.asHttpEffect())

  const respond = Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const current = yield* CurrentRequest
    current.operation = "mcp"
    current.route = mcpPath
    const { headers } = request
    const apiKey = bearerKey(headers["authorization"]) ?? ""
    const principal = yield* authentication.authenticate(apiKey, "mcp")
    // Browsers send the page's origin, even after DNS rebinding, where the page's host leads to this server.
    if (headers["origin"] !== undefined && !origins.has(headers["origin"])) return foreignOrigin
    if (!isJson(headers["content-type"])) return Responses.unsupportedMediaType("application/json")
    const read = Effect.orDie(request.text).pipe(within(bodyTimeout))
    return yield* inTurn(
      request,
      principal.organization.id,
      read,
      Effect.gen(function*() {
        const text = yield* read
        if (isTooComplex(text)) return complexMessage
        const value = parsed(text)
        if (Array.isArray(value)) return severalMessages
        const send = yield* InterfaceCall.make(api, principal)
        const { answerMessage } = yield* Effect.promise(() => import("./ToolServer.ts"))
        const { body, contentType, status } = yield* answerMessage({ headers, text, value }, {
          confirmationKey: isAccess(apiKey) ? yield* secrets.keyFor(`confirmations ${principal.api_key.id}`) : apiKey,
          origin: publicUrl ?? ownOrigin(headers, proxies),
          hosts: new Set([
            headers["host"]?.toLowerCase() ?? "",
            ...publicUrl === null ? [] : [new URL(publicUrl).host]
          ]),
          randomBytes,
          send
        })
        if (body === "") return HttpServerResponse.empty({ status })
        // With 403 the app asks its member for the scope, if the member may grant it. Otherwise the model reads the
        // refusal.
        const asks = current.required_scope !== undefined
        return HttpServerResponse.text(body, { status: asks ? Errors.status.Forbidden : status, contentType })
      })
    )
  })
  return Effect.catchTag(
    respond,
    ["Unauthorized", "RateLimitExceeded"],
    (error) => Effect.succeed(Responses.toResponse(error))
  )
})

export const layer = HttpRouter.use((router) =>
  Effect.flatMap(handleMessages(router), (respond) => router.add("POST", mcpPath, respond))
)
