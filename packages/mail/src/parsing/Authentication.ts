/** What the receiving server says of the sender of a mail (`Authentication-Results`, RFC 8601). */
import type { SenderCheck } from "@candor/domain/mail/SenderCheck"
import { header, type Headers } from "./Headers.ts"

/** Characters of a header that are read. */
const maxLength = 8192

/** Nested comments that are removed. */
const maxDepth = 5

const withoutComments = (value: string): string => {
  let text = value.slice(0, maxLength)
  for (let depth = 0; depth < maxDepth; depth++) text = text.replace(/\([^()]*\)/g, " ")
  return text.replace(/"([^"]*)"/g, (_, quoted: string) => quoted.replace(/[\s;=]/g, "")).toLowerCase()
}

/** Tells whether one of two domains is the other, or below it (relaxed alignment, RFC 7489). */
const isAligned = (one: string, other: string): boolean =>
  one !== "" && other !== "" && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`))

/** The domain above a host, unless it is a top-level one. */
const parent = (host: string): string => {
  const above = host.slice(host.indexOf(".") + 1)
  return above.includes(".") ? above : host
}

/** The server that put the mail into its mailbox: each server writes its `Received` above those that it got (RFC 5321). */
const receiver = (headers: Headers): string =>
  /\bby\s+([a-z0-9-]+(?:\.[a-z0-9-]+)+)/.exec(withoutComments(header(headers, "received")))?.[1] ?? ""

/** Tells whether a server is of the same operator as the receiving one. */
const isTrusted = (server: string, receiver: string): boolean =>
  receiver !== "" && (isAligned(server, receiver) || isAligned(server, parent(receiver)))

interface Result {
  readonly method: string
  readonly result: string
  readonly properties: ReadonlyMap<string, string>
}

const resultOf = (text: string): ReadonlyArray<Result> => {
  const [first = "", ...rest] = text.replace(/\s*=\s*/g, "=").trim().split(/\s+/)
  const [, method, result] = /^([a-z0-9-]+)(?:\/\d+)?=([a-z]+)$/.exec(first) ?? []
  if (method === undefined || result === undefined) return []
  return [{ method, result, properties: new Map(rest.map((one) => [one.split("=")[0]!, one.slice(one.indexOf("=") + 1)])) }]
}

const domainOf = (address = ""): string => address.slice(address.lastIndexOf("@") + 1)

/** The domain that a result of DKIM or SPF is about. */
const domainsOf = ({ properties }: Result): ReadonlyArray<string> =>
  ["header.d", "header.i", "smtp.mailfrom", "smtp.helo"].map((name) => domainOf(properties.get(name)))

/**
 * Returns what the receiving server found out of an address in `From`: by DMARC, else by a signature (DKIM) or a server (SPF) of its domain.
 * Only the topmost header of that server counts: others may be the sender's. Null where it says nothing.
 */
export const senderCheckOf = (headers: Headers, address: string): SenderCheck | null => {
  const trusted = receiver(headers)
  const found = (headers.get("authentication-results") ?? []).map(withoutComments)
    .find((value) => isTrusted(value.trim().split(/[\s;]/)[0]!, trusted))
  const results = found === undefined ? [] : found.split(";").slice(1).flatMap(resultOf)
  const dmarc = results.find(({ method }) => method === "dmarc")?.result
  if (dmarc === "pass") return "passed"
  if (dmarc === "fail") return "failed"
  const others = results.filter(({ method }) => method === "dkim" || method === "spf")
  const domain = domainOf(address.toLowerCase())
  if (others.some((one) => one.result === "pass" && domainsOf(one).some((of) => isAligned(of, domain)))) return "passed"
  return others.length === 0 || others.some(({ result }) => result.endsWith("error")) ? null : "failed"
}
