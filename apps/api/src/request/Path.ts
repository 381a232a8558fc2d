/** The path of a request's URL: how it is read, bounded and matched. */
import type { FindMyWay } from "effect/http"

const parts = /^(?:[a-z]+:\/\/[^/?#]*)?((\/[^?#]*).*)/s

/** Returns the path as it was written, also where the request has no valid `Host`. */
export const pathOf = (url: string): string => parts.exec(url)?.[2] ?? ""

/** Returns the path as the router reads it: `/%63onsole` is `/console`, while `%2F` is no separator. */
export const decodedPathOf = (url: string): string => {
  const path = pathOf(url)
  try {
    return path.includes("%") ? decodeURI(path) : path
  } catch {
    return path
  }
}

/**
 * Returns a request as this one with another body or path, also where it has no valid `Host`, which its headers tell.
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

/** Characters of a path. The longest of an operation, with two ids, has 120. */
const maxPathLength = 1024

/** Characters of a segment, of which ids have 36. */
const maxSegmentLength = 200

/** Replaces a segment that is too long, which matches no id either. */
const tooLong = "too-long"

/**
 * Returns the request, or one with a shorter path that leads nowhere as well: the router takes the square of a path's
 * percent signs in time, before anybody is known to have sent it.
 */
export const withBoundedPath = (request: Request): Request => {
  const path = pathOf(request.url)
  if (path.length <= maxPathLength) return request
  const shorter = path.split("/").map((segment) => segment.length > maxSegmentLength ? tooLong : segment).join("/")
  return like(request, { target: shorter.length > maxPathLength ? `/${tooLong}` : shorter })
}

/** Paths are matched as the contract writes them, letter by letter. */
export const routing: FindMyWay.RouterConfig = {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  // A malformed id of any length is 404, and only after authentication.
  maxParamLength: 100_000
}
