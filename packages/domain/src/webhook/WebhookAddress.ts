/** Which addresses a webhook may be given: encrypted ones on the Internet, and in development every one. */
import { Result, Schema } from "effect"

/** What an operator's settings say of addresses. */
export interface AddressPolicy {
  /** Allows plain http and hosts of the private network. */
  readonly development: boolean
  /** Tells whether an IP address, without brackets, belongs to the Internet. */
  readonly isPublicAddress: (address: string) => boolean
}

/** Others could read on the way what happens in the organization. */
export class UnencryptedAddress extends Schema.TaggedError<UnencryptedAddress>()("UnencryptedAddress", {
  url: Schema.String
}) {}

/** The host is one of a private network, which a webhook must not reach into. */
export class PrivateAddress extends Schema.TaggedError<PrivateAddress>()("PrivateAddress", { url: Schema.String }) {}

/** Domains whose names lead to the machine itself or into its network (RFC 6761, 6762, 8375, and ICANN's `internal`). */
const localDomains = ["localhost", "local", "internal", "home.arpa"]

const isLocalName = (host: string): boolean => {
  const name = host.replace(/\.+$/, "")
  return localDomains.some((domain) => name === domain || name.endsWith(`.${domain}`))
}

/** The IP address that a URL's host is; undefined for a name. URLs write every form of IPv4 as four decimal numbers. */
const literalAddress = (host: string): string | undefined => {
  if (host.startsWith("[")) return host.slice(1, -1)
  return /^\d+(\.\d+){3}$/.test(host) ? host : undefined
}

/**
 * Fails for a URL that the policy does not allow. A name that a resolver leads into the private network is found when
 * a message is sent, because it can change.
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
