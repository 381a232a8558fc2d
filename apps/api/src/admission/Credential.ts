/** The secret that a request is admitted by: an API key, or the session of a page of the console. */
import type { Headers } from "effect/http"
import { bearerKey } from "./BearerKey.ts"
import { isEncrypted } from "./ConsoleRequest.ts"
import { cookieIn } from "./SessionCookie.ts"

/** Returns the text of the key or session of an admitted request. */
export const credentialOf = (headers: Headers.Headers, proxies: number): string | undefined =>
  bearerKey(headers["authorization"]) ?? cookieIn(headers, "session", isEncrypted(headers, proxies))
