/**
 * The secret that authenticates a request: an API key, or the session of a console page in a cookie (RFC 6265bis).
 * There are two cookies: one for the session, and one for a sign-in flow at an identity provider. Over TLS their names
 * have the prefix `__Host-`, so that no other host or path can set them, and they are sent over TLS only. Scripts
 * cannot read them, and requests from other sites do not carry the session's.
 */
import { maxDays } from "@candor/domain/authentication/Session"
import type { Headers } from "effect/http"
import { isEncrypted } from "./ConsoleRequest.ts"

/** Returns the API key of an `Authorization` header (RFC 6750, section 2.1). */
export const bearerKey = (header: string | undefined): string | undefined => header?.match(/^bearer +(\S+)$/i)?.[1]

type Cookie = "session" | "flow"

/** The provider sends the browser back from another site, with only `Lax` cookies. */
const sameSite = { session: "Strict", flow: "Lax" } as const satisfies Record<Cookie, string>

const nameOf = (cookie: Cookie, encrypted: boolean): string => `${encrypted ? "__Host-" : ""}candor_${cookie}`

/** Returns the text of a request's cookie. */
export const cookieIn = (headers: Headers.Headers, cookie: Cookie, encrypted: boolean): string | undefined => {
  const name = `${nameOf(cookie, encrypted)}=`
  return headers["cookie"]?.split(";").map((pair) => pair.trim()).find((pair) => pair.startsWith(name))?.slice(
    name.length
  )
}

const setCookie = (cookie: Cookie, text: string, seconds: number, encrypted: boolean): string =>
  `${nameOf(cookie, encrypted)}=${text}; Max-Age=${seconds}; Path=/; HttpOnly; ${encrypted ? "Secure; " : ""}SameSite=${
    sameSite[cookie]
  }`

/** Returns `Set-Cookie` for a new session. The cookie lives as long as a session can; the server may end it earlier. */
export const setSession = (text: string, encrypted: boolean): string =>
  setCookie("session", text, maxDays * 86_400, encrypted)

/** Returns `Set-Cookie` for a flow that has to be complete within `seconds`. */
export const setFlow = (text: string, seconds: number, encrypted: boolean): string =>
  setCookie("flow", text, seconds, encrypted)

/** Returns `Set-Cookie` that removes a cookie. */
export const removeCookie = (cookie: Cookie, encrypted: boolean): string => setCookie(cookie, "", 0, encrypted)

/** Returns the text of the key or session of an authenticated request. */
export const credentialOf = (headers: Headers.Headers, proxies: number): string | undefined =>
  bearerKey(headers["authorization"]) ?? cookieIn(headers, "session", isEncrypted(headers, proxies))
