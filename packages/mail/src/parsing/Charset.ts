/** Character sets of texts whose mails name none, or a wrong one. */
import { wideSet } from "@candor/domain/WideText"
import { TextDecoder } from "node:util"
import { detect } from "jschardet"

/** Escapes of ISO-2022-JP and its siblings, all of whose bytes are ASCII. */
const escapes = ["$@", "$B", "$(", "(B", "(I", "(J"].map((code) => `\u001b${code}`)

/** Bounds what is looked at to find out a character set. */
const sampleBytes = 64 * 1024

/** Bounds the likelihood of a character set that is believed. */
const minConfidence = 0.6

/** The character set of bytes that look like none: it has a character for each. */
export const fallback = "windows-1252"

/** Tells whether a character set is one of the web's (WHATWG Encoding). */
export const isKnown = (charset: string): boolean => strictly(charset, new Uint8Array()) !== undefined

const strictly = (charset: string, bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Tells whether bytes are a text in UTF-8, but for a character that was cut at their end. */
const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Names that say as much as none. */
const unspecific = /^(?:|us-?ascii|ascii|ansi_x3\.4-1968|utf-?8|unknown-?8bit|x-unknown|unknown|default|none)$/i

/** Returns the character set of bytes, as their mail names it if it does, or as they look. */
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
 * Decodes UTF-16 of a mail that does not say in which order its bytes are (RFC 2781, 4.3), or names no set; undefined
 * of other bytes.
 */
export const decodedWide = (bytes: Uint8Array, named = ""): string | undefined => {
  const name = named.trim()
  const isNamed = /^(?:utf-?16|ucs-?2|iso-10646-ucs-2|unicode)$/i.test(name)
  if (!isNamed && !unspecific.test(name)) return undefined
  const set = wideSet(bytes) ?? (isNamed ? isUtf8(bytes) ? "utf-8" : "utf-16be" : undefined)
  return set === undefined ? undefined : new TextDecoder(set).decode(bytes)
}

/** Decodes a header that has bytes beyond ASCII: as UTF-8, in the character set of the mail's text, or as it looks. */
export const decodedHeader = (bytes: Uint8Array, charset: string | undefined): string =>
  (bytes.includes(0x1b) ? undefined : strictly("utf-8", bytes)) ??
    (charset === undefined ? undefined : strictly(charset, bytes)) ?? new TextDecoder(charsetOf(bytes)).decode(bytes)
