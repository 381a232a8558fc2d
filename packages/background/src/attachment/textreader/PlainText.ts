/** Plain text, whose bytes do not name their character set. */
import { decoded as inUnicode, wideSet } from "@candor/domain/WideText"
import { detectAll } from "jschardet"
import { isUtf8 } from "node:buffer"

/** Escape sequences that switch to Japanese character sets (ISO 2022, RFC 1468). */
const switches = ["$@", "$A", "$B", "(J", "(I"].map((set) => `\x1b${set}`)

/** Legacy character sets by jschardet's name, with the engine's name. */
const sets: Readonly<Record<string, string>> = {
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7, 8].map((last) => [`windows-125${last}`, `windows-125${last}`])),
  ...Object.fromEntries([2, 5, 7, 8].map((part) => [`iso-8859-${part}`, `iso-8859-${part}`])),
  "koi8-r": "koi8-r",
  "koi8-u": "koi8-u",
  "ibm866": "ibm866",
  "macroman": "macintosh",
  "cp874": "windows-874",
  "cp932": "shift_jis",
  "euc-jp": "euc-jp",
  "cp949": "euc-kr",
  "gb18030": "gb18030",
  "big5": "big5"
}

/** The names that jschardet accepts, where they differ from those it returns. */
const requested: Readonly<Record<string, string>> = {
  "ibm866": "cp866",
  "macroman": "mac-roman",
  "euc-jp": "euc-jis-2004",
  "big5": "big5hkscs"
}

const detectEncodings = Object.keys(sets).map((name) => requested[name] ?? name)

/** windows-1252, the most common one, is preferred if its confidence is at least this share of another set's. */
const minShareOfConfidence = 0.7

/** Characters at the beginning of a text that are examined. */
const sampleLength = 100_000

const foreign = String.raw`[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]`
const foreignLetters = new RegExp(foreign, "gu")
const mixedLetters = new RegExp(`(?<=[a-z])${foreign}|${foreign}(?=[a-z])`, "giu")

/**
 * Whether most letters of other alphabets are not adjacent to Latin ones. In `Renι`, an accented letter was decoded by
 * the wrong character set.
 */
const isPlausible = (text: string): boolean => {
  const begin = text.slice(0, sampleLength)
  const letters = begin.match(foreignLetters)?.length ?? 0
  return letters === 0 || 2 * (begin.match(mixedLetters)?.length ?? 0) < letters
}

const decoded = (content: Uint8Array, set: string): string | undefined => {
  try {
    return new TextDecoder(set, { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}

/** Decodes a legacy character set, guessed by letter frequencies: the likeliest one that gives a plausible text. */
const guessed = (content: Uint8Array): string => {
  const candidates = detectAll(content, { detectEncodings, minimumThreshold: 0 }).map(({ confidence, encoding }) => ({
    confidence,
    set: sets[encoding?.toLowerCase() ?? ""]
  }))
  const latin = candidates.find(({ set }) => set === "windows-1252")?.confidence ?? 0
  for (const { confidence, set } of candidates) {
    if (set === undefined) continue
    const text = decoded(content, set)
    if (text !== undefined && isPlausible(text)) {
      if (latin < minShareOfConfidence * confidence) return text
      break
    }
  }
  return new TextDecoder("windows-1252").decode(content)
}

/**
 * Whether a content is UTF-8 that is cut off, or partly in another character set: it has at least as many valid
 * multi-byte characters as invalid bytes. Letters of another character set hardly ever form valid multi-byte
 * characters.
 */
const isDamaged = (decoded: string): boolean => {
  let [several, bad] = [0, 0]
  for (const letter of decoded) {
    if (letter === "\ufffd") bad += 1
    else if (letter > "\x7f") several += 1
  }
  return several > 0 && several >= bad
}

/** Decodes UTF-8, UTF-16 and ISO 2022, and guesses other encodings. Malformed UTF-8 becomes U+FFFD. */
export const textOf = (content: Uint8Array): string => {
  const text = inUnicode(content)
  if (wideSet(content) === undefined && !isUtf8(content) && !isDamaged(text)) return guessed(content)
  return switches.some((escape) => text.includes(escape)) ? new TextDecoder("iso-2022-jp").decode(content) : text
}
