/** What the receiving server says of the sender of a mail (`Authentication-Results`, RFC 8601). */
import type { SenderCheck } from "@candor/domain/mail/Message"
import { domainToASCII } from "node:url"
import { type Result, resultsOf, wordsOf } from "./AuthenticationResults.ts"
import { header, type Headers } from "./Headers.ts"

/** Tells whether one of two domains is the other, or below it (relaxed alignment, RFC 7489). */
const isAligned = (one: string, other: string): boolean =>
  one !== "" && other !== "" && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`))

/** The domain above a host, unless it is a top-level one. */
const parent = (host: string): string => {
  const above = host.slice(host.indexOf(".") + 1)
  return above.includes(".") ? above : host
}

const host = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/**
 * The server that put the mail into its mailbox: each server writes its `Received` above those that it got (RFC 5321).
 */
const receiver = (headers: Headers): string => {
  const words = wordsOf(header(headers, "received"))?.[0] ?? []
  return words.find((word, at) => words[at - 1] === "by" && host.test(word)) ?? ""
}

/** Tells whether a server is of the same operator as the receiving one. */
const isTrusted = (server: string, receiver: string): boolean =>
  receiver !== "" && (isAligned(server, receiver) || isAligned(server, parent(receiver)))

/** The domain of an address, or of a text that is a domain already, in ASCII; empty if it is no valid domain. */
const domainOf = (address = ""): string => {
  const domain = domainToASCII(address.slice(address.lastIndexOf("@") + 1).toLowerCase())
  return host.test(domain) ? domain : ""
}

/**
 * The domain that a result of DKIM or SPF is about. That of `smtp.helo` is none that a mail is from (RFC 7489, section
 * 3.1.2).
 */
const authenticated = ({ method, properties }: Result): string =>
  domainOf(
    method === "spf" ? properties.get("smtp.mailfrom") : properties.get("header.d") ?? properties.get("header.i")
  )

/**
 * Returns what the receiving server found out of an address in `From`: by DMARC, else by a signature (DKIM) or a server
 * (SPF) of its domain. Only the topmost header of that server counts: others may be the sender's. Null where it says
 * nothing.
 */
export const senderCheckOf = (headers: Headers, address: string): SenderCheck | null => {
  const trusted = receiver(headers)
  // A malformed one may be that of the server, and those below it forged.
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
