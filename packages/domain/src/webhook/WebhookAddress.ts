/** Addresses of webhooks: https addresses on the Internet; in development, any address. */
import { Result, Schema } from "effect"

/** The operator's settings for addresses. */
export interface AddressPolicy {
  /** Allows plain http and hosts in private networks. */
  readonly development: boolean
  /** Tells whether an IP address (without brackets) is public. */
  readonly isPublicAddress: (address: string) => boolean
}

/** The address is not encrypted: third parties could read the events. */
export class UnencryptedAddress extends Schema.TaggedError<UnencryptedAddress>()("UnencryptedAddress", {
  url: Schema.String
}) {}

/** The host is in a private network. */
export class PrivateAddress extends Schema.TaggedError<PrivateAddress>()("PrivateAddress", { url: Schema.String }) {}

/** Domains of the machine itself and of its private network (RFC 6761, 6762, 8375, and ICANN's `internal`). */
const localDomains = ["localhost", "local", "internal", "home.arpa"]

const isLocalName = (host: string): boolean => {
  const name = host.replace(/\.+$/, "")
  return localDomains.some((domain) => name === domain || name.endsWith(`.${domain}`))
}

/**
 * Returns the IP address of a URL's host; undefined for a name. The URL parser normalizes every form of IPv4 to four
 * decimal numbers.
 */
const literalAddress = (host: string): string | undefined => {
  if (host.startsWith("[")) return host.slice(1, -1)
  return /^\d+(\.\d+){3}$/.test(host) ? host : undefined
}

/**
 * Fails for a URL that the policy forbids. A name that resolves to a private address is refused when a message is sent,
 * because DNS can change.
 */
export const checkAddress = (
  url: string,
  { development, isPublicAddress }: AddressPolicy
): Result.Result<void, UnencryptedAddress | PrivateAddress> => {
  if (development) return Result.void
  const parsed = URL.parse(url)
  if (parsed?.protocol !== "https:") return Result.fail(new UnencryptedAddress({ url }))
  const address = literalAddress(parsed.hostname)
  const isPrivate = address === undefined ? isLocalName(parsed.hostname) : !isPublicAddress(address)
  return isPrivate ? Result.fail(new PrivateAddress({ url })) : Result.void
}
