/** Candidates whose fields match a search: by the beginnings of their words, or by words that are like them. */
import { maxMatches } from "@candor/domain/candidate/CandidateSearch"
import { hasTrigrams, hasVariants, variantsOf } from "@candor/domain/candidate/SpellingVariants"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { allOf, fieldsText, fieldsWords, queryOf, type Scored, type Search, selected } from "./SearchConditions.ts"

/** The part of a word's trigrams that a similar word has: a word of six letters keeps three of seven if two are swapped. */
const minSimilarity = "0.36"

/** The most matches of one kind, as text of the statement: a plan depends on it. */
const limit = String(maxMatches)

/**
 * Makes the function that returns candidates whose fields have all words. Those whose name is the query come first, then
 * those with the words in their name, then those with words of which they are the beginnings there.
 */
export const fieldMatches = (sql: SqlClient.SqlClient) => (search: Search) => {
  const { organization, words } = search
  const name = sql.literal("search_words(found.full_name)")
  return sql<Scored>`
    SELECT found.id, CASE
        WHEN search_text(found.full_name) = (SELECT search_text(${words.join(" ")})) THEN 3
        WHEN ${name} @@ ${queryOf(sql, words.join(" & "))} THEN 2
        WHEN ${name} @@ ${queryOf(sql, allOf(words))} THEN 1
        ELSE 0
      END AS score
    FROM (
      SELECT c.id, c.full_name FROM candidates c
      WHERE c.organization_id = ${organization} AND ${sql.literal(fieldsWords)} @@ ${queryOf(sql, allOf(words))}
        AND ${selected(sql, search)}
      LIMIT ${sql.literal(limit)}
    ) found
    ORDER BY score DESC, found.id DESC
  `
}

/** The condition that the fields of candidates `c` have a word which is like this one. */
const isLike = (sql: SqlClient.SqlClient, word: string): Statement.Fragment =>
  hasTrigrams(word)
    ? sql`search_text(${sql.literal(fieldsText)}) %> (SELECT search_text(${word}) FROM setting)`
    : sql`${sql.literal(fieldsWords)} @@ ${queryOf(sql, hasVariants(word) ? variantsOf(word).join(" | ") : allOf([word]))}`

/**
 * Makes the function that returns candidates whose fields have words which are like all words. The statement sets the similarity that `%>` compares with, for itself alone.
 */
export const similarMatches = (sql: SqlClient.SqlClient) => (search: Search, earlier: ReadonlyArray<string>) => {
  const { organization, words } = search
  if (!words.some((word) => hasTrigrams(word) || hasVariants(word))) return Effect.succeed<ReadonlyArray<Scored>>([])
  const similarities = words.map((word) => sql`word_similarity((SELECT search_text(${word})), found.content)`)
  return sql<Scored>`
    WITH setting AS MATERIALIZED (
      SELECT set_config('pg_trgm.word_similarity_threshold', ${minSimilarity}, true) AS threshold
    )
    SELECT found.id, round(1000 * (
        similarity((SELECT search_text(${words.join(" ")})), search_text(found.full_name))
        + ${sql.join(" + ", false)(similarities)}
      ))::integer AS score
    FROM (
      SELECT c.id, c.full_name, search_text(${sql.literal(fieldsText)}) AS content FROM candidates c
      WHERE c.organization_id = ${organization} AND ${sql.and(words.map((word) => isLike(sql, word)))}
        AND c.id <> ALL (${earlier}::uuid[])
        AND ${selected(sql, search)}
      LIMIT ${sql.literal(limit)}
    ) found
    ORDER BY score DESC, found.id DESC
  `
}
