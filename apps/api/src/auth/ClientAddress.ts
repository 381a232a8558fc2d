/** The address of the client behind proxies, and the network that an address is in. */
import { Config, Schema } from "effect"
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

/** Returns the eight groups of an IPv6 address; `::` stands for as many zeros as are missing. */
const groupsOf = (address: string): ReadonlyArray<string> => {
  const [head = [], tail = []] = address.split("::", 2).map((part) => part.split(":").filter((group) => group !== ""))
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => "0"), ...tail]
}

/** Returns the IPv4 address of a text: written as IPv4, or as IPv6 (RFC 4291, section 2.5.5.2). */
const ipv4In = (address: string): string | undefined => {
  const bare = /^(?:::ffff:)?([\d.]+)$/i.exec(address)?.[1]
  return bare !== undefined && isIP(bare) === 4 ? bare : undefined
}

const ipv6Network = (address: string, groups: number): string => {
  const head = groupsOf(address.split("%", 1)[0]!).slice(0, groups)
  return `${head.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/${groups * 16}`
}

/**
 * Returns the entry under which an address is counted: an IPv4 address itself, IPv6 its /64, the smallest network of a
 * client.
 */
export const subscriberOf = (address: string): string =>
  ipv4In(address) ?? (isIP(address) === 6 ? ipv6Network(address, 4) : address)

/** Returns the network of an address, as providers assign them: /24 of IPv4, /48 of IPv6. */
export const networkOf = (address: string): string => {
  const ipv4 = ipv4In(address)
  if (ipv4 !== undefined) return ipv4.replace(/\d+$/, "0/24")
  return isIP(address) === 6 ? ipv6Network(address, 3) : address
}
