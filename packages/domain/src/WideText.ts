/** Detects and decodes UTF-16 text, by its byte order mark or by its content. */

export type WideSet = "utf-16le" | "utf-16be"

/**
 * Tells whether a code is a control that no text contains: any but white space, the end-of-file mark of DOS, and the
 * shifts and escapes of ISO 2022.
 */
export const isControl = (code: number): boolean =>
  code < 0x20 && !(code >= 0x09 && code <= 0x0d) && code !== 0x1a && code !== 0x1b

/** The bytes that are examined. */
const sampleBytes = 2048

/** Characters that no text contains: lone surrogates, unassigned and private use characters. */
const strange = /[\p{Cn}\p{Co}\p{Cs}]/u

/** Ranges of common characters. They exclude the blocks into which text of the other byte order falls. */
const usual: ReadonlyArray<readonly [first: number, last: number]> = [
  [0x09, 0x0d],
  [0x20, 0x7e],
  [0xa0, 0x6ff],
  [0x900, 0xeff],
  [0x10a0, 0x10ff],
  [0x1e00, 0x1fff],
  [0x2010, 0x203a],
  [0x20ac, 0x20ac],
  [0x3000, 0x30ff],
  [0xff01, 0xff9f]
]

/**
 * The lead bytes of frequent characters in Chinese, Japanese and Korean character sets: GB 2312, Big5, JIS X 0208 and
 * KS X 1001.
 */
const frequentIn: ReadonlyArray<readonly [set: string, first: number, last: number, trails: ReadonlyArray<number>]> = [
  ["gbk", 0xb0, 0xd7, [0xa1, 0xfe]],
  ["big5", 0xa4, 0xc6, [0x40, 0x7e]],
  ["big5", 0xa4, 0xc6, [0xa1, 0xfe]],
  ["euc-jp", 0xb0, 0xcf, [0xa1, 0xfe]],
  ["euc-kr", 0xb0, 0xc8, [0xa1, 0xfe]]
]

const readFrequent = (): ReadonlySet<string> =>
  new Set(frequentIn.flatMap(([set, first, last, [from, to]]) => {
    const bytes: Array<number> = []
    for (let lead = first; lead <= last; lead++) for (let trail = from!; trail <= to!; trail++) bytes.push(lead, trail)
    return [...new TextDecoder(set).decode(Uint8Array.from(bytes))]
  }))

let frequent: ReadonlySet<string> | undefined

/** Returns the share of usual and frequent characters if the sample is in this encoding; 0 if it cannot be. */
const likelihood = (sample: Uint8Array, set: WideSet): number => {
  const letters = [...new TextDecoder(set).decode(sample)]
  const codes = letters.map((letter) => letter.codePointAt(0)!)
  if (codes.some(isControl) || letters.some((letter) => strange.test(letter))) return 0
  const known = frequent ??= readFrequent()
  const isUsual = (code: number, at: number) =>
    usual.some(([first, last]) => code >= first && code <= last) || known.has(letters[at]!)
  return codes.filter(isUsual).length / codes.length
}

/** The least share of usual characters for bytes to count as text. */
const minLikelihood = 0.7

const marked = (bytes: Uint8Array): WideSet | undefined =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined

/**
 * Returns the byte order of UTF-16 text; undefined if the bytes are something else. Without a byte order mark, UTF-16
 * is considered only if there are controls, which no other text has: in UTF-16, white space, digits and Latin letters
 * contain a zero byte.
 */
export const wideSet = (bytes: Uint8Array): WideSet | undefined => {
  const known = marked(bytes)
  if (known !== undefined) return known
  const sample = bytes.subarray(0, Math.min(sampleBytes, bytes.length & ~1))
  if (bytes.length < 4 || !sample.some(isControl)) return undefined
  const [little, big] = [likelihood(sample, "utf-16le"), likelihood(sample, "utf-16be")]
  if (Math.max(little, big) < minLikelihood) return undefined
  return little >= big ? "utf-16le" : "utf-16be"
}

/** Decodes UTF-16, with or without a byte order mark, and UTF-8. Malformed bytes become U+FFFD. */
export const decoded = (bytes: Uint8Array): string => new TextDecoder(wideSet(bytes) ?? "utf-8").decode(bytes)
