/** Finds candidates whose fields have words similar to those of a search. */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import {
  maxCompared,
  maxSimilar,
  maxSought,
  minMisspelt,
  type SearchPosition
} from "@candor/domain/search/CandidateSearch"
import { type SearchTerm, unspaced, wordsOf } from "@candor/domain/search/SearchQuery"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { filtersOfEach } from "./SearchFilters.ts"
import { excludedOwners } from "./SearchExcluded.ts"
import {
  fieldsKeys,
  fieldsContent,
  fieldsSpellings,
  fieldsText,
  firstOf,
  type Highlighted,
  highlightColumns,
  parameters,
  phrases,
  type Scored,
  type Search,
  candidateShown,
  withPieces,
  tenant
} from "./SearchConditions.ts"

/** The index of spellings covers only this many letters. Longer words are also compared as a whole. */
const maxSpelt = 7

/**
 * The share of a word's trigrams that a similar word must have: a word of eight letters keeps five of nine if two
 * letters are swapped.
 */
const minSimilarity = 0.3

export type SimilarMatch = CandidateDetail & Scored & Highlighted

/** Whether a term must be spelled exactly: a phrase, `C++`, `A/B`, `.NET`, or letters of scripts without spaces. */
const isExact = ({ text, whole }: SearchTerm): boolean =>
  whole || /[+#♯&/]|^\./.test(text.normalize("NFKC")) || unspaced.test(text)

/**
 * Makes the function that returns the first matches after a position, except candidates who were already found
 * (`otherwise`).
 */
export const similarMatches = (sql: SqlClient.SqlClient) =>
(
  search: Search,
  otherwise: ReadonlyArray<string>,
  limit: number,
  after?: SearchPosition
): Effect.Effect<ReadonlyArray<SimilarMatch>, SqlError.SqlError> => {
  const { query: { excluded, forms: [groups] } } = search
  const given = parameters(sql)
  const { add, values } = given
  /** The words to find with typing errors. */
  const words: Array<string> = []
  const ofWord = (nth: number, column: "trigrams" | "spellings"): string =>
    `(SELECT ${column} FROM word WHERE nth = ${nth})`
  const exactly = ({ text, whole }: SearchTerm): string =>
    `${fieldsKeys} @@ (SELECT text_query(${tenant}, ${add(text)}, '', ${whole}))`
  /** Returns two conditions on candidates `c` for each word: one for the index, and one that is compared afterwards. */
  const conditionsOf = (term: SearchTerm): ReadonlyArray<readonly [spelt: string, like: string]> => {
    if (isExact(term)) return [[exactly(term), phrases(given, tenant, [term])?.(fieldsContent) ?? "true"]]
    return wordsOf(term.text).map((word) => {
      const { length } = [...word]
      if (length < minMisspelt) return [exactly({ text: word, whole: false }), "true"]
      const nth = words.push(word) - 1
      // The word is longer than what the index of spellings covers.
      const like = length > maxSpelt
        ? `word_similarity(${ofWord(nth, "trigrams")}, text_trigrams(${fieldsText})) >= ${minSimilarity}`
        : "true"
      return [`${fieldsSpellings} && ${ofWord(nth, "spellings")}`, like]
    })
  }
  const conditions = groups.map((group) => {
    const terms = group.map(conditionsOf)
    const join = (part: 0 | 1) => terms.map((of) => of.map((one) => one[part]).join(" AND ")).join(" OR ")
    const both = terms.map((of) => of.flat().join(" AND ")).join(" OR ")
    return { spelt: `(${join(0)})`, like: group.length === 1 ? join(1) : `(${both})` }
  })
  if (words.length === 0) return Effect.succeed([])
  const spelt = [
    given.isOwn("c"),
    ...conditions.map((one) => one.spelt),
    `c.id <> ALL ((SELECT ${add(otherwise)}::uuid[])::uuid[])`,
    "c.anonymised_at IS NULL"
  ]
  const first = firstOf(
    maxSought,
    "c.id",
    (condition) => `SELECT c.* FROM public.candidates c WHERE ${[...spelt, condition].join(" AND ")}`
  )
  const compared =
    `(WITH first AS ${first} SELECT c.* FROM $scanned_candidates(first) c WHERE c.organization_id = ${tenant} LIMIT ${maxCompared})`
  const like = [filtersOfEach(given, search), ...conditions.map((one) => one.like)].join(" AND ")
  const similarities = [
    `similarity((SELECT text_trigrams(${add(words.join(" "))})), c.name)`,
    ...words.map((_, nth) => `word_similarity(${ofWord(nth, "trigrams")}, c.fields)`)
  ]
  const [score, id] = after === undefined ? [] : [add(after.score), add(after.id)]
  return sql.unsafe<SimilarMatch>(
    `
    WITH ${excludedOwners(given, excluded)}word AS MATERIALIZED (
      SELECT nth, text_trigrams(content) AS trigrams, text_spellings(${tenant}, content) AS spellings
      FROM unnest((SELECT ${add(words)}::text[]), (SELECT ${
      add(words.map((_, nth) => nth))
    }::integer[])) AS word (content, nth)
    ), found AS (
      SELECT ${candidateShown}, round(1000 * (${similarities.join(" + ")}))::integer AS score FROM (
        SELECT c.*, text_trigrams(c.full_name) AS name, text_trigrams(${fieldsText}) AS fields FROM ${compared} c WHERE ${like} LIMIT ${maxSimilar}
      ) c
    ), page AS MATERIALIZED (
      SELECT * FROM found
      ${
      score === undefined ? "" : `WHERE score < ${score}::integer OR (score = ${score}::integer AND id < ${id}::uuid)`
    }
      ORDER BY score DESC, id DESC LIMIT (SELECT ${add(limit)}::integer)
    )
    SELECT ${candidateShown}, score, ${
      highlightColumns(given, search)
    } FROM page c ${withPieces} ORDER BY score DESC, c.id DESC`,
    values
  ).pipe(ofOrganization(sql, search.organization))
}
