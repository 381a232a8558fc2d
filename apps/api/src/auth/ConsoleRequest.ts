/**
 * What tells a request of the console from one that another site has a browser send (CSRF): a header that only the
 * server's own pages can send, and the origin as the browser names it (Fetch Metadata; RFC 6454, section 7).
 */
import { consoleHeader } from "@candor/contract/SignIns"
import type { Headers } from "effect/http"

/** Whether `Origin` is the host that the request was sent to. */
const isOwnOrigin = (origin: string | undefined, host: string | undefined): boolean =>
  origin !== undefined && URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()

/**
 * Tells whether a page of the console sent the request. A browser that sends `Sec-Fetch-Site` (every current one, over
 * TLS and on localhost) decides by that alone.
 */
export const isFromConsole = (headers: Headers.Headers): boolean => {
  const site = headers["sec-fetch-site"]
  const isSameOrigin = site === undefined ? isOwnOrigin(headers["origin"], headers["host"]) : site === "same-origin"
  return isSameOrigin && headers[consoleHeader] === "1" && headers["authorization"] === undefined
}

/** Tells whether the client's connection is encrypted, as the trusted proxy says that is nearest to the client. */
export const isEncrypted = (headers: Headers.Headers, proxies: number): boolean =>
  proxies > 0 && headers["x-forwarded-proto"]?.split(",").slice(-proxies)[0]?.trim() === "https"

/** Returns the scheme and the host that the browser used, as the request names them. */
export const ownOrigin = (headers: Headers.Headers, proxies: number): string =>
  `${isEncrypted(headers, proxies) ? "https" : "http"}://${headers["host"]}`
