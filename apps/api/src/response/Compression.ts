/** Compresses responses with gzip, if the client accepts it and it pays off (RFC 9110, section 8.4; decision 0050). */
import * as Errors from "@candor/contract/Errors"
import { Effect, Option, Semaphore } from "effect"
import { HttpBody, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { encodedTag } from "./EntityTag.ts"
import { varyBy } from "./Vary.ts"

/** Bytes from which a body is compressed: a shorter one fits into three packets uncompressed. */
export const minBytes = 4096

/** The level of gzip: 6 takes a third longer and saves 3% more. */
const level = 4

/**
 * Maximum responses that are compressed at a time, outside of the JavaScript thread. Further ones are sent
 * uncompressed.
 */
export const maxAtOnce = 4

/** Whether `Accept-Encoding` allows gzip (RFC 9110, section 12.5.3). */
export const acceptsGzip = (header: string | undefined): boolean => {
  if (header === undefined) return false
  const weights = new Map(
    header.toLowerCase().split(",").map((entry) => {
      const [coding = "", ...parameters] = entry.split(";").map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith("q="))
      return [coding, weight === undefined ? 1 : Number(weight.slice(2))]
    })
  )
  return (weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0) > 0
}

const compress = promisify(gzip)

const isText = (contentType: string): boolean => /^(?:application\/json|text\/)/.test(contentType)

/**
 * Whether a response may be compressed for a client that accepts it. Not responses to writes, which may contain
 * secrets.
 */
const isCompressible = (
  { headers, method }: HttpServerRequest.HttpServerRequest,
  { body, headers: own, status }: HttpServerResponse.HttpServerResponse
): boolean =>
  body._tag === "Uint8Array" && body.contentLength >= minBytes && isText(body.contentType) &&
  status === Errors.ok && (method === "GET" || method === "HEAD") &&
  own["content-encoding"] === undefined && headers["cookie"] === undefined

/** Makes the function that compresses responses. */
export const make = () => {
  const permits = Semaphore.makeUnsafe(maxAtOnce)

  const compressed = (response: HttpServerResponse.HttpServerResponse, body: HttpBody.Uint8Array) =>
    // What has begun goes on without its client, and keeps its permit.
    Effect.map(Effect.uninterruptible(Effect.promise(() => compress(body.body, { level }))), (bytes) => {
      const etag = response.headers["etag"]
      return HttpServerResponse.setHeaders(
        HttpServerResponse.setBody(response, HttpBody.uint8Array(bytes, body.contentType)),
        {
          "content-encoding": "gzip",
          ...(etag === undefined ? {} : { etag: encodedTag(etag) })
        }
      )
    })

  /** Returns the compressed response; undefined if it is sent as it is, as most are. */
  return (
    request: HttpServerRequest.HttpServerRequest,
    response: HttpServerResponse.HttpServerResponse
  ): Effect.Effect<HttpServerResponse.HttpServerResponse> | undefined => {
    if (!isCompressible(request, response)) return undefined
    const varying = HttpServerResponse.setHeader(response, "vary", varyBy(response, "Accept-Encoding"))
    const { body } = varying
    return body._tag === "Uint8Array" && acceptsGzip(request.headers["accept-encoding"])
      ? Effect.map(permits.withPermitsIfAvailable(1)(compressed(varying, body)), Option.getOrElse(() => varying))
      : Effect.succeed(varying)
  }
}
