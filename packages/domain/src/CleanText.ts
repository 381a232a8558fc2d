/** Cleans text that people type, paste and import: removes invisible characters, and leaves all others as given. */

/** Texts that need no cleaning: printable ASCII without white space at its ends. */
const isPlain = (text: string): boolean => /^[!-~][ -~]*$/.test(text) && !text.endsWith(" ")

/**
 * Invisible characters that no word needs: controls, soft hyphens, zero-width spaces, byte order marks, and direction
 * controls (UAX #9, section 2). Tabs and line breaks are white space. Characters that the spelling of a word or an
 * emoji needs stay: ZWNJ and ZWJ, variation selectors, tags, the combining grapheme joiner and fillers of Hangul.
 */
const unseen =
  /(?!\p{White_Space})\p{Cc}|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/** A visible character: not white space, a control, or a character that is rendered as nothing. */
const visible = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u

const isSpace = (character: string): boolean => /\p{White_Space}/u.test(character)
const isJoiner = (character: string): boolean => character === "\u200c" || character === "\u200d"

/** Tells whether the part of a text before `end` ends with a mark. */
const endsWithMark = (text: string, end: number): boolean => /\p{M}$/u.test(text.slice(Math.max(0, end - 2), end))

/**
 * Trims white space, and joiners at the ends that join nothing. A joiner after a mark stays: words of Indic scripts can
 * end with one (The Unicode Standard, section 12.1). A loop, because a pattern would take quadratic time.
 */
const trimmed = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && (isSpace(text[start]!) || isJoiner(text[start]!))) start++
  while (end > start && (isSpace(text[end - 1]!) || isJoiner(text[end - 1]!) && !endsWithMark(text, end - 1))) end--
  return text.slice(start, end)
}

/** Returns a text without these characters at its end. A loop, because a pattern would take quadratic time. */
export const withoutEnd = (text: string, characters: string): string => {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** Tells whether a text has no visible character. */
export const isBlank = (text: string): boolean => !visible.test(text)

/**
 * Returns a text of one line, trimmed and without invisible characters. A tab within becomes a space; a line break
 * within stays. A text without visible characters becomes empty.
 */
export const cleanLine = (text: string): string => {
  if (isPlain(text)) return text
  const cleaned = trimmed(text.replace(unseen, "")).replaceAll("\t", " ")
  return isBlank(cleaned) ? "" : cleaned
}

/** The line breaks of Unicode (section 5.8). */
const lineBreaks = /[\n\v\f\r\u0085\u2028\u2029]+/g

/** Tells whether a text has a line break. */
export const hasLineBreak = (text: string): boolean => text.search(lineBreaks) >= 0

/** Cleans a line of personal data like `cleanLine`, and replaces line breaks within it by spaces. */
export const cleanPersonLine = (text: string): string => cleanLine(text).replace(lineBreaks, " ")
