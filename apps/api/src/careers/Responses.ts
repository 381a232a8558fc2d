/** Responses of the careers site. Each is made once for all who ask for it, until something on a board changes. */
import { notModified } from "@candor/contract/SafeWriting"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { ownOrigin } from "../auth/ConsoleRequest.ts"
import { type FixedDocument, inPace } from "../public/FixedDocument.ts"
import { acceptsGzip } from "../response/Compression.ts"
import { encodedTag, entityTag, sameState } from "../response/EntityTag.ts"
import { type Freshness, Recent } from "./Recent.ts"

/** Maximum bytes of cached responses, for pages and for the interface each. */
const maxBytes = 32 * 1024 * 1024

/** Bytes from which a document is compressed. */
const minBytes = 1024

/** Caches may store a document, but revalidate it each time: a job that ends disappears at once. */
const cacheControl = "public, no-cache"

interface Prepared {
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  /** Shared by all responses, without copies. */
  readonly body: Blob
  readonly zipped: Blob | undefined
}

/** A document, or a response in place of one, such as a redirect, which is not cached. */
export type Made = FixedDocument | HttpServerResponse.HttpServerResponse

const prepare = async ({ contentType, headers = {}, text, ...document }: FixedDocument): Promise<Prepared> => {
  const body = new Blob([text])
  return {
    etag: entityTag(text),
    headers: {
      "cache-control": document.cacheControl ?? cacheControl,
      "content-type": contentType,
      "vary": "Accept-Encoding",
      ...headers
    },
    body,
    zipped: body.size < minBytes ? undefined : new Blob([await promisify(gzip)(text)])
  }
}

const send = ({ body, etag, headers, zipped }: Prepared, request: HttpServerRequest.HttpServerRequest) => {
  const known = sameState(request.headers["if-none-match"], etag)
  if (known !== undefined)
    return Effect.succeed(HttpServerResponse.empty({ status: notModified, headers: { ...headers, etag: known } }))
  const isZipped = zipped !== undefined && acceptsGzip(request.headers["accept-encoding"])
  const sent = isZipped ? zipped : body
  const response = HttpServerResponse.raw(sent, {
    headers: isZipped ? { ...headers, "etag": encodedTag(etag), "content-encoding": "gzip" } : { ...headers, etag },
    contentLength: sent.size
  })
  return request.method === "GET" ? Effect.as(inPace(sent.size), response) : Effect.succeed(response)
}

/**
 * Makes a function that sends the cached response for a request's address in this variant, or else what `make` returns
 * for the origin that the browser used.
 */
export const keeping = <E>(freshness: Freshness, proxies: number) => {
  const kept = new Recent<Prepared | HttpServerResponse.HttpServerResponse, E>(
    freshness,
    maxBytes,
    (made) => HttpServerResponse.isHttpServerResponse(made) ? undefined : made.body.size + (made.zipped?.size ?? 0)
  )
  return <R>(
    request: HttpServerRequest.HttpServerRequest,
    variant: string,
    make: (origin: string) => Effect.Effect<Made, E, R>
  ) => {
    const origin = ownOrigin(request.headers, proxies)
    const made = Effect.flatMap(
      Effect.suspend(() => make(origin)),
      (made): Effect.Effect<Prepared | HttpServerResponse.HttpServerResponse> =>
        HttpServerResponse.isHttpServerResponse(made) ? Effect.succeed(made) : Effect.promise(() => prepare(made))
    )
    return Effect.flatMap(
      kept.get(`${origin} ${variant} ${request.url}`, made),
      (found) => HttpServerResponse.isHttpServerResponse(found) ? Effect.succeed(found) : send(found, request)
    )
  }
}
