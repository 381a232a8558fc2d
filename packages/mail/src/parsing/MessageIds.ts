/** Message-IDs in headers, of programs that keep to RFC 5322, section 3.6.4, and of others. */
import { storableText } from "./Clean.ts"
import { withoutWords } from "./OldCharsets.ts"

/** Bounds one Message-ID: a line has no more (RFC 5322, section 2.1.1). */
const maxLength = 998

/** Bounds the Message-IDs of a mail. */
const maxIds = 100

/** A Message-ID in angle brackets, with white space where a program folded it. */
const bracketed = /<([^<>]*)>/g

/** Comments, which may name Message-IDs too. */
const comment = /\([^()<>]*(?:<[^<>]*>[^()<>]*)*\)/g

const isId = (text: string): boolean => text.length > 2 && text.length <= maxLength

/** Returns the Message-IDs of a header: those in angle brackets, or else the words with an `@`. */
export const messageIds = (header: string): ReadonlyArray<string> => {
  const value = withoutWords(header)
  const ids = [...value.replace(comment, " ").matchAll(bracketed)].map(([, id]) =>
    `<${storableText(id!).replace(/\s/g, "")}>`
  ).filter(isId)
  if (ids.length > 0) return ids
  const words = value.replace(comment, " ").replace(/[<>"]/g, " ").split(/[\s,]+/)
  return words.filter((word) => word.includes("@")).map((word) => `<${storableText(word)}>`).filter(isId)
}

/** Returns each one once, where it comes last, and the last of them. */
export const lastIds = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(ids.toReversed())].slice(0, maxIds).toReversed()
