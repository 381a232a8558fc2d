/**
 * Lets pages of other origins call the interface, if the operator has listed them (Fetch standard, "CORS protocol").
 */
import { dryRunHeader, idempotencyKey, idempotencyReplayed } from "@candor/contract/SafeWriting"
import { Config, Effect, Schema } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { varyBy } from "./Vary.ts"

/** Maximum number of origins in the setting. */
const maxOrigins = 100

/** Whether a text is an origin as browsers write it: scheme, host and port, and nothing else. */
const isOrigin = (text: string): boolean =>
  /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text

const listOf = (text: string): ReadonlyArray<string> => text.split(",").map((origin) => origin.trim())

const Origins = Schema.String.check(
  Schema.makeFilter((text) => listOf(text).length <= maxOrigins && listOf(text).every(isOrigin), {
    expected:
      `up to ${maxOrigins} origins with commas between, each a scheme, a host and a port as in https://careers.example.com`
  })
)

/** `CANDOR_CORS_ORIGINS`: the origins whose pages may call the interface; none by default. */
export const corsOrigins: Config.Config<ReadonlyArray<string>> = Config.schema(Origins, "CANDOR_CORS_ORIGINS").pipe(
  Config.map(listOf),
  Config.withDefault([])
)

/** Request headers that a page may set, besides those that every page may. */
const requestHeaders = [
  "Authorization",
  "Content-Type",
  idempotencyKey,
  "If-Match",
  "If-None-Match",
  "If-Range",
  "Last-Event-ID",
  "Range",
  "Mcp-Method",
  "Mcp-Name",
  "MCP-Protocol-Version",
  "X-Request-Id",
  "traceparent"
].join(", ")

/** Response headers that a page may read, besides those that every page may. */
const responseHeaders = [
  "Accept-Ranges",
  "Allow",
  "Content-Disposition",
  "Content-Range",
  dryRunHeader,
  "ETag",
  idempotencyReplayed,
  "Link",
  "Retry-After",
  "WWW-Authenticate",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-Id"
].join(", ")

/** Seconds for which a browser need not ask again for a URL. No browser accepts more than two hours. */
const maxAge = "7200"

/** Operations that pages of every origin may call, because they are public. */
const open = /^\/api\/v1\/boards\//

/**
 * Makes the function that returns the CORS headers of a response. Pages send keys themselves; browsers never do, so no
 * response allows credentials.
 */
export const make = Effect.map(corsOrigins, (origins) => {
  const known = new Set(origins)
  return (
    { headers, method, url }: HttpServerRequest.HttpServerRequest,
    response: HttpServerResponse.HttpServerResponse
  ): Readonly<Record<string, string>> => {
    const isOpen = open.test(url)
    if (known.size === 0 && !isOpen) return {}
    const vary: Record<string, string> = isOpen ? {} : { vary: varyBy(response, "Origin") }
    const origin = isOpen ? "*" : headers.origin
    if (origin === undefined || !(isOpen || known.has(origin))) return vary
    const { allow } = response.headers
    const isPreflight = method === "OPTIONS" && headers["access-control-request-method"] !== undefined &&
      allow !== undefined
    return {
      ...vary,
      "access-control-allow-origin": origin,
      ...(isPreflight
        ? {
          "access-control-allow-methods": allow,
          "access-control-allow-headers": requestHeaders,
          "access-control-max-age": maxAge
        }
        : { "access-control-expose-headers": responseHeaders })
    }
  }
})
