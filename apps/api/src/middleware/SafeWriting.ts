/**
 * Gives resources entity tags, and runs a write in one transaction if its request asks for a safeguard: an idempotency
 * key, `If-Match`, `If-None-Match` or a dry run (decision 0037). Other requests pass through.
 */
import { Api } from "@candor/contract/Api"
import { AdminScope, Caller, WriteScope } from "@candor/contract/Authorization"
import { makesResource } from "@candor/contract/ExternalIds"
import { isResource, pathOf, resourceOf, resourcePaths } from "@candor/contract/Resource"
import { dryRun, dryRunHeader, isSuccess, notModified, SafeWriting, TalksToServers } from "@candor/contract/SafeWriting"
import { notAnEntityTag, preconditionFailed } from "@candor/contract/ServerErrors"
import * as Scope from "@candor/domain/access/Scope"
import type { Attachments } from "@candor/domain/attachment/Attachments"
import type { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { type Outcome, Transactions } from "@candor/domain/Transactions"
import { Context, Effect, Layer, Option, Result, Struct, type Types } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { credentialOf } from "../auth/Credential.ts"
import { entityTag, isTag, matches, sameState, textsIn } from "../response/EntityTag.ts"
import { toResponse } from "../response/Responses.ts"
import type { UploadSlots } from "../files/FileSlots.ts"
import { arrivedBody } from "../idempotency/ArrivedBody.ts"
import * as KeyedResponses from "../idempotency/KeyedResponses.ts"
import * as Safeguards from "../idempotency/Safeguards.ts"
import { afterWork } from "../request/Beforehand.ts"

type Response = HttpServerResponse.HttpServerResponse
type Handled = Effect.Effect<Response, Types.unhandled>

/** The entity tag of the representation in a response. */
const tagOf = ({ body }: Response): string | undefined =>
  body._tag === "Uint8Array" ? entityTag(body.text ?? body.body) : undefined

/** Adds an entity tag to a response, and omits its body if the client already has it. */
const withEntityTag = (handle: Handled) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
    Effect.map(handle, (response) => {
      const etag = tagOf(response)
      if (etag === undefined) return response
      const known = sameState(headers["if-none-match"], etag)
      return known === undefined
        ? HttpServerResponse.setHeader(response, "etag", etag)
        : HttpServerResponse.empty({ status: notModified, headers: { etag: known } })
    }))

/** The outer `isKept` tells the transaction whether to commit; the inner one tells this middleware whether it has. */
const changesNothing = (response: Response) => ({ value: { response, isKept: false }, isKept: false })

/** The failure of an `If-Match`: the resource has changed, or the header has no entity tag of ours. */
const unmatched = (ifMatch: string) => {
  const foreign = textsIn(ifMatch).filter((text) => !isTag(text))
  return textsIn(ifMatch).length > foreign.length ? preconditionFailed : notAnEntityTag(foreign)
}

/** The scope that an operation requires. */
const scopeOf = ({ middlewares }: HttpApiEndpoint.Top): Scope.Scope =>
  middlewares.has(AdminScope) ? "admin" : middlewares.has(WriteScope) ? "write" : "read"

