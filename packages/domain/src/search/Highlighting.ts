/**
 * Marks what a search has found, in fields and in excerpts of texts. Texts come from the database in pieces, each with
 * its normal form: whether a piece is a word of the search is a comparison.
 */
import { distance } from "../EditDistance.ts"
import type { CandidateDetail } from "../candidate/Candidate.ts"
import { type Highlight, type HighlightPart, type MatchKind, minMisspelt } from "./CandidateSearch.ts"
import { searchedColumns, searchedLists } from "./SearchedFields.ts"
import { unspaced } from "./SearchQuery.ts"

/**
 * A text in pieces, with U+0001 between them: as it is written, and in its normal form. Those with an even index are
 * between words; the others are words, or single letters of scripts that have no spaces between words.
 */
export interface Pieces {
  readonly written: string
  readonly folded: string
}

/**
 * A term of a search, in its normal form: its words in their order, of which each letter of a script without spaces is
 * one.
 */
export interface FoundTerm {
  readonly words: ReadonlyArray<string>
  /** The words are whole words one after the other. */
  readonly whole: boolean
  /** The words stand one after the other, and the last may begin one. */
  readonly adjacent: boolean
}

interface Piece {
  readonly text: string
  readonly folded: string
  readonly isWord: boolean
}

/**
 * Returns a term of a search by its sequence of words in their normal form. Where one is short, as in `A/B`, they
 * belong together.
 */
export const termOf = (sequence: string, whole: boolean): FoundTerm => {
  const words = sequence.split(" ").filter((word) => word !== "")
  const isWeak = words.some((word) => word.length < minMisspelt || unspaced.test(word))
  return { words, whole, adjacent: words.length > 1 && (whole || isWeak) }
}

const piecesOf = ({ folded, written }: Pieces): ReadonlyArray<Piece> => {
  const forms = folded.split("\u0001")
  return written.split("\u0001").map((text, at) => ({ text, folded: forms[at] ?? "", isWord: at % 2 === 1 }))
}

/** Whether a word of a field has few enough typing errors: one, and one more for every four letters. */
const isLike = (word: string, searched: string): boolean =>
  Math.abs(word.length - searched.length) <= 1 + searched.length / 4 &&
  distance(word, searched) <= 1 + searched.length / 4

/** Apostrophes and hyphens: a word that has them is found without them too (decision 0041). */
export const signs = "'’‘‛ʼʻʽʹˈ′`´＇׳‐‑-"
const sign = new RegExp(`^[${signs}]$`)

/**
 * The indexes of the pieces that are one of these words together, with signs between them: of O'Neill, where a search
 * has oneill.
 */
const joinedBy = (pieces: ReadonlyArray<Piece>, { whole, words }: FoundTerm): ReadonlyArray<number> => {
  const longest = Math.max(...words.map(({ length }) => length))
  const isFound = (text: string) => words.some((word) => text === word || !whole && text.startsWith(word))
  return pieces.flatMap(({ folded, isWord }, from) => {
    if (!isWord) return []
    let [text, to] = [folded, from]
    while (text.length < longest && !isFound(text) && pieces[to + 2] !== undefined && sign.test(pieces[to + 1]!.text)) {
      to += 2
      text += pieces[to]!.folded
    }
    return to > from && isFound(text) ? Array.from({ length: to - from + 1 }, (_, nth) => from + nth) : []
  })
}

/**
 * The indexes of the pieces that a term finds; those of pairs of its letters where a script without spaces has no more
 * of it.
 */
const foundBy = (
  pieces: ReadonlyArray<Piece>,
  { adjacent, whole, words }: FoundTerm,
  match: MatchKind
): ReadonlyArray<number> => {
  // A piece of letters in a decomposed form is several letters in its normal form.
  const units = pieces.flatMap(({ folded, isWord }, at) =>
    isWord && folded !== "" ? (unspaced.test(folded) ? [...folded] : [folded]).map((unit) => ({ unit, at })) : []
  )
  const matches = (unit: string, word: string, isLast: boolean) =>
    unit === word ||
    !whole && isLast &&
      (unit.startsWith(word) || match === "similar" && word.length >= minMisspelt && isLike(unit, word))
  if (!adjacent) {
    const found = units.filter(({ unit }) => words.some((word) => matches(unit, word, true))).map(({ at }) => at)
    return [...found, ...joinedBy(pieces, { adjacent, whole, words })]
  }
  const runsOf = (run: ReadonlyArray<string>) =>
    units.flatMap((_, from) =>
      run.every((word, nth) => matches(units[from + nth]?.unit ?? "", word, nth === run.length - 1))
        ? run.map((_, nth) => units[from + nth]!.at)
        : []
    )
  const runs = runsOf(words)
  if (runs.length > 0 || whole) return runs
  if (words.some((word) => unspaced.test(word))) return words.slice(1).flatMap((word, at) => runsOf([words[at]!, word]))
  return foundBy(pieces, { adjacent: false, whole, words: words.filter(({ length }) => length >= minMisspelt) }, match)
}

