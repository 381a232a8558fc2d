/**
 * Values in the cells of a table, of which one can have several. A cell has up to `maxCell` characters: patterns here
 * take linear time.
 */
import { isBlank } from "../CleanText.ts"

/** The most characters of what says that there is nothing. */
const maxNothing = 20

/** What people write where there is nothing. */
const nothing =
  /^(?:[-–—./]+|n\.? ?\/? ?a\.?|k\.? ?a\.?|keine?|keine angabe|none|null|nil|unknown|unbekannt|\?+|#n\/a|#nv)$/i

/** Tells whether a cell, or a part of it, says nothing. */
export const isNothing = (cell: string): boolean => {
  if (isBlank(cell)) return true
  const text = cell.trim()
  return text.length <= maxNothing && nothing.test(text.replace(/\s+/g, " "))
}

/** The most parts of a cell. */
const maxParts = 1000

/** The parts of a cell that say something, and whether it has more than are read. */
export interface Parts {
  readonly parts: ReadonlyArray<string>
  readonly isCut: boolean
}

/** Splits a text once more than its parts may be, so that a long one makes no list of its length. */
const split = (text: string, separator: RegExp): Parts => {
  const all = text.split(separator, maxParts + 1)
  return {
    parts: all.slice(0, maxParts).map((part) => part.trim()).filter((part) => !isNothing(part)),
    isCut: all.length > maxParts
  }
}

const bracketed = /<([^<>\s]{1,320})>/g

/**
 * Returns the addresses of a cell: those in angle brackets, where it has any, as in `Anna Müller <anna@example.com>`.
 */
export const emailsIn = (text: string): Parts => {
  const found = text.matchAll(bracketed).take(maxParts + 1).map(([, address]) => address!).toArray()
  return found.length > 0
    ? { parts: found.slice(0, maxParts).filter((part) => !isNothing(part)), isCut: found.length > maxParts }
    : split(text, /[,;\s]+/)
}

/**
 * Returns the phone numbers of a cell. A slash between spaces stands between two of them, and one without spaces within
 * one.
 */
export const phonesIn = (text: string): Parts =>
  split(text.replace(/\n/g, ";").replace(/\s+/g, " "), /[;|]| \/ |, | (?:oder|or) /i)

export const tagsIn = (text: string): Parts => split(text, /[;,|\n]/)
