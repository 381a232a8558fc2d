/**
 * Public addresses: messages go to no other. A webhook's host is resolved once, all its addresses are checked, and the
 * connection uses a checked address. So a name that resolves to another address a moment later has no effect.
 */
import { Context, Effect, Schema } from "effect"
import ipaddr from "ipaddr.js"
import { lookup } from "node:dns/promises"

/** An address to connect to. */
export interface Address {
  readonly address: string
  readonly family: 4 | 6
}

/**
 * The host has no public address. The organization reads the message in the log of deliveries, so it is the same for a
 * name of the private network and for an unknown name.
 */
export class HostRefused extends Schema.TaggedError<HostRefused>()("HostRefused", { host: Schema.String }) {
  override get message() {
    return `${this.host} has no public address`
  }
}

/** Returns all addresses of a name from the machine's resolver; none for an unknown name. */
export const Resolver = Context.Reference<(host: string) => Effect.Effect<ReadonlyArray<string>>>(
  "@candor/background/Resolver",
  {
    defaultValue: () => (host) =>
      Effect.tryPromise(() => lookup(host, { all: true })).pipe(
        Effect.map((found) => found.map(({ address }) => address)),
        Effect.orElseSucceed(() => [])
      )
  }
)

/** Addresses that are public by their range and belong to a provider's internal network: Azure's wire server. */
const providers = new Set(["168.63.129.16"])

/** The range of public IPv6 addresses (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/** Tells whether an address is public: not loopback, private, link-local, shared, multicast, reserved or of a tunnel. */
export const isPublic = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  // An IPv4 address inside an IPv6 one is checked as an IPv4 address.
  const address = ipaddr.process(text)
  if (providers.has(address.toString())) return false
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalUnicast))
}

/** Fails, and logs the reason for the operator; the failure does not name it. */
const refuse = (host: string, why: string) =>
  Effect.logInfo("A webhook's host was refused").pipe(
    Effect.annotateLogs({ host, why }),
    Effect.andThen(Effect.fail(new HostRefused({ host })))
  )

/** Returns the address of a host to connect to. Fails if one of its addresses is not public, except in development. */
export const resolve = (
  hostname: string,
  options: { readonly development: boolean }
): Effect.Effect<Address, HostRefused> =>
  Effect.gen(function*() {
    const host = hostname.replace(/^\[(.*)\]$/, "$1")
    const addresses = ipaddr.isValid(host) ? [host] : yield* (yield* Resolver)(host)
    const [first] = addresses
    if (first === undefined) return yield* refuse(host, "the resolver does not know the name")
    const notPublic = options.development ? undefined : addresses.find((address) => !isPublic(address))
    if (notPublic !== undefined) return yield* refuse(host, `its address ${notPublic} is not public`)
    return { address: first, family: ipaddr.parse(first).kind() === "ipv6" ? 6 : 4 }
  })
