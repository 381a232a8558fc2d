/** Candidates whose fields have words that are like those of a search. */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import { maxSimilar, type SearchPosition } from "@candor/domain/candidate/CandidateSearch"
import { hasTrigrams, hasVariants, variantsOf } from "@candor/domain/candidate/SpellingVariants"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { allOf, fieldsText, fieldsWords, filters, firstOf, type Parameters, parameters, type Scored, type Search, shownColumns } from "./SearchConditions.ts"

/** The part of a word's trigrams that a similar word has: a word of six letters keeps three of seven if two are swapped. */
const minSimilarity = "0.36"

export type SimilarMatch = CandidateDetail & Scored

/** The condition that the fields of candidates `c` have a word which is like this one. */
const isLike = ({ add }: Parameters, word: string): string =>
  hasTrigrams(word)
    ? `search_text(${fieldsText}) %> (SELECT search_text(${add(word)}) FROM setting)`
    : `${fieldsWords} @@ (SELECT to_tsquery('candor_search', ${add(hasVariants(word) ? variantsOf(word).join(" | ") : allOf([word]))}))`

/**
 * Makes the function that returns the first matches after a position, without candidates that were found `otherwise`. The
 * statement sets the similarity that `%>` compares with, for itself alone.
 */
export const similarMatches = (sql: SqlClient.SqlClient) =>
(
  { filter, organization, words }: Search,
  otherwise: ReadonlyArray<string>,
  limit: number,
  after?: SearchPosition
): Effect.Effect<ReadonlyArray<SimilarMatch>, SqlError.SqlError> => {
  if (!words.some((word) => hasTrigrams(word) || hasVariants(word))) return Effect.succeed([])
  const given = parameters()
  const { add, values } = given
  const tenant = add(organization)
  const without = `c.id <> ALL (${add(otherwise)}::uuid[])`
  const conditions = [...words.map((word) => isLike(given, word)), ...filters(given, tenant, filter), without, "c.anonymised_at IS NULL"]
  const [name, ...parts] = [words.join(" "), ...words].map((text) => `(SELECT search_text(${add(text)}))`)
  const similarities = [`similarity(${name}, search_text(c.full_name))`, ...parts.map((part) => `word_similarity(${part}, search_text(${fieldsText}))`)]
  const [score, id] = after === undefined ? [] : [add(after.score), add(after.id)]
  return sql.unsafe<SimilarMatch>(`
    WITH setting AS MATERIALIZED (
      SELECT set_config('pg_trgm.word_similarity_threshold', '${minSimilarity}', true) AS threshold
    ), found AS (
      SELECT ${shownColumns}, round(1000 * (${similarities.join(" + ")}))::integer AS score
      FROM ${firstOf(maxSimilar, "c.id", (condition) => `
        SELECT c.* FROM candidates c WHERE ${[`c.organization_id = ${tenant}`, ...conditions, condition].join(" AND ")}`)} c
    )
    SELECT * FROM found
    ${score === undefined ? "" : `WHERE score < ${score}::integer OR (score = ${score}::integer AND id < ${id}::uuid)`}
    ORDER BY score DESC, id DESC LIMIT ${add(limit)}`, values)
}
