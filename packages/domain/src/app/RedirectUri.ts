/**
 * The redirect addresses of apps, to which codes are sent (RFC 6749, section 3.1.2; RFC 8252, section 7; RFC 9700,
 * section 4.1).
 */
import { isPrivateUse } from "../organization/AppPolicy.ts"

const maxLength = 500

/** Loopback hosts, on which an app may listen on any port (RFC 8252, section 7.3). */
const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"])

const isLoopback = ({ hostname, protocol }: URL): boolean => protocol === "http:" && loopbackHosts.has(hostname)

/** Tells whether a text is printable ASCII without spaces, quotes and backslashes, which parsers read differently. */
const isPlain = (text: string): boolean =>
  text.length <= maxLength && /^[!#-;=?-[\]_a-z~]+$/i.test(text) && !/[#\\]/.test(text)

/**
 * Returns the address if an app may register it: https, http on a loopback host, or an app's own scheme; without a
 * fragment, a user, or steps such as `/../` that parsing removes.
 */
export const parseRedirectUri = (text: string): URL | undefined => {
  const url = isPlain(text) ? URL.parse(text) : null
  if (url === null || url.username !== "" || url.password !== "") return undefined
  if (url.protocol === "https:" || isLoopback(url))
    return url.href === text || url.href === `${text}/`
      ? url
      : undefined
  return isPrivateUse(url.protocol) && url.href === text ? url : undefined
}

const withoutPort = (text: string): string | undefined => {
  const url = parseRedirectUri(text)
  if (url === undefined || !isLoopback(url)) return undefined
  url.port = ""
  return url.href
}

/**
 * Tells whether a request may use this redirect address, given the app's registered ones: it must be the same text (RFC
 * 6749, section 3.1.2.3), or differ in the port of a loopback host only (RFC 8252, section 7.3).
 */
export const isRegistered = (text: string, registered: ReadonlyArray<string>): boolean => {
  if (parseRedirectUri(text) === undefined) return false
  const portless = withoutPort(text)
  return registered.some((one) => one === text || (portless !== undefined && withoutPort(one) === portless))
}

/**
 * Returns the host that codes are sent to: `localhost` for a loopback host; for an app's own scheme, the scheme with
 * its colon, which no host name has.
 */
export const redirectHost = (uri: string): string => {
  const url = new URL(uri)
  if (isLoopback(url)) return "localhost"
  return url.protocol === "https:" ? url.hostname : url.protocol
}
