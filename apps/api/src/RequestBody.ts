/** How the body of a request is read. */
import * as Errors from "@candor/contract/Errors"
import { ByteSize, Effect } from "effect"
import { type Headers, HttpIncomingMessage, HttpMethod, HttpServerError, type HttpServerRequest } from "effect/http"

const maxBodySize = ByteSize.bytes(Errors.maxBodyBytes)

/**
 * Whether a body can be longer than is taken, so that the server has to count it as it comes. One whose length is told
 * alone is never longer, and without either header there is none (RFC 9112, section 6.3).
 */
const mayBeLong = ({ "content-length": length = "0", "transfer-encoding": encoding }: Headers.Headers) =>
  encoding !== undefined || !/^\d{1,16}$/.test(length) || Number(length) > Errors.maxBodyBytes

/** The text of a body, read when it is first asked for. */
const textOf = (request: HttpServerRequest.HttpServerRequest, source: Request) => {
  let text: Promise<string> | undefined
  return Effect.tryPromise({
    try: () => text ??= source.text(),
    catch: (cause) =>
      new HttpServerError.HttpServerError({
        reason: new HttpServerError.RequestParseError({ request, reason: "Parse", cause })
      })
  })
}

/**
 * Has a body that may be long counted as it comes, and any other read as a whole. The library prepares every body for
 * streaming and for any reading of it, with three fibers and an abort signal; here the decoder of the payload reads it, as
 * text (decision 0018).
 */
export const reading = <A, E, R>(
  handle: Effect.Effect<A, E, R>,
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<A, E, R> => {
  const { headers, method, source } = request
  if (mayBeLong(headers)) return Effect.provideService(handle, HttpIncomingMessage.MaxBodySize, maxBodySize)
  if (HttpMethod.hasBody(method) && source instanceof Request) {
    Object.defineProperty(request, "text", { value: textOf(request, source) })
  }
  return handle
}
