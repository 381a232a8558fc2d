/** Detects character sets of texts whose mails name none, or a wrong one. */
import { wideSet } from "@candor/domain/WideText"
import { TextDecoder } from "node:util"
import { detect } from "jschardet"

/** Escape sequences of ISO-2022-JP and similar character sets, whose bytes are all ASCII. */
const escapes = ["$@", "$B", "$(", "(B", "(I", "(J"].map((code) => `\u001b${code}`)

/** Bytes that are examined to detect a character set. */
const sampleBytes = 64 * 1024

/** Minimum confidence for a detected character set. */
const minConfidence = 0.6

/** The character set if none is detected: it has a character for each byte. */
export const fallback = "windows-1252"

/** Tells whether a character set is one of the WHATWG Encoding standard. */
export const isKnown = (charset: string): boolean => strictly(charset, new Uint8Array()) !== undefined

const strictly = (charset: string, bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Tells whether bytes are UTF-8, ignoring an incomplete character at their end. */
const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Names that say nothing about the character set. */
const unspecific = /^(?:|us-?ascii|ascii|ansi_x3\.4-1968|utf-?8|unknown-?8bit|x-unknown|unknown|default|none)$/i

/** Returns the character set of bytes: the one that the mail names, or else the detected one. */
export const charsetOf = (bytes: Uint8Array, named = ""): string => {
  const name = named.trim()
  if (!unspecific.test(name)) return name
  const sample = bytes.subarray(0, sampleBytes)
  const ascii = Buffer.from(sample).toString("latin1")
  if (escapes.some((code) => ascii.includes(code))) return "iso-2022-jp"
  if (isUtf8(bytes)) return "utf-8"
  const { confidence, encoding } = detect(Buffer.from(sample))
  return encoding !== null && confidence >= minConfidence && strictly(encoding, bytes) !== undefined
    ? encoding
    : fallback
}

/**
 * Decodes UTF-16 in a mail that does not name its byte order (RFC 2781, 4.3), or no character set; undefined for other
 * bytes.
 */
export const decodedWide = (bytes: Uint8Array, named = ""): string | undefined => {
  const name = named.trim()
  const isNamed = /^(?:utf-?16|ucs-?2|iso-10646-ucs-2|unicode)$/i.test(name)
  if (!isNamed && !unspecific.test(name)) return undefined
  const set = wideSet(bytes) ?? (isNamed ? isUtf8(bytes) ? "utf-8" : "utf-16be" : undefined)
  return set === undefined ? undefined : new TextDecoder(set).decode(bytes)
}

/**
 * Decodes a header with bytes beyond ASCII: as UTF-8, in the character set of the mail's text, or in the detected one.
 */
export const decodedHeader = (bytes: Uint8Array, charset: string | undefined): string =>
  (bytes.includes(0x1b) ? undefined : strictly("utf-8", bytes)) ??
    (charset === undefined ? undefined : strictly(charset, bytes)) ?? new TextDecoder(charsetOf(bytes)).decode(bytes)
