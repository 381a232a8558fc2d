/** Plain text, whose bytes do not say in which character set they are. */
import { decodeMarked } from "@candor/domain/attachment/Zip"
import { detect } from "chardet"
import { isUtf8 } from "node:buffer"

/** Escapes that switch to Japanese sets (ISO 2022, RFC 1468). */
const switches = ["$@", "$A", "$B", "(J", "(I"].map((set) => `\x1b${set}`)

/** Decodes a set of old programs by what is frequent in it; Windows's Latin-1 where that names no set, or one that the engine lacks. */
const guessed = (content: Uint8Array): string => {
  try {
    return new TextDecoder(detect(content) ?? "windows-1252", { fatal: true }).decode(content)
  } catch {
    return new TextDecoder("windows-1252").decode(content)
  }
}

/**
 * Whether a content is UTF-8 that was cut, or has a part of another set: in the text that it decodes to, no fewer characters than those
 * that stand for bad bytes are of several bytes. The letters of another set hardly ever follow each other as the bytes of such a one do.
 */
const isDamaged = (decoded: string): boolean => {
  let [several, bad] = [0, 0]
  for (const letter of decoded) {
    if (letter === "\ufffd") bad += 1
    else if (letter > "\x7f") several += 1
  }
  return several > 0 && several >= bad
}

/** Decodes UTF-8, UTF-16 with a mark and ISO 2022, and guesses what is none of these. What is bad in UTF-8 becomes U+FFFD. */
export const textOf = (content: Uint8Array): string => {
  const isMarked = content[0] === 0xff && content[1] === 0xfe || content[0] === 0xfe && content[1] === 0xff
  const text = decodeMarked(content)
  if (!isMarked && !isUtf8(content) && !isDamaged(text)) return guessed(content)
  return switches.some((escape) => text.includes(escape)) ? new TextDecoder("iso-2022-jp").decode(content) : text
}
