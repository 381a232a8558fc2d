/**
 * Tells which IP addresses are public. Addresses that members name, such as webhook receivers and mail servers, are
 * connected to only if they are.
 */
import { Context, Effect } from "effect"
import ipaddr from "ipaddr.js"
import { lookup } from "node:dns/promises"

/** Returns all addresses of a name from the machine's resolver; none for an unknown name. */
export const Resolver = Context.Reference<(host: string) => Effect.Effect<ReadonlyArray<string>>>(
  "@candor/connections/Resolver",
  {
    defaultValue: () => (host) =>
      Effect.tryPromise(() => lookup(host, { all: true })).pipe(
        Effect.map((found) => found.map(({ address }) => address)),
        Effect.orElseSucceed(() => [])
      )
  }
)

/** Addresses in public ranges that belong to a provider's internal network: Azure's wire server. */
const providers = new Set(["168.63.129.16"])

/** The range of public IPv6 addresses (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * Tells whether an address is public: not loopback, private, link-local, shared, multicast, reserved or of a tunnel.
 */
export const isPublic = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  // An IPv4 address inside an IPv6 one is checked as an IPv4 address.
  const address = ipaddr.process(text)
  if (providers.has(address.toString())) return false
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalUnicast))
}

/** Returns 4 or 6 for an address, and 0 for a name. */
export const familyOf = (host: string): 0 | 4 | 6 =>
  !ipaddr.isValid(host) ? 0 : ipaddr.parse(host).kind() === "ipv6" ? 6 : 4

/** Returns the host of a URL, without the brackets of IPv6. */
export const unbracketed = (host: string): string => host.replace(/^\[(.*)\]$/, "$1")

/** Returns the addresses of a name, or the address itself. */
export const addressesOf = (host: string): Effect.Effect<ReadonlyArray<string>> =>
  familyOf(host) === 0 ? Effect.flatMap(Resolver, (resolve) => resolve(host)) : Effect.succeed([host])
