/**
 * Keys of LinkedIn profiles: a person's handle in lower case, or a member id unchanged. Addresses with the same key
 * belong to one person.
 */
import { withHalfWidth } from "../CleanAddress.ts"
import { cleanLine, withoutEnd } from "../CleanText.ts"

/** Longer texts, in UTF-16 code units, are not parsed. */
const longest = 2000

/** Longer texts, up to this length, are parsed without their query, whose tracking parameters can be long. */
const longestWithQuery = 100_000

/** Punctuation that ends a sentence, and cannot end a handle. */
const punctuation = ".,;:!?'’…"

/** The most links that are followed inside each other. */
const deepest = 3

/** Tells whether a character surrounds links in a text, and cannot be in them. */
const isBeside = (character: string): boolean => /[\s<>()[\]"“”„«»|*]/.test(character)

/**
 * Returns the link in a text, such as one from an email; empty if there is none, or if a word follows it: that could be
 * part of a handle that was typed with a space.
 */
const linkIn = (line: string): string => {
  if (/^\/?in\/\S+$/i.test(line)) return `linkedin.com/${line.replace(/^\//, "")}`
  const at = line.search(/\blinkedin\.(?:com|cn)\b/i)
  if (at < 0) return ""
  let [start, end] = [at, at]
  while (start > 0 && !isBeside(line[start - 1]!)) start--
  while (end < line.length && !isBeside(line[end]!)) end++
  const link = line.slice(start, end)
  const isCut = /^\s+[\p{L}\p{N}]/u.test(line.slice(end)) && !/\/$|\?/.test(link)
  return isCut ? "" : withoutEnd(link.replace(/^\p{L}+:(?!\/)/u, ""), punctuation)
}

/** Returns the URL of a link with any spelling of its scheme, or without one; null for another scheme. */
const urlOf = (link: string): URL | null => {
  // The scheme may be repeated: a whole address was pasted behind a prefilled `https://`.
  const address = link.replace(/^(?:https?:\/*|https?\/\/|\/\/)+/i, "")
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? null : URL.parse(`https://${address}`)
}

/** Decodes percent-encoding, also if a program encoded the text twice. Empty if the result is not UTF-8. */
const decoded = (text: string): string => {
  try {
    const once = decodeURIComponent(text)
    const all = /%[0-9a-f]{2}/i.test(once) ? decodeURIComponent(once) : once
    return /\p{Cc}/u.test(all.trim()) ? "" : all
  } catch {
    return ""
  }
}

/**
 * Tells whether a text is an id that LinkedIn gives members: base64url of bytes that begin with 0, a kind, and 0. It is
 * case-sensitive, and has lower-case letters.
 */
const isMemberId = (text: string): boolean => /^(?=.*[a-z])A[A-P][AEIMQUYcgkosw048]AA[\w-]+$/.test(text)

/** Tells whether a handle leads to the current visitor, or to nobody. */
const isNobodys = (handle: string): boolean => /^(?:me|unavailable)$/.test(handle)

/** Returns the key of a path segment; empty if it is not a profile's. */
const keyOfSegment = (segment: string): string => {
  const [text = ""] = cleanLine(decoded(segment)).replace(/^@/, "").split(/[&;]/, 1)
  if (isMemberId(text)) return text
  const handle = withoutEnd(text.replace(/\/+$/, "").normalize("NFC").toLowerCase().normalize("NFC"), punctuation)
  const isHandle = /^[^\p{Cc}\p{White_Space}/?#\\%<>"|^`{}[\]]{1,100}$/u.test(handle) &&
    /[\p{L}\p{N}\p{S}\p{Co}]/u.test(handle)
  return isHandle && !isNobodys(handle) ? handle : ""
}

/** The segment before `/in/` in addresses of apps, emails, countries and languages. */
const prefix = /^(?:mwlite|m|comm|incareer|profile|public-profile|[a-z]{2}(?:[-_][a-z]{2})?)$/i

/**
 * Returns the key of an old public address, `/pub/<name>/<a>/<b>/<c>`, which LinkedIn redirects to
 * `/in/<name>-<c><b><a>` with three digits each for `c` and `b`. Several people may share the name alone.
 */
const keyOfOldAddress = ([name = "", ...digits]: ReadonlyArray<string>): string => {
  const [a, b, c] = digits.slice(0, 3).filter((part) => /^[0-9a-f]{1,3}$/i.test(part))
  return c === undefined ? "" : keyOfSegment(`${name}-${c.padStart(3, "0")}${b!.padStart(3, "0")}${a}`)
}

/** Returns the key of any page of a profile on LinkedIn; empty for other pages. */
const keyOfPage = ({ pathname, searchParams }: URL): string => {
  const segments = pathname.split("/").filter((segment) => segment !== "")
  const at = segments.findIndex((segment, index) => index <= 2 && segment.toLowerCase() === "in")
  if (at >= 0 && segments.slice(0, at).every((segment) => prefix.test(segment)))
    return keyOfSegment(segments[at + 1] ?? "")
  const area = segments[0]?.toLowerCase() ?? ""
  if (area === "pub") return keyOfOldAddress(segments.slice(1))
  // Pages for recruiters and sales. They identify a public profile only if they contain a member id.
  if (/^(?:sales|talent|recruiter)$/.test(area))
    return segments.flatMap((segment) => decoded(segment).split(",")).find(isMemberId) ?? ""
  const id = searchParams.get("id") ?? ""
  return area === "profile" && isMemberId(id) ? id : ""
}

/**
 * Returns the addresses that a link redirects to: links of mail programs, search engines, proxies, and LinkedIn's
 * sign-in page.
 */
const targetsOf = ({ href, searchParams }: URL): ReadonlyArray<string> => [
  ...["url", "u", "q", "target", "to", "redirect", "redirect_url", "session_redirect", "sessionRedirect"].flatMap((
    name
  ) => searchParams.getAll(name)),
  /\/v3\/__(.*?)__;/.exec(href)?.[1] ?? ""
]

/** Returns the key of a profile from any spelling of its address; empty if the text is not a profile's address. */
export const linkedInKey = (text: string, wraps = 0): string => {
  const whole = withHalfWidth(cleanLine(text))
  const line = whole.length > longest && whole.length <= longestWithQuery ? whole.split(/[?#]/, 1)[0]! : whole
  // The URL parser silently drops line breaks, replaces lone surrogates, and reads a backslash as a slash.
  if (line.length > longest || wraps > deepest || !line.isWellFormed() || /[\p{Cc}\u2028\u2029\\]/u.test(line))
    return ""
  const url = urlOf(linkIn(line))
  if (url === null) return ""
  const key = /(?:^|\.)linkedin\.(?:com|cn)\.?$/.test(url.hostname) ? keyOfPage(url) : ""
  if (key !== "") return key
  for (const target of targetsOf(url)) {
    const inner = linkedInKey(target, wraps + 1)
    if (inner !== "") return inner
  }
  return ""
}
