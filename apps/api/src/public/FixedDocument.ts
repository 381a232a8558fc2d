/** Documents that stay the same while the process runs: made once, compressed once, with an `ETag` (RFC 9110). */
import { notModified } from "@candor/contract/SafeWriting"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import { acceptsGzip } from "../response/Compression.ts"
import { encodedTag, entityTag, matchesWeakly } from "../response/EntityTag.ts"
import * as DocumentPace from "./DocumentPace.ts"

export interface FixedDocument {
  readonly text: string
  readonly contentType: string
  /** `Cache-Control` (RFC 9111). By default, caches answer for five minutes without asking again. */
  readonly cacheControl?: string
  /** Headers in addition to those of every fixed document. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Seconds of the default `max-age`. */
const maxAge = 300

interface Representation {
  readonly headers: Readonly<Record<string, string>>
  /** Shared by all responses: the server sends from it without copies, however slowly a client reads. */
  readonly body: Blob
}

/** Makes `make` run once: concurrent and later calls share its result. After a failure the next call runs it again. */
export const once = <A>(make: () => Promise<A>): () => Promise<A> => {
  let made: Promise<A> | undefined
  return () =>
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
}

/**
 * Makes the representations of a document. Only the compressed one stays in memory, until a client asks for the other.
 */
const compress = async ({ cacheControl = `public, max-age=${maxAge}`, contentType, headers, text }: FixedDocument) => {
  const tag = entityTag(text)
  const compressed = await promisify(gzip)(text, { level: 9 })
  const representation = (
    body: Uint8Array<ArrayBuffer>,
    etag: string,
    more: Readonly<Record<string, string>>
  ): Representation => ({
    headers: {
      ...headers,
      ...more,
      "content-type": contentType,
      etag,
      "cache-control": cacheControl,
      "vary": "Accept-Encoding",
      "x-content-type-options": "nosniff"
    },
    body: new Blob([body])
  })
  const zipped = representation(compressed, encodedTag(tag), { "content-encoding": "gzip" })
  return {
    gzip: () => Promise.resolve(zipped),
    identity: once(async () => representation(await promisify(gunzip)(compressed), tag, {}))
  }
}

/** Waits until a document of this many bytes may be sent. All documents share one pace. */
export const inPace = DocumentPace.make()

/** Answers every request with the document, which is made at the first request. */
export const serve = (make: () => Promise<FixedDocument>) => {
  const representations = once(async () => compress(await make()))
  return Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const encoding = acceptsGzip(request.headers["accept-encoding"]) ? "gzip" : "identity"
    const { body, headers } = yield* Effect.promise(async () => (await representations())[encoding]())
    if (matchesWeakly(request.headers["if-none-match"], headers["etag"]!)) {
      return HttpServerResponse.empty({ status: notModified, headers })
    }
    if (request.method === "GET") yield* inPace(body.size)
    return HttpServerResponse.raw(body, { headers, contentLength: body.size })
  })
}
