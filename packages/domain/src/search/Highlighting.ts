/**
 * Marks the matches of a search in fields and in excerpts of texts. Texts come from the database in pieces, each with
 * its normal form, so that matching is a plain comparison.
 */
import { distance } from "../EditDistance.ts"
import type { CandidateDetail } from "../candidate/Candidate.ts"
import { type Highlight, type HighlightPart, type MatchKind, minMisspelt } from "./CandidateSearch.ts"
import { searchedColumns, searchedLists } from "./SearchedFields.ts"
import { unspaced } from "./SearchQuery.ts"

/**
 * A text in pieces, separated by U+0001: as written, and in normal form. Pieces with an even index are between words;
 * the others are words, or single letters of scripts without spaces between words.
 */
export interface Pieces {
  readonly written: string
  readonly folded: string
}

/** A term of a search, in its normal form: its words in order. In scripts without spaces, each letter is a word. */
export interface FoundTerm {
  readonly words: ReadonlyArray<string>
  /** Only whole words match, one after the other. */
  readonly whole: boolean
  /** The words have to be consecutive. The last may be the beginning of a word. */
  readonly adjacent: boolean
}

interface Piece {
  readonly text: string
  readonly folded: string
  readonly isWord: boolean
}

/**
 * Makes a term of a search from its sequence of normalized words. If one of them is short, as in `A/B`, they have to be
 * consecutive.
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

/** Tells whether a word of a field has few enough typing errors: one, plus one for every four letters. */
const isLike = (word: string, searched: string): boolean =>
  Math.abs(word.length - searched.length) <= 1 + searched.length / 4 &&
  distance(word, searched) <= 1 + searched.length / 4

/** Apostrophes and hyphens: words that contain them are found without them, too (decision 0041). */
export const signs = "'’‘‛ʼʻʽʹˈ′`´＇׳‐‑-"
const sign = new RegExp(`^[${signs}]$`)

/**
 * Returns the indexes of the pieces that form one of these words together, with signs between them: `O'Neill` for
 * `oneill`.
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
 * Returns the indexes of the pieces that match a term. In a script without spaces, if nothing longer matches, of the
 * pieces that match pairs of its letters.
 */
const foundBy = (
  pieces: ReadonlyArray<Piece>,
  { adjacent, whole, words }: FoundTerm,
  match: MatchKind
): ReadonlyArray<number> => {
  // A piece with composed letters can be several letters in its normal form.
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

/** Joins neighboring segments of the same kind. */
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

/** Returns the searched sources of a candidate, in order: texts, addresses, numbers, lists. */
const sourcesOf = ({ email_addresses, phone_numbers }: Contacts): ReadonlyArray<Highlight["source"]> => [
  ...searchedColumns.map(({ source }) => source),
  ...email_addresses.map((_, at) => at === 0 ? "primary_email" as const : "email_address" as const),
  ...phone_numbers.map(() => "phone_number" as const)
]

/** Returns the candidate's fields that match the search, in the order of `sourcesOf`. */
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

/** The fewest and the most words of an excerpt. */
const [minWords, maxWords] = [12, 30] as const

/** The most characters by which an excerpt is extended on each side to complete a word: `.js` of `node.js`. */
const maxRest = 60

/** Returns how many words a piece counts for. A letter of a script without spaces counts as half a word. */
const weightOf = ({ folded, isWord }: Piece): number => !isWord ? 0 : unspaced.test(folded) ? 0.5 : 1

/**
 * Returns the range of pieces with the most different terms; among equal ones, with the most matches, then the first.
 */
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
  // The excerpt begins with the match if enough text follows, else earlier. It ends at a piece as long as a line.
  while (words < minWords && (pieces[to]?.text.length ?? maxRest) < maxRest) words += weightOf(pieces[to++]!)
  while (words < minWords && (pieces[from - 1]?.text.length ?? maxRest) < maxRest) words += weightOf(pieces[--from]!)
  return [from, to]
}

/** Returns the excerpt of a text with the words of a search, as written, from one space to another. */
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
