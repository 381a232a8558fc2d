/** Reads, bounds and matches the path of a request's URL. */
import type { FindMyWay } from "effect/http"

const parts = /^(?:[a-z]+:\/\/[^/?#]*)?((\/[^?#]*).*)/s

/** Returns the path as it was sent, even if the request has no valid `Host`. */
export const pathOf = (url: string): string => parts.exec(url)?.[2] ?? ""

/** Returns the path as the router reads it: `/%63onsole` becomes `/console`, but `%2F` is no separator. */
export const decodedPathOf = (url: string): string => {
  const path = pathOf(url)
  try {
    return path.includes("%") ? decodeURI(path) : path
  } catch {
    return path
  }
}

/**
 * Returns a copy of a request with another body or path, even if the request has no valid `Host`; its headers keep
 * that.
 */
export const like = (request: Request, { body = request.body, target = parts.exec(request.url)?.[1] ?? "/" }: {
  readonly body?: ReadableStream<Uint8Array> | null
  readonly target?: string
}): Request => {
  const { headers, method, signal } = request
  return new Request(`http://localhost${target}`, {
    method,
    headers,
    signal,
    body: method === "GET" || method === "HEAD" ? null : body
  })
}

/** Maximum characters of a path. The longest of an operation, with two ids, has 120. */
const maxPathLength = 1024

/** Maximum characters of a segment. Ids have 36. */
const maxSegmentLength = 200

/** Replaces a segment that is too long. It matches no id either. */
const tooLong = "too-long"

/**
 * Returns the request. A path that is too long is replaced by a shorter one that matches no route either: the router
 * takes quadratic time in the number of percent signs, and that before authentication.
 */
export const withBoundedPath = (request: Request): Request => {
  const path = pathOf(request.url)
  if (path.length <= maxPathLength) return request
  const shorter = path.split("/").map((segment) => segment.length > maxSegmentLength ? tooLong : segment).join("/")
  return like(request, { target: shorter.length > maxPathLength ? `/${tooLong}` : shorter })
}

/** Paths are case-sensitive, and match exactly as the contract writes them. */
export const routing: FindMyWay.RouterConfig = {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  // A malformed id of any length is answered with 404, and only after authentication.
  maxParamLength: 100_000
}