/** The segments of pieces, of which neighbours of a kind are joined. */
const joined = (parts: ReadonlyArray<HighlightPart>): ReadonlyArray<HighlightPart> =>
  parts.reduce<Array<HighlightPart>>((all, { is_match, text }) => {
    const last = all.at(-1)
    if (text === "") return all
    if (last?.is_match === is_match) all[all.length - 1] = { text: last.text + text, is_match }
    else all.push({ text, is_match })
    return all
  }, [])

const partsOf = (pieces: ReadonlyArray<Piece>, found: ReadonlySet<number>): ReadonlyArray<HighlightPart> =>
  pieces.map(({ text }, at) => ({ text, is_match: found.has(at) }))

type Contacts = Pick<CandidateDetail, "email_addresses" | "phone_numbers">

/** What is searched of a candidate, in this order: texts, addresses, numbers, lists. */
const sourcesOf = ({ email_addresses, phone_numbers }: Contacts): ReadonlyArray<Highlight["source"]> => [
  ...searchedColumns.map(({ source }) => source),
  ...email_addresses.map((_, at) => at === 0 ? "primary_email" as const : "email_address" as const),
  ...phone_numbers.map(() => "phone_number" as const)
]

/** The fields of a candidate that have words of the search, in the order of `sourcesOf`. */
export const fieldHighlights = (
  fields: ReadonlyArray<Pieces>,
  terms: ReadonlyArray<FoundTerm>,
  match: MatchKind,
  candidate: Contacts
): ReadonlyArray<Highlight> => {
  const sources = sourcesOf(candidate)
  return fields.map((field, at): Highlight => {
    const pieces = piecesOf(field)
    const found = new Set(terms.flatMap((term) => foundBy(pieces, term, match)))
    return {
      source: sources[at] ?? searchedLists[0]!.source,
      application_id: null,
      parts: joined(partsOf(pieces, found))
    }
  }).filter(({ parts }) => parts.some(({ is_match }) => is_match))
}

/** Words of an excerpt. */
const [minWords, maxWords] = [12, 30] as const

/** The most characters on each side that an excerpt has as well, of a word that it cuts: `.js` of `node.js`. */
const maxRest = 60

/** The words of pieces, by the index of the piece. A letter of a script without spaces counts as half a word. */
const weightOf = ({ folded, isWord }: Piece): number => !isWord ? 0 : unspaced.test(folded) ? 0.5 : 1

/** The range of pieces with the most different terms, of equal ones with the most matches, of equal ones the first. */
const bestRange = (
  pieces: ReadonlyArray<Piece>,
  termsAt: ReadonlyMap<number, ReadonlySet<number>>
): readonly [from: number, to: number] => {
  const matches = [...termsAt.keys()].toSorted((one, other) => one - other)
  let best = { from: 0, to: pieces.length, terms: 0, count: 0 }
  for (const [nth, from] of matches.entries()) {
    const terms = new Set<number>()
    let [at, words, count, last] = [from, 0, 0, from]
    for (let next = nth; next < matches.length; next++) {
      while (at <= matches[next]!) words += weightOf(pieces[at++]!)
      if (words > maxWords) break
      count += 1
      last = matches[next]!
      for (const term of termsAt.get(last)!) terms.add(term)
    }
    if (terms.size > best.terms || terms.size === best.terms && count > best.count)
      best = { from, to: last + 1, terms: terms.size, count }
  }
  let words = pieces.slice(best.from, best.to).reduce((sum, piece) => sum + weightOf(piece), 0)
  let { from, to } = best
  // The excerpt begins with the match if enough text follows it, else earlier. A piece as long as a line ends it.
  while (words < minWords && (pieces[to]?.text.length ?? maxRest) < maxRest) words += weightOf(pieces[to++]!)
  while (words < minWords && (pieces[from - 1]?.text.length ?? maxRest) < maxRest) words += weightOf(pieces[--from]!)
  return [from, to]
}

/** The excerpt of a text with the words of a search: the text as it is written, from one space to another. */
export const excerptOf = (text: Pieces, terms: ReadonlyArray<FoundTerm>): ReadonlyArray<HighlightPart> => {
  const pieces = piecesOf(text)
  const termsAt = new Map<number, Set<number>>()
  for (const [nth, term] of terms.entries()) {
    for (const at of foundBy(pieces, term, "text")) termsAt.set(at, (termsAt.get(at) ?? new Set()).add(nth))
  }
  const [from, to] = bestRange(pieces, termsAt)
  const parts = partsOf(pieces, new Set(termsAt.keys()))
  const textOf = (some: ReadonlyArray<HighlightPart>) => some.map((part) => part.text).join("")
  let [before, behind] = [
    /\S*$/.exec(textOf(parts.slice(0, from)).slice(-maxRest))![0].length,
    /^\S*/.exec(textOf(parts.slice(to)).slice(0, maxRest))![0].length
  ]
  const excerpt: Array<HighlightPart> = []
  for (let at = from - 1; before > 0; at--) {
    const { is_match, text } = parts[at]!
    excerpt.unshift({ text: text.slice(-before), is_match })
    before -= text.length
  }
  excerpt.push(...parts.slice(from, to))
  for (let at = to; behind > 0; at++) {
    const { is_match, text } = parts[at]!
    excerpt.push({ text: text.slice(0, behind), is_match })
    behind -= text.length
  }
  return joined(excerpt)
}
