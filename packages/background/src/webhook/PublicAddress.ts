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

/**
 * The host cannot be sent to. The message goes into the log of deliveries, which an organization reads: it is the same
 * for a name that leads into the private network and for one that leads nowhere.
 */
export class HostRefused extends Schema.TaggedError<HostRefused>()("HostRefused", { host: Schema.String }) {
  override get message() {
    return `${this.host} has no public address`
  }
}

/** All addresses of a name, as the machine's resolver tells them; none for a name that it does not know. */
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

/** Addresses that look like the Internet's, and are a provider's inside of each machine's network: Azure's wire server. */
const providers = new Set(["168.63.129.16"])

/** The part of IPv6 that is given out for the Internet (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/** Whether an address is one of the Internet's: no loopback, private, link-local, shared, multicast, reserved or tunnel's one. */
export const isPublic = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  // An IPv4 address inside of an IPv6 one is looked at as what it is.
  const address = ipaddr.process(text)
  if (providers.has(address.toString())) return false
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalUnicast))
}

/** Tells the operator, and nobody else, why a host is not sent to. */
const refuse = (host: string, why: string) =>
  Effect.logInfo("A webhook's host is not sent to").pipe(
    Effect.annotateLogs({ host, why }),
    Effect.andThen(Effect.fail(new HostRefused({ host })))
  )

/** The address to connect to for a host, unless one of its addresses is not public and that is not allowed. */
export const resolve = (
  hostname: string,
  options: { readonly development: boolean }
): Effect.Effect<Address, HostRefused> =>
  Effect.gen(function*() {
    const host = hostname.replace(/^\[(.*)\]$/, "$1")
    const addresses = ipaddr.isValid(host) ? [host] : yield* (yield* Resolver)(host)
    const [first] = addresses
    if (first === undefined) return yield* refuse(host, "the resolver knows no address of it")
    const hidden = options.development ? undefined : addresses.find((address) => !isPublic(address))
    if (hidden !== undefined) return yield* refuse(host, `its address ${hidden} is not public`)
    return { address: first, family: ipaddr.parse(first).kind() === "ipv6" ? 6 : 4 }
  })
