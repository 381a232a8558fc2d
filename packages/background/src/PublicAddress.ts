/**
 * Where a message may go. A webhook's host is resolved once, all its addresses are looked at, and the
 * connection is made to one that was looked at: a name that means something else a moment later
 * leads nowhere new.
 */
import { Context, Effect, Schema } from "effect"
import ipaddr from "ipaddr.js"
import { lookup } from "node:dns/promises"

/** An address to connect to. */
export interface Address {
  readonly address: string
  readonly family: 4 | 6
}

/** The host cannot be sent to. */
export class HostRefused extends Schema.TaggedError<HostRefused>()("HostRefused", {
  reason: Schema.String
}) {
  override get message() {
    return this.reason
  }
}

/** All addresses of a name, as the machine's resolver tells them. */
export const Resolver = Context.Reference<(host: string) => Effect.Effect<ReadonlyArray<string>, HostRefused>>(
  "@candor/background/Resolver",
  {
    defaultValue: () => (host) =>
      Effect.tryPromise({
        try: () => lookup(host, { all: true }),
        catch: () => new HostRefused({ reason: `The name ${host} has no address` })
      }).pipe(Effect.map((found) => found.map(({ address }) => address)))
  }
)

/** The part of IPv6 that is given out for the Internet (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/** Whether an address is one of the Internet's: no loopback, private, link-local, shared, multicast, reserved or tunnel's one. */
export const isPublic = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  // An IPv4 address inside of an IPv6 one is looked at as what it is.
  const address = ipaddr.process(text)
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalUnicast))
}

/** The address to connect to for a host, unless one of its addresses is not public and that is not allowed. */
export const resolve = (
  hostname: string,
  options: { readonly development: boolean }
): Effect.Effect<Address, HostRefused> =>
  Effect.gen(function*() {
    const host = hostname.replace(/^\[(.*)\]$/, "$1")
    const addresses = ipaddr.isValid(host) ? [host] : yield* (yield* Resolver)(host)
    const [first] = addresses
    if (first === undefined) return yield* new HostRefused({ reason: `The name ${host} has no address` })
    const hidden = options.development ? undefined : addresses.find((address) => !isPublic(address))
    if (hidden !== undefined) {
      // What a name means inside of the network is not for who reads the log of deliveries.
      yield* Effect.logInfo("A webhook's host is not sent to", { host, address: hidden })
      return yield* new HostRefused({ reason: `${host} is not a public address` })
    }
    return { address: first, family: ipaddr.parse(first).kind() === "ipv6" ? 6 : 4 }
  })
