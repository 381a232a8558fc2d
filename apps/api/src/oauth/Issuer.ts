/**
 * The address of this server in tokens and metadata: the one that the operator set, or else the one that the client
 * used.
 */
import { publicUrl } from "@candor/mail/MailTransport"
import { type AppResource, resourcePaths } from "@candor/domain/app/AppTokens"
import { Effect, Option } from "effect"
import type { Headers } from "effect/http"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { ownOrigin } from "../auth/ConsoleRequest.ts"

/** Makes the function that returns the issuer (RFC 8414, section 2) of a request. */
export const make = Effect.gen(function*() {
  const proxies = yield* trustedProxies
  const known = Option.getOrUndefined(Option.map(yield* publicUrl, (url) => new URL(url).origin))
  return (headers: Headers.Headers): string => known ?? ownOrigin(headers, proxies)
})

/** The path of the metadata of a resource (RFC 9728, section 3.1). */
export const resourceMetadataPath = (resource: AppResource) =>
  `/.well-known/oauth-protected-resource${resourcePaths[resource]}` as const

/** Parses a resource indicator (RFC 8707); undefined if it names no resource of this server. */
export const resourceOf = (text: string, issuer: string): AppResource | undefined => {
  const url = URL.parse(text)
  if (
    url === null || url.origin !== new URL(issuer).origin || url.username !== "" || url.search !== "" ||
    text.includes("#")
  ) return undefined
  const path = url.pathname.replace(/\/$/, "")
  return (["server", "mcp", "api"] as const).find((resource) => resourcePaths[resource] === path)
}
