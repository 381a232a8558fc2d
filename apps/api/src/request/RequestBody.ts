/** Bounds the body of a request before the library reads it (decision 0018). */
import { isUpload, maxUploadBytes } from "@candor/contract/Attachments"
import { isForm, isSubmission, maxFormBytes, maxSubmissionBytes } from "@candor/contract/Careers"
import * as Errors from "@candor/contract/Errors"
import { Effect } from "effect"
import { HttpMethod, type HttpServerRequest } from "effect/http"
import { isUtf8 } from "node:buffer"
import { withoutTrailingSlash } from "../middleware/Methods.ts"
import { like, decodedPathOf } from "./Path.ts"

/** Maximum bytes of a body that are read and discarded after its response is known. */
const maxDiscardedBytes = 16 * 1024 * 1024

/** Maximum time for discarding a body, in milliseconds. */
const maxDiscardedMillis = 2000

/** Maximum bytes of a sign-in's body, and of an app's token request, which anybody may send. */
const maxSignInBytes = 16 * 1024

/** Maximum bytes of a body for the operation at this path. */
const maxBytesOf = (method: string, path: string, type: string): number => {
  if (isUpload(method, path)) return maxUploadBytes
  if (isSubmission(method, path) && /^\s*multipart\//i.test(type))
    return isForm(method, path)
      ? maxFormBytes
      : maxSubmissionBytes
  return path.startsWith("/console/") || path.startsWith("/oauth/") ? maxSignInBytes : Errors.maxBodyBytes
}

/** Why the body of a request was cut off: it is longer than `maxBytes`. */
export class BodyTooLarge extends Error {
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super()
    this.maxBytes = maxBytes
  }
}

/**
 * Reads and discards the rest of a body, within bounds. If a connection is closed while its client still sends, it is
 * reset, and the client may not see the response (RFC 9112, section 9.6).
 */
const discard = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> => {
  const over = Promise.withResolvers<undefined>()
  const timer = setTimeout(over.resolve, maxDiscardedMillis)
  let bytes = 0
  while (bytes <= maxDiscardedBytes) {
    const read = await Promise.race([reader.read(), over.promise])
    if (read === undefined || read.done) break
    bytes += read.value.length
  }
  clearTimeout(timer)
}

/**
 * Milliseconds to wait for the trailers of a chunked body: if there are any, they arrive in the next packet at the
 * latest.
 */
const trailerMillis = 50

/** Passes a body on. If it is longer than `maxBytes`, discards the rest and fails. */
const counted = (body: ReadableStream<Uint8Array>, maxBytes: number): ReadableStream<Uint8Array> => {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream({
    pull: async (controller) => {
      const read = await reader.read()
      if (read.done) {
        // If trailers follow a body, Bun refuses the request when they arrive. Waiting for them prevents that it is
        // carried out before.
        await new Promise((resolve) => setTimeout(resolve, trailerMillis))
        return controller.close()
      }
      bytes += read.value.length
      if (bytes <= maxBytes) return controller.enqueue(read.value)
      await discard(reader)
      controller.error(new BodyTooLarge(maxBytes))
    }
  })
}

const refused = (maxBytes: number) =>
  new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new BodyTooLarge(maxBytes)) })

/**
 * The body is not UTF-8 text. A decoder would replace invalid bytes by U+FFFD, which nobody could tell from the
 * sender's text.
 */
export class BodyNotUtf8 extends Error {}

/** Returns the request. Reading its body as one buffer, as the library does for JSON, fails unless it is UTF-8. */
const inUtf8 = (request: Request, read = () => Request.prototype.arrayBuffer.call(request)): Request =>
  Object.assign(request, {
    arrayBuffer: async () => {
      const bytes = await read()
      if (!isUtf8(bytes)) throw new BodyNotUtf8()
      return bytes
    }
  })

/** Reports the bytes of a body to `count` as they arrive, when it is read as one buffer. */
export const countArriving = (
  { source }: HttpServerRequest.HttpServerRequest,
  count: (bytes: number) => void
): void => {
  if (!(source instanceof Request)) return
  inUtf8(source, async () => {
    const chunks: Array<Uint8Array> = []
    for await (const chunk of source.body ?? []) {
      count(chunk.length)
      chunks.push(chunk)
    }
    return Bun.concatArrayBuffers(chunks)
  })
}

/**
 * Returns the request with its body limited to the bytes that its operation accepts, and checked to be UTF-8. A body
 * with an allowed `Content-Length` needs no counting, so that the library reads it with one call.
 */
export const bounded = (request: Request): Request => {
  const { method } = request
  return HttpMethod.hasBody(method as HttpMethod.HttpMethod) ? inUtf8(withinBound(request)) : request
}

const withinBound = (request: Request): Request => {
  const { headers, method, url } = request
  const path = withoutTrailingSlash(method, decodedPathOf(url))
  const maxBytes = maxBytesOf(method, path, headers.get("content-type") ?? "")
  if (headers.has("transfer-encoding")) {
    return request.body === null ? request : like(request, { body: counted(request.body, maxBytes) })
  }
  const length = Number(headers.get("content-length") ?? 0)
  if (length <= maxBytes) return request
  // Not for forms of applications: people get back the fields before a file that is too large.
  return like(request, {
    body: isForm(method, path) && request.body !== null ? counted(request.body, maxBytes) : refused(maxBytes)
  })
}

/** Returns whether the body was read to its end, or not at all. */
export const hasArrived = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<boolean> =>
  request.source instanceof Request && request.source.bodyUsed ? Effect.isSuccess(request.text) : Effect.succeed(true)

/** Discards the unread rest of a request's body, within bounds, if the connection closes after the response. */
export const discardRest = ({ source }: HttpServerRequest.HttpServerRequest): Effect.Effect<void> =>
  source instanceof Request && source.body !== null && !source.bodyUsed
    ? Effect.ignore(Effect.tryPromise(() => discard(source.body!.getReader())))
    : Effect.void
