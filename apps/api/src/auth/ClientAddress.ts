/** The address of the client behind proxies, and the network that an address is in. */
import { Config, Result, Schema } from "effect"
import { IpNetwork, NetAddress } from "effect/net"
import { isIP } from "node:net"

const Count = Schema.NumberFromString.check(
  Schema.isInt(),
  Schema.isBetween({ minimum: 0, maximum: 100 }, {
    expected: "how many proxies stand before the server, from 0 to 100"
  })
)

/** `CANDOR_TRUSTED_PROXIES`: the number of our own proxies in front of the server. */
export const trustedProxies = Config.schema(Count, "CANDOR_TRUSTED_PROXIES").pipe(Config.withDefault(0))

/** Returns the address in an entry of X-Forwarded-For. Some proxies add a port, and brackets around IPv6. */
const addressIn = (entry: string): string | undefined => {
  const text = entry.trim()
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? (/^[\d.]+:\d+$/.test(text) ? text.split(":")[0]! : text)
  return isIP(bare) === 0 ? undefined : bare
}

/**
 * Returns the client's address: that of the connection, unless `proxies` of our own are in front of the server. Each
 * appends its client's address to X-Forwarded-For, so the last `proxies` entries are trusted; a client can forge the
 * others. If a trusted entry is missing or no address, returns the one after it.
 */
export const clientAddress = (connection: string, forwardedFor: string | null, proxies: number): string => {
  const entries = forwardedFor === null || proxies === 0 ? [] : forwardedFor.split(",").slice(-proxies).toReversed()
  let believed = connection
  for (const entry of entries) {
    const address = addressIn(entry)
    if (address === undefined) break
    believed = address
  }
  return believed
}

/**
 * Makes the function that returns the network of an address, with so many bits of IPv4, also where that is written as
 * IPv6 (RFC 4291, section 2.5.5.2), or of IPv6; what is no address is its own.
 */
const networkWith = (ipv4: number, ipv6: number) => (address: string): string =>
  Result.match(NetAddress.ipFromString(address.split("%", 1)[0]!), {
    onFailure: () => address,
    onSuccess: (parsed) => {
      const ip = NetAddress.toCanonical(parsed)
      return IpNetwork.format(IpNetwork.fromAddressUnsafe(ip, NetAddress.isIpv4Address(ip) ? ipv4 : ipv6))
    }
  })

/**
 * Returns the entry under which an address is counted: an IPv4 address itself, IPv6 its /64, the smallest network of a
 * client.
 */
export const subscriberOf = networkWith(32, 64)

/** Returns the network of an address, as providers assign them: /24 of IPv4, /48 of IPv6. */
export const networkOf = networkWith(24, 48)
