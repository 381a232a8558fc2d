/** Message-IDs in headers, both valid (RFC 5322, section 3.6.4) and malformed ones. */
import { storableText } from "./Clean.ts"
import { withoutWords } from "./OldCharsets.ts"

/** Maximum characters of a Message-ID: a line has no more (RFC 5322, section 2.1.1). */
const maxLength = 998

/** Maximum Message-IDs of a mail. */
const maxIds = 100

/** A Message-ID in angle brackets, with white space if a program has folded it. */
const bracketed = /<([^<>]*)>/g

/** Comments, which may contain Message-IDs, too. */
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

/** Removes duplicates, keeping the last of each, and returns the last `maxIds`. */
export const lastIds = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(ids.toReversed())].slice(0, maxIds).toReversed()
