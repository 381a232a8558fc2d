/** Answers operations that need no key from a cache of their latest responses (decision 0085). */
import * as Errors from "@candor/contract/Errors"
import { OpenReading } from "@candor/contract/Postings"
import { Effect, Layer, type Types } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { keeping, type Made } from "../careers/Responses.ts"
import { Sites } from "../careers/Sites.ts"
import { CurrentRequest } from "../request/CurrentRequest.ts"

/** The cacheable document of a response, with its link to the next page. */
const documentOf = (response: HttpServerResponse.HttpServerResponse, link: string | undefined): Made =>
  response.status === Errors.ok && response.body._tag === "Uint8Array"
    ? {
      text: new TextDecoder().decode(response.body.body),
      contentType: "application/json",
      headers: link === undefined ? {} : { link }
    }
    : response

export const layer = Layer.effect(
  OpenReading,
  Effect.gen(function*() {
    const { freshness } = yield* Sites
    const respond = keeping<Types.unhandled>(freshness, yield* trustedProxies)
    return OpenReading.of((handle, { endpoint, group }) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        Effect.flatMap(CurrentRequest, (current) => {
          current.operation = `${group.identifier}.${endpoint.identifier}`
          current.route = endpoint.path
          return respond(request, "", () => Effect.map(handle, (response) => documentOf(response, current.link)))
        }))
    )
  })
)
