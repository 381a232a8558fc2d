/**
 * Marks what a search has found, in fields and in excerpts of texts. Texts come from the database in pieces, each with its normal
 * form: whether a piece is a word of the search is a comparison.
 */
import { type Highlight, type HighlightPart, type MatchKind, minMisspelt } from "./CandidateSearch.ts"

/**
 * A text in pieces, with U+0001 between them: as it is written, and in its normal form. Those with an even index are between words;
 * the others are words, or single letters of scripts that have no spaces between words.
 */
export interface Pieces {
  readonly written: string
  readonly folded: string
}

/** A term of a search, in its normal form: its words in their order, of which each letter of a script without spaces is one. */
export interface FoundTerm {
  readonly words: ReadonlyArray<string>
  /** The words are whole words one after the other. */
  readonly whole: boolean
  /** The words stand one after the other, and the last may begin one. */
  readonly together: boolean
}

interface Piece {
  readonly text: string
  readonly folded: string
  readonly isWord: boolean
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u

/** Returns a term of a search by its sequence of words in their normal form. */
export const termOf = (text: string, sequence: string, whole: boolean): FoundTerm => {
  const words = sequence.split(" ").filter((word) => word !== "")
  const isJoined = /[./&]/.test(text) && words.some(({ length }) => length <= 2)
  return { words, whole, together: words.length > 1 && (whole || isJoined || words.some((word) => unspaced.test(word))) }
}

const piecesOf = ({ folded, written }: Pieces): ReadonlyArray<Piece> => {
  const forms = folded.split("\u0001")
  return written.split("\u0001").map((text, at) => ({ text, folded: forms[at] ?? "", isWord: at % 2 === 1 }))
}

/** The number of letters that are swapped with their neighbour, left out, replaced or added (optimal string alignment). */
const distance = (one: string, other: string): number => {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + cost,
        swapped ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY
      ))
    }
    rows.push(row)
  }
  return rows[one.length]![other.length]!
}

/** Whether a word of a field has few enough typing errors: one, and one more for every four letters. */
const isLike = (word: string, searched: string): boolean =>
  Math.abs(word.length - searched.length) <= 1 + searched.length / 4 && distance(word, searched) <= 1 + searched.length / 4

/** The indexes of the pieces that a term finds; those of pairs of its letters where a script without spaces has no more of it. */
const foundBy = (pieces: ReadonlyArray<Piece>, { together, whole, words }: FoundTerm, match: MatchKind): ReadonlyArray<number> => {
  // A piece of letters in a decomposed form is several letters in its normal form.
  const units = pieces.flatMap(({ folded, isWord }, at) =>
    isWord && folded !== "" ? (unspaced.test(folded) ? [...folded] : [folded]).map((unit) => ({ unit, at })) : [])
  const matches = (unit: string, word: string, isLast: boolean) =>
    unit === word || !whole && isLast && (unit.startsWith(word) || match === "similar" && word.length >= minMisspelt && isLike(unit, word))
  if (!together) return units.filter(({ unit }) => words.some((word) => matches(unit, word, true))).map(({ at }) => at)
  const runsOf = (run: ReadonlyArray<string>) =>
    units.flatMap((_, from) =>
      run.every((word, nth) => matches(units[from + nth]?.unit ?? "", word, nth === run.length - 1))
        ? run.map((_, nth) => units[from + nth]!.at)
        : [])
  const runs = runsOf(words)
  if (runs.length > 0 || whole || !words.some((word) => unspaced.test(word))) return runs
  return words.slice(1).flatMap((word, at) => runsOf([words[at]!, word]))
}

/** What is between two neighbours that match is marked with them where it joins letters or the words of a term: it is empty. */
const marked = (pieces: ReadonlyArray<Piece>, found: ReadonlySet<number>, from = 0, to = pieces.length): ReadonlyArray<HighlightPart> => {
  const parts: Array<HighlightPart> = []
  for (let at = from; at < to; at++) {
    const { text } = pieces[at]!
    if (text === "") continue
    const is_match = found.has(at)
    const last = parts.at(-1)
    if (last?.is_match === is_match) parts[parts.length - 1] = { text: last.text + text, is_match }
    else parts.push({ text, is_match })
  }
  return parts
}

const sources = ["full_name", "primary_email", "university"] as const

/** The fields of a candidate that have words of the search: of its name, address and university, and then of its tags. */
export const fieldHighlights = (fields: ReadonlyArray<Pieces>, terms: ReadonlyArray<FoundTerm>, match: MatchKind): ReadonlyArray<Highlight> =>
  fields.map((field, at): Highlight => {
    const pieces = piecesOf(field)
    const found = new Set(terms.flatMap((term) => foundBy(pieces, term, match)))
    return { source: sources[at] ?? "tag", application_id: null, parts: marked(pieces, found) }
  }).filter(({ parts }) => parts.some(({ is_match }) => is_match))

/** Words of an excerpt. */
const [minWords, maxWords] = [15, 30] as const

/** The most characters on each side that an excerpt has as well, of a word that it cuts: `.js` of `node.js`. */
const maxRest = 60

/** The words of pieces, by the index of the piece. A letter of a script without spaces counts as half a word. */
const weightOf = ({ folded, isWord }: Piece): number => !isWord ? 0 : unspaced.test(folded) ? 0.5 : 1

/** The range of pieces with the most different terms, of equal ones with the most matches, of equal ones the first. */
const bestRange = (pieces: ReadonlyArray<Piece>, termsAt: ReadonlyMap<number, ReadonlySet<number>>): readonly [from: number, to: number] => {
  const places = [...termsAt.keys()].toSorted((one, other) => one - other)
  let best = { from: 0, to: pieces.length, terms: 0, count: 0 }
  for (const [nth, from] of places.entries()) {
    const terms = new Set<number>()
    let [at, words, count, last] = [from, 0, 0, from]
    for (let next = nth; next < places.length; next++) {
      while (at <= places[next]!) words += weightOf(pieces[at++]!)
      if (words > maxWords) break
      count += 1
      last = places[next]!
      for (const term of termsAt.get(last)!) terms.add(term)
    }
    if (terms.size > best.terms || terms.size === best.terms && count > best.count) best = { from, to: last + 1, terms: terms.size, count }
  }
  let words = pieces.slice(best.from, best.to).reduce((sum, piece) => sum + weightOf(piece), 0)
  let { from, to } = best
  // An excerpt begins with a match, as far as what is behind it is long enough.
  while (to < pieces.length && words < minWords) words += weightOf(pieces[to++]!)
  while (from > 0 && words < minWords) words += weightOf(pieces[--from]!)
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
  const parts = marked(pieces, new Set(termsAt.keys()), from, to)
  const cut = (index: number, side: "before" | "behind"): ReadonlyArray<HighlightPart> => {
    const whole = side === "before" ? pieces.slice(0, index) : pieces.slice(index)
    const joined = whole.map((piece) => piece.text).join("")
    const rest = side === "before" ? /\S*$/.exec(joined.slice(-maxRest))![0] : /^\S*/.exec(joined.slice(0, maxRest))![0]
    return rest === "" ? [] : [{ text: rest, is_match: false }]
  }
  return [...cut(from, "before"), ...parts, ...cut(to, "behind")].reduce<Array<HighlightPart>>((all, part) => {
    const last = all.at(-1)
    if (last?.is_match === part.is_match) all[all.length - 1] = { text: last.text + part.text, is_match: part.is_match }
    else all.push(part)
    return all
  }, [])
}
