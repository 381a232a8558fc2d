/**
 * Distinguishes requests of the console from those that another site makes a browser send (CSRF): by a header that only
 * the server's own pages can send, and by the origin that the browser names (Fetch Metadata; RFC 6454, section 7).
 */
import { consoleHeader } from "@candor/contract/SignIns"
import type { Headers } from "effect/http"

/** Whether `Origin` is the host that the request was sent to. */
const isOwnOrigin = (origin: string | undefined, host: string | undefined): boolean =>
  origin !== undefined && URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()

/**
 * Tells whether a page of the console sent the request. If the browser sends `Sec-Fetch-Site`, as every current one
 * does over TLS and on localhost, that alone decides.
 */
export const isFromConsole = (headers: Headers.Headers): boolean => {
  const site = headers["sec-fetch-site"]
  const isSameOrigin = site === undefined ? isOwnOrigin(headers["origin"], headers["host"]) : site === "same-origin"
  return isSameOrigin && headers[consoleHeader] === "1" && headers["authorization"] === undefined
}

/** Tells whether the client's connection is encrypted, according to the trusted proxy that is nearest to the client. */
export const isEncrypted = (headers: Headers.Headers, proxies: number): boolean =>
  proxies > 0 && headers["x-forwarded-proto"]?.split(",").slice(-proxies)[0]?.trim() === "https"

/** Returns the scheme and the host that the browser used, as the request names them. */
export const ownOrigin = (headers: Headers.Headers, proxies: number): string =>
  `${isEncrypted(headers, proxies) ? "https" : "http"}://${headers["host"]}`
