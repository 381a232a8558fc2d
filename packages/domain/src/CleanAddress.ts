/**
 * Cleans email and web addresses: returns the form that is stored. Unreadable text is returned unchanged, and is
 * refused later.
 */
import { cleanLine, withoutEnd } from "./CleanText.ts"

/** Texts of more UTF-16 code units are refused later anyway, and are not parsed. */
const longest = 10_000

const isAscii = (text: string): boolean => /^[!-~]*$/.test(text)

/** Converts full-width characters, as East Asian input methods type them, to half width. */
const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).replaceAll("\ufe6b", "@")

/**
 * Converts a web address that begins in full width to half width, up to its path. Full-width letters in a path stay.
 */
export const withHalfWidth = (line: string): string =>
  /^(?:https?:\/\/)?[^/?#]*[\uff01-\uff5e]/i.test(line) ? halfWidth(line) : line

/**
 * Returns a domain in ASCII (UTS #46), for example `xn--mller-kva.de` for `müller.de`. An ASCII domain is not changed.
 */
const asciiDomain = (domain: string): string =>
  isAscii(domain) || /[\s/?#:@\\%[\]]/.test(domain) ? domain : URL.parse(`https://${domain}`)?.hostname ?? domain

/** The label that may precede an email address, such as “Email:”. */
const label = /^(?:e[-\u2010-\u2013 ]?mail(?:[- ]?address|[- ]?adresse)?|mail|courriel|correo) ?:/i

/**
 * Returns an email address without the decoration that mail programs, lists and sentences add: a name and angle
 * brackets, quotes, `mailto:`, a label, a comment in parentheses, a trailing comma or dot. Converts its domain to
 * ASCII. The part before `@` stays as given, except for typographic apostrophes.
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
 * Returns an email address from a query string, where a plus is decoded as a space: a space between words before `@`
 * becomes a plus again.
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

/** A scheme, as opposed to a host with a port. */
const scheme = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i

/** Adds `https` to an address without a scheme. A host without a dot is then not an address. */
const withScheme = (line: string): string => {
  // An email address is not a web page.
  if (scheme.test(line) || /^[^/?#]*@/.test(line)) return line
  const address = `https://${line.replace(/^\/\//, "")}`
  return /[^.]\.[^.]/.test(URL.parse(address)?.hostname ?? "") ? address : line
}

/**
 * Returns a web address with a scheme. A valid URI stays as given; in others the host is converted to ASCII, and
 * characters that a URI cannot have are percent-encoded.
 */
export const cleanWebAddress = (text: string): string => {
  const [, given = ""] = /^<?(.*?)>?$/s.exec(cleanLine(text)) ?? []
  // A whole address was pasted behind a prefilled `https://`.
  const line = withHalfWidth(given).replace(/^(?:https?:\/+)+(https?):?\/\//i, "$1://")
  if (line.length > longest || isWebAddress(line)) return line
  const address = withScheme(line)
  const url = isWebAddress(address) ? null : URL.parse(address)
  return url === null || !/^https?:$/.test(url.protocol)
    ? address
    : url.href.replace(/["<>\\^`{|}]/g, encodeURIComponent)
}
