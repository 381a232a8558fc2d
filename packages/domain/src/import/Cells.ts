/**
 * Cells of a table that can have several values. A cell has up to `maxCell` characters, so patterns here take linear
 * time.
 */
import { isBlank } from "../CleanText.ts"

/** The most characters of a placeholder for an empty value. */
const maxNothing = 20

/** Placeholders that people write for an empty value. */
const nothing =
  /^(?:[-–—./]+|n\.? ?\/? ?a\.?|k\.? ?a\.?|keine?|keine angabe|none|null|nil|unknown|unbekannt|\?+|#n\/a|#nv)$/i

/** Tells whether a cell, or a part of it, is empty or a placeholder. */
export const isNothing = (cell: string): boolean => {
  if (isBlank(cell)) return true
  const text = cell.trim()
  return text.length <= maxNothing && nothing.test(text.replace(/\s+/g, " "))
}

/** The most parts of a cell. */
const maxParts = 1000

/** The nonempty parts of a cell, and whether it has more than were read. */
export interface Parts {
  readonly parts: ReadonlyArray<string>
  readonly isCut: boolean
}

/** Splits a text. It stops one part after the maximum, so that a long text does not make a long list. */
const split = (text: string, separator: RegExp): Parts => {
  const all = text.split(separator, maxParts + 1)
  return {
    parts: all.slice(0, maxParts).map((part) => part.trim()).filter((part) => !isNothing(part)),
    isCut: all.length > maxParts
  }
}

const bracketed = /<([^<>\s]{1,320})>/g

/**
 * Returns the email addresses of a cell: those in angle brackets if there are any, as in `Anna Müller
 * <anna@example.com>`.
 */
export const emailsIn = (text: string): Parts => {
  const found = text.matchAll(bracketed).take(maxParts + 1).map(([, address]) => address!).toArray()
  return found.length > 0
    ? { parts: found.slice(0, maxParts).filter((part) => !isNothing(part)), isCut: found.length > maxParts }
    : split(text, /[,;\s]+/)
}

/**
 * Returns the phone numbers of a cell. A slash with spaces around it separates two numbers; one without is part of a
 * number.
 */
export const phonesIn = (text: string): Parts =>
  split(text.replace(/\n/g, ";").replace(/\s+/g, " "), /[;|]| \/ |, | (?:oder|or) /i)

export const tagsIn = (text: string): Parts => split(text, /[;,|\n]/)
