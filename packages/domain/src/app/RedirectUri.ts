/** Where an app may have its codes sent (RFC 6749, section 3.1.2; RFC 8252, section 7; RFC 9700, section 4.1). */
import { isPrivateUse } from "../organization/AppPolicy.ts"

const maxLength = 500

/** Hosts of the member's own machine, where an app listens on any port (RFC 8252, section 7.3). */
const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"])

const isLoopback = ({ hostname, protocol }: URL): boolean => protocol === "http:" && loopbackHosts.has(hostname)

/** Printable ASCII without spaces, quotes and backslashes, which parsers read differently. */
const isPlain = (text: string): boolean =>
  text.length <= maxLength && /^[!#-;=?-[\]_a-z~]+$/i.test(text) && !/[#\\]/.test(text)

/**
 * Returns the address if an app may register it: https, http on the member's own machine, or an app's own scheme;
 * without a fragment, without a user, and without steps such as `/../` that change it when it is parsed.
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
 * Tells whether a request may name this address, of an app that has registered these: the same text (RFC 6749, section
 * 3.1.2.3), or the same but for the port on the member's own machine (RFC 8252, section 7.3).
 */
export const isRegistered = (text: string, registered: ReadonlyArray<string>): boolean => {
  if (parseRedirectUri(text) === undefined) return false
  const portless = withoutPort(text)
  return registered.some((one) => one === text || (portless !== undefined && withoutPort(one) === portless))
}

/**
 * Returns the host that codes go to: `localhost` for the member's own machine, and the scheme of an app that has one of
 * its own, with its colon, so that it is no host.
 */
export const redirectHost = (uri: string): string => {
  const url = new URL(uri)
  if (isLoopback(url)) return "localhost"
  return url.protocol === "https:" ? url.hostname : url.protocol
}
