/** Marks the words of a candidate's fields that a search has found. */
import type { CandidateDetail } from "./Candidate.ts"
import { type Highlight, type HighlightPart, type MatchKind, minMisspelt } from "./CandidateSearch.ts"

/** Letters that Unicode does not decompose into a letter and an accent; the database writes them in the same way. */
const undecomposed: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" }

/** Returns a word in lower case without accents. */
export const fold = (word: string): string =>
  word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[ßæœøłđðþı]/g, (letter) => undecomposed[letter]!)

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

/** Splits a text into its words and what is between them, and marks the words that match. Neighbours of a kind are joined. */
const partsOf = (text: string, isMatch: (word: string) => boolean): ReadonlyArray<HighlightPart> => {
  const parts: Array<HighlightPart> = []
  for (const piece of text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*|[^\p{L}\p{N}]+/gu) ?? []) {
    const is_match = isMatch(fold(piece))
    const last = parts.at(-1)
    if (last?.is_match === is_match) parts[parts.length - 1] = { text: last.text + piece, is_match }
    else parts.push({ text: piece, is_match })
  }
  return parts
}

/** The fields of a candidate that have words of the search. The words are folded. */
export const fieldHighlights = (
  { full_name, primary_email, tags, university }: CandidateDetail,
  words: ReadonlyArray<string>,
  match: MatchKind
): ReadonlyArray<Highlight> => {
  const isMatch = (word: string) =>
    words.some((searched) => word.startsWith(searched) || (match === "similar" && searched.length >= minMisspelt && isLike(word, searched)))
  const fields = [
    ["full_name", full_name],
    ["primary_email", primary_email],
    ...(university === null ? [] : [["university", university]] as const),
    ...tags.map((tag) => ["tag", tag] as const)
  ] as const
  return fields.map(([source, text]) => ({ source, application_id: null, parts: partsOf(text, isMatch) }))
    .filter(({ parts }) => parts.some(({ is_match }) => is_match))
}
