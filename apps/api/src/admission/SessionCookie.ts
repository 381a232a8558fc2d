/**
 * The cookie of a session (RFC 6265bis). Over TLS its name has the prefix `__Host-`, so that no other host or path can set it, and
 * it is sent over TLS only. No script can read it, and no request from another site has it.
 */
import { maxDays } from "@candor/domain/access/Session"
import type { Headers } from "effect/http"

const nameOf = (encrypted: boolean): string => encrypted ? "__Host-candor_session" : "candor_session"

const attributes = (encrypted: boolean, seconds: number): string =>
  `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${encrypted ? "; Secure" : ""}`

/** Returns the text of the session in the cookies of a request. */
export const sessionIn = (headers: Headers.Headers, encrypted: boolean): string | undefined => {
  const name = `${nameOf(encrypted)}=`
  return headers["cookie"]?.split(";").map((cookie) => cookie.trim()).find((cookie) => cookie.startsWith(name))?.slice(name.length)
}

/** Returns `Set-Cookie` for a new session. The server ends it earlier; the cookie stays no longer than a session can. */
export const setSession = (text: string, encrypted: boolean): string =>
  `${nameOf(encrypted)}=${text}; ${attributes(encrypted, maxDays * 86_400)}`

/** Returns `Set-Cookie` that removes the session. */
export const removeSession = (encrypted: boolean): string => `${nameOf(encrypted)}=; ${attributes(encrypted, 0)}`
