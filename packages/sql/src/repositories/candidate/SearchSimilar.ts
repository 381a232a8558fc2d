/** Candidates whose fields have words that are like those of a search. */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import { maxCompared, maxSimilar, minMisspelt, type SearchPosition } from "@candor/domain/candidate/CandidateSearch"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import {
  fieldsSpellings,
  fieldsText,
  fieldsWords,
  filters,
  firstOf,
  ofOrganization,
  type Parameters,
  parameters,
  type Scored,
  type Search,
  shownColumns
} from "./SearchConditions.ts"

/** Longer words have letters that the index of spellings does not look at: the whole word is compared as well. */
const maxSpelt = 7

/** The part of a word's trigrams that a similar word has: a word of eight letters keeps five of nine if two are swapped. */
const minSimilarity = 0.3

export type SimilarMatch = CandidateDetail & Scored

/** A column of a word of the statement. */
const ofWord = (nth: number, column: "folded" | "spellings"): string => `(SELECT ${column} FROM word WHERE nth = ${nth})`

/** The condition that the fields of candidates `c` have a word which begins like this one. */
const isSpeltLike = ({ add }: Parameters, tenant: string) => (word: string, nth: number): string =>
  [...word].length < minMisspelt
    ? `${fieldsWords} @@ (SELECT search_query(${tenant}, ${add(word)}))`
    : `${fieldsSpellings} && ${ofWord(nth, "spellings")}`

/** The condition that the fields of candidates `c` have a word which is like this one as a whole; none for a short one. */
const isLike = (word: string, nth: number): ReadonlyArray<string> =>
  [...word].length > maxSpelt ? [`word_similarity(${ofWord(nth, "folded")}, search_text(${fieldsText})) >= ${minSimilarity}`] : []

/** Makes the function that returns the first matches after a position, without candidates that were found `otherwise`. */
export const similarMatches = (sql: SqlClient.SqlClient) =>
(
  { filter, organization, words }: Search,
  otherwise: ReadonlyArray<string>,
  limit: number,
  after?: SearchPosition
): Effect.Effect<ReadonlyArray<SimilarMatch>, SqlError.SqlError> => {
  if (words.every((word) => [...word].length < minMisspelt)) return Effect.succeed([])
  const given = parameters()
  const { add, values } = given
  const tenant = add(organization)
  const spelt = [
    ofOrganization(tenant, "c"),
    ...words.map(isSpeltLike(given, tenant)),
    `c.id <> ALL ((SELECT ${add(otherwise)}::uuid[])::uuid[])`,
    "c.anonymised_at IS NULL"
  ]
  const compared = firstOf(maxCompared, "c.id", (condition) => `SELECT c.* FROM candidates c WHERE ${[...spelt, condition].join(" AND ")}`)
  const like = ["true", ...filters(given, tenant, filter), ...words.flatMap(isLike)].join(" AND ")
  const similarities = [
    `similarity((SELECT search_text(${add(words.join(" "))})), c.name)`,
    ...words.map((_, nth) => `word_similarity(${ofWord(nth, "folded")}, c.fields)`)
  ]
  const [score, id] = after === undefined ? [] : [add(after.score), add(after.id)]
  return sql.unsafe<SimilarMatch>(`
    WITH word AS MATERIALIZED (
      SELECT nth, search_text(content) AS folded, search_spellings(${tenant}, content) AS spellings
      FROM unnest((SELECT ${add(words)}::text[]), (SELECT ${add(words.map((_, nth) => nth))}::integer[])) AS word (content, nth)
    ), found AS (
      SELECT ${shownColumns}, round(1000 * (${similarities.join(" + ")}))::integer AS score FROM (
        SELECT c.*, search_text(c.full_name) AS name, search_text(${fieldsText}) AS fields FROM ${compared} c WHERE ${like} LIMIT ${maxSimilar}
      ) c
    )
    SELECT * FROM found
    ${score === undefined ? "" : `WHERE score < ${score}::integer OR (score = ${score}::integer AND id < ${id}::uuid)`}
    ORDER BY score DESC, id DESC LIMIT (SELECT ${add(limit)}::integer)`, values)
}
