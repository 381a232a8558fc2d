/**
 * Cleans addresses of email and of the web: returns the form that is stored. What cannot be read is returned as it is,
 * to be refused.
 */
import { cleanLine, withoutEnd } from "./CleanText.ts"

/** Longer addresses, in UTF-16 code units, are refused anyhow, and are not read. */
const longest = 10_000

const isAscii = (text: string): boolean => /^[!-~]*$/.test(text)

/** Returns the characters as keyboards without an input method for Chinese, Japanese or Korean type them. */
const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).replaceAll("\ufe6b", "@")

/**
 * Returns a web address in half width if it begins in full width, up to its path. A path that has such letters keeps
 * them.
 */
export const withHalfWidth = (line: string): string =>
  /^(?:https?:\/\/)?[^/?#]*[\uff01-\uff5e]/i.test(line) ? halfWidth(line) : line

/** Returns a domain in ASCII (UTS #46), for example `xn--mller-kva.de` for `müller.de`. One in ASCII stays as it is. */
const asciiDomain = (domain: string): string =>
  isAscii(domain) || /[\s/?#:@\\%[\]]/.test(domain) ? domain : URL.parse(`https://${domain}`)?.hostname ?? domain

/** What stands before an email address in a letter. */
const label = /^(?:e[-\u2010-\u2013 ]?mail(?:[- ]?address|[- ]?adresse)?|mail|courriel|correo) ?:/i

/**
 * Returns an email address without what mail programs, lists and sentences put around it: a name and angle brackets,
 * quotes,
 * `mailto:`, a label, a comment in parentheses, a comma or a dot at its end. Its domain is in ASCII; the part before
 * `@` stays as it was given, but for the apostrophes of phones.
 */
export const cleanEmail = (text: string): string => {
  const line = halfWidth(cleanLine(text)).replace(/[\u200c\u200d]/g, "")
  if (line.length > longest || isAscii(line) && /^[^"'<>:()][^<>:()]*[^"'<>:().,;]$/.test(line)) return line
  const bare = line.replace(label, "").replace(/\([^()]*\)[.,;]?$/, "").trim()
  const [, bracketed = bare] = /^[^<>]*<([^<>]*)>[.,;]?$/.exec(bare) ?? []
  const [, quoted = bracketed] = /^\s*["'“”„‘’](.*)["'“”‘’]\s*$/.exec(bracketed) ?? []
  const [address = ""] = /^\s*mailto:/i.test(quoted) ? quoted.replace(/^\s*mailto:/i, "").split("?", 1) : [quoted]
  const parts = address.split("@").map((part) => part.trim())
  const domain = withoutEnd(parts.at(-1)!, "., ;")
  return parts.length === 2 ? `${parts[0]!.replace(/[‘’ʼ]/g, "'")}@${asciiDomain(domain)}` : line
}

/**
 * Returns an email address of a query, which decodes a plus as a space: between words before `@`, a space is a plus.
 */
export const cleanQueryEmail = (text: string): string => {
  const line = cleanLine(text)
  const [local, ...domain] = line.split("@")
  return cleanEmail(
    domain.length === 1 && !line.includes("<") ? `${local!.trimEnd().replaceAll(" ", "+")}@${domain[0]}` : line
  )
}

/**
 * Tells whether a text is an http or https address, written as a URI: characters beyond ASCII are encoded (RFC 3986,
 * section 2).
 */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[!-~]+$/.test(text) && !/["<>\\^`{|}]/.test(text) && URL.canParse(text)

/** A scheme, and no host with a port. */
const scheme = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i

/** Returns the address with `https` where it has no scheme; a host without a dot is no address then. */
const withScheme = (line: string): string => {
  // An email address is no page.
  if (scheme.test(line) || /^[^/?#]*@/.test(line)) return line
  const address = `https://${line.replace(/^\/\//, "")}`
  return /[^.]\.[^.]/.test(URL.parse(address)?.hostname ?? "") ? address : line
}

/**
 * Returns a web address with a scheme. One that is written as a URI stays as it was given; in others the host is
 * converted to ASCII, and what a URI cannot have is percent-encoded.
 */
export const cleanWebAddress = (text: string): string => {
  const [, given = ""] = /^<?(.*?)>?$/s.exec(cleanLine(text)) ?? []
  // An input that begins with `https://` takes a whole address.
  const line = withHalfWidth(given).replace(/^(?:https?:\/+)+(https?):?\/\//i, "$1://")
  if (line.length > longest || isWebAddress(line)) return line
  const address = withScheme(line)
  const url = isWebAddress(address) ? null : URL.parse(address)
  return url === null || !/^https?:$/.test(url.protocol)
    ? address
    : url.href.replace(/["<>\\^`{|}]/g, encodeURIComponent)
}
