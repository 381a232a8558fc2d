/** The receiving server's verdict on the sender of a mail (`Authentication-Results`, RFC 8601). */
import type { SenderCheck } from "@candor/domain/mail/Message"
import { domainToASCII } from "node:url"
import { type Result, resultsOf, wordsOf } from "./AuthenticationResults.ts"
import { header, type Headers } from "./Headers.ts"

/** Tells whether two domains are equal, or one is below the other (relaxed alignment, RFC 7489). */
const isAligned = (one: string, other: string): boolean =>
  one !== "" && other !== "" && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`))

/** Returns the domain above a host, unless that is a top-level domain. */
const parent = (host: string): string => {
  const above = host.slice(host.indexOf(".") + 1)
  return above.includes(".") ? above : host
}

const host = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/** The server that put the mail into its mailbox: servers add their `Received` above the existing ones (RFC 5321). */
const receiver = (headers: Headers): string => {
  const words = wordsOf(header(headers, "received"))?.[0] ?? []
  return words.find((word, at) => words[at - 1] === "by" && host.test(word)) ?? ""
}

/** Tells whether a server belongs to the same operator as the receiving one. */
const isTrusted = (server: string, receiver: string): boolean =>
  receiver !== "" && (isAligned(server, receiver) || isAligned(server, parent(receiver)))

/** Returns the domain of an address, or of a text that is already a domain, in ASCII; empty if it is invalid. */
const domainOf = (address = ""): string => {
  const domain = domainToASCII(address.slice(address.lastIndexOf("@") + 1).toLowerCase())
  return host.test(domain) ? domain : ""
}

/**
 * Returns the domain that a DKIM or SPF result is about. `smtp.helo` does not count, because it is not the sender's
 * domain (RFC 7489, section 3.1.2).
 */
const authenticated = ({ method, properties }: Result): string =>
  domainOf(
    method === "spf" ? properties.get("smtp.mailfrom") : properties.get("header.d") ?? properties.get("header.i")
  )

/**
 * Returns the receiving server's result for an address in `From`: by DMARC, else by a signature (DKIM) or server (SPF)
 * of its domain. Only that server's topmost header counts: others may come from the sender. Null if there is no result.
 */
export const senderCheckOf = (headers: Headers, address: string): SenderCheck | null => {
  const trusted = receiver(headers)
  // Stops at a malformed header: it may be the server's, and then those below it may be forged.
  const found = (headers.get("authentication-results") ?? []).values().map(resultsOf).find((read) =>
    read === undefined || isTrusted(read.server, trusted)
  )
  const results = found?.results ?? []
  const domain = domainOf(address)
  const isOfDomain = ({ properties }: Result) =>
    !properties.has("header.from") || domainOf(properties.get("header.from")) === domain
  const dmarc = results.find((one) => one.method === "dmarc" && isOfDomain(one))?.result
  if (dmarc === "pass") return "passed"
  if (dmarc === "fail") return "failed"
  const others = results.filter(({ method }) => method === "dkim" || method === "spf")
  if (others.some((one) => one.result === "pass" && isAligned(authenticated(one), domain))) return "passed"
  return others.length === 0 || others.some(({ result }) => result.endsWith("error")) ? null : "failed"
}