const make = Effect.gen(function*() {
  const transactions = yield* Transactions
  const proxies = yield* trustedProxies
  const files = yield* Effect.context<Attachments | AttachmentStore | UploadSlots>()
  const responsesOf = yield* KeyedResponses.make
  type Keyed = ReturnType<typeof responsesOf>
  const resources = resourcePaths(Api)
  /** The handlers of GET by the paths of their resources. */
  const reads = new Map<string, Handled>()

  /** The resource's current entity tag, from the handler of its GET; undefined if the resource does not exist. */
  const currentTag = (read: Handled) =>
    Effect.option(read).pipe(
      Effect.provideService(HttpServerRequest.ParsedSearchParams, {}),
      Effect.map((response) => Option.getOrUndefined(Option.map(response, tagOf)))
    )

  /**
   * Handles a write that talks to other servers. It runs between two transactions: one that looks for an earlier
   * response, and one that stores this one.
   */
  const outside = Effect.fnUntraced(
    function*(
      handle: Handled,
      { ifMatch, isDryRun }: Safeguards.Safeguards,
      read: Handled | undefined,
      keyed: Keyed | undefined
    ) {
      /** Returns the response that is already stored for the key, or else stores this one. */
      const keptOr = (response: Response | undefined) =>
        keyed === undefined ? Effect.succeed(response) : transactions.run(
          Effect.flatMap(
            keyed.replayed,
            (replayed): Effect.Effect<Outcome<Response | undefined>> =>
              Option.isSome(replayed) || response === undefined
                ? Effect.succeed({ value: Option.getOrUndefined(replayed), isKept: false })
                : Effect.as(keyed.keep(response), { value: response, isKept: true })
          ),
          { isSnapshot: false }
        )
      const replayed = yield* keptOr(undefined)
      if (replayed !== undefined)
        return replayed
      if (ifMatch !== undefined && !matches(ifMatch, read === undefined ? undefined : yield* currentTag(read)))
        return yield* Effect.fail(unmatched(ifMatch))
      const response = yield* Effect.provideService(handle, Safeguards.IsDryRun, isDryRun)
      if (!isSuccess(response.status))
        return response
      return isDryRun
        ? HttpServerResponse.setHeader(response, dryRunHeader, "true")
        : (yield* keptOr(response)) ?? response
    }
  )

  /** Handles a write with its safeguards. Errors and dry runs are rolled back, and their responses are returned. */
  const withSafeguards = Effect.fnUntraced(
    function*(handle: Handled, safeguards: Safeguards.Safeguards, read: Handled | undefined, talksToServers: boolean) {
      const { ifAbsent, ifMatch, isDryRun, key } = safeguards
      const { principal } = yield* Caller
      const request = yield* HttpServerRequest.HttpServerRequest
      const { headers, method, url } = request
      const isConditional = ifMatch !== undefined || ifAbsent
      // The whole body arrives before the transaction begins, so that a slow client does not occupy a database
      // connection.
      const arrived = yield* Effect.result(arrivedBody(request))
      if (Result.isFailure(arrived)) return toResponse(arrived.failure)
      const body = arrived.success
      const api_key = credentialOf(headers, proxies)!
      // The response to a dry run is not stored.
      const keyed = key === undefined || isDryRun
        ? undefined
        : responsesOf({ key, principal, api_key, method, url, body: body.fingerprint })
      const handled = Effect.provideContext(handle, body.context)
      if (talksToServers) return yield* outside(handled, safeguards, read, keyed)

      const attempt = Effect.gen(function*() {
        const replayed = keyed === undefined ? Option.none() : yield* keyed.replayed
        if (Option.isSome(replayed)) return changesNothing(replayed.value)
        const tag = read === undefined || !isConditional ? undefined : yield* currentTag(read)
        const response = yield* handled
        if (!isSuccess(response.status)) return changesNothing(response)
        // A request that would fail even without its precondition fails in the same way with it (RFC 9110, section
        // 13.2.1).
        if (ifMatch !== undefined && !matches(ifMatch, tag)) return yield* Effect.fail(unmatched(ifMatch))
        if (ifAbsent && tag !== undefined) return yield* Effect.fail(preconditionFailed)
        if (isDryRun) return changesNothing(HttpServerResponse.setHeader(response, dryRunHeader, "true"))
        if (keyed !== undefined) yield* keyed.keep(response)
        return { value: { response, isKept: true }, isKept: true }
      })
      const { isKept, response } = yield* transactions.run(attempt, { isSnapshot: isConditional }).pipe(
        afterWork,
        Effect.tapError(() => body.discard)
      )
      if (!isKept) yield* body.discard
      return response
    },
    Effect.provideContext(files)
  )

  return SafeWriting.of((handle, { endpoint }) => {
    const path = pathOf(endpoint)
    if (endpoint.method === "GET") {
      if (!isResource(endpoint)) return handle
      reads.set(path, handle)
      return withEntityTag(handle)
    }
    const resource = resourceOf(path, resources)
    const required = scopeOf(endpoint)
    return Effect.contextWith(
      (
        context: Context.Context<Caller | HttpServerRequest.HttpServerRequest | HttpServerRequest.ParsedSearchParams>
      ) => {
        const { headers } = Context.get(context, HttpServerRequest.HttpServerRequest)
        const parameters = Context.get(context, HttpServerRequest.ParsedSearchParams)
        if (!Safeguards.areRequested(headers, parameters)) return handle
        // Without the scope, the operation itself answers 403, before any error about the safeguards.
        if (!Scope.includes(Context.get(context, Caller).principal.api_key.scope, required)) return handle
        const read = resource === undefined ? undefined : reads.get(resource)
        return Effect.fromResult(
          Safeguards.parse(headers, parameters, {
            hasResource: resource !== undefined,
            makesResource: makesResource(endpoint.method, path)
          })
        ).pipe(
          Effect.flatMap((safeguards) =>
            withSafeguards(handle, safeguards, read, Context.get(endpoint.annotations, TalksToServers))
          ),
          Effect.provideService(HttpServerRequest.ParsedSearchParams, Struct.omit(parameters, [dryRun]))
        )
      }
    )
  })
})

export const layer = Layer.effect(SafeWriting, make)
