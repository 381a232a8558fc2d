/** How the body of a request is read. */
import * as Errors from "@candor/contract/Errors"
import { Effect } from "effect"
import { type Headers, HttpMethod, HttpServerError, type HttpServerRequest } from "effect/http"
import type { RequestRecord } from "./CurrentRequest.ts"

/** Bytes of a body that are read and thrown away after its answer is known. */
const mostDiscardedBytes = 16 * 1024 * 1024

/** Longest time for that, in milliseconds. */
const mostDiscardedMillis = 2000

/** Whether the length of the body is told beforehand; without either header there is none (RFC 9112, section 6.3). */
const hasKnownLength = ({ "content-length": length = "0", "transfer-encoding": encoding }: Headers.Headers) =>
  encoding === undefined && /^\d{1,16}$/.test(length)

class TooLarge extends Error {}

/**
 * Reads on and throws away, for a while. A connection that is closed while its client still sends is reset, and the
 * client may not see the answer (RFC 9112, section 9.6).
 */
const discard = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> => {
  const over = Promise.withResolvers<undefined>()
  const timer = setTimeout(over.resolve, mostDiscardedMillis)
  let bytes = 0
  while (bytes <= mostDiscardedBytes) {
    const read = await Promise.race([reader.read(), over.promise])
    if (read === undefined || read.done) break
    bytes += read.value.length
  }
  clearTimeout(timer)
}

/** Reads a body whose length is not known, and counts it as it comes. */
const countedText = async (body: ReadableStream<Uint8Array>): Promise<string> => {
  const reader = body.getReader()
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.length
    if (bytes > Errors.maxBodyBytes) {
      await discard(reader)
      throw new TooLarge()
    }
    chunks.push(read.value)
  }
  // Bun refuses a request with trailers after its body has ended: the abort comes before what the body asks for is done.
  await new Promise(setImmediate)
  return new TextDecoder().decode(Buffer.concat(chunks))
}

const readText = (headers: Headers.Headers, source: Request): Promise<string> => {
  if (!hasKnownLength(headers)) return source.body === null ? Promise.resolve("") : countedText(source.body)
  return Number(headers["content-length"] ?? 0) > Errors.maxBodyBytes ? Promise.reject(new TooLarge()) : source.text()
}

/** The text of a body, read when it is first asked for. */
const textOf = (request: HttpServerRequest.HttpServerRequest, source: Request, current: RequestRecord) => {
  let text: Promise<string> | undefined
  const read = () => {
    current.readingBody = true
    return readText(request.headers, source).finally(() => {
      current.readingBody = false
    })
  }
  return Effect.tryPromise({
    try: () => text ??= read(),
    catch: (cause) => {
      const reason = cause instanceof TooLarge ? "BodyTooLarge" : "Parse"
      return new HttpServerError.HttpServerError({
        reason: new HttpServerError.RequestParseError({ request, reason, cause })
      })
    }
  })
}

/**
 * Has the body read as one text, of at most `maxBodyBytes`. The library prepares every body for streaming and for any
 * reading of it, with three fibers and an abort signal; here the decoder of the payload reads it (decision 0018).
 */
export const provideText = (request: HttpServerRequest.HttpServerRequest, current: RequestRecord): void => {
  const { method, source } = request
  if (HttpMethod.hasBody(method) && source instanceof Request) {
    Object.defineProperty(request, "text", { value: textOf(request, source, current) })
  }
}

/** Reads what is left of the body of a request whose connection closes after its answer, within bounds. */
export const discardRest = ({ source }: HttpServerRequest.HttpServerRequest): Effect.Effect<void> =>
  source instanceof Request && source.body !== null && !source.bodyUsed
    ? Effect.ignore(Effect.tryPromise(() => discard(source.body!.getReader())))
    : Effect.void
