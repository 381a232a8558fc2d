/** Candidates whose texts match a search, with excerpts of the texts. */
import { type Highlight, type HighlightPart, maxMatches, type TextSource } from "@candor/domain/candidate/CandidateSearch"
import type { ApplicationId } from "@candor/domain/Id"
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { allOf, anyOf, fieldsWords, queryOf, type Scored, type Search, selected } from "./SearchConditions.ts"
import { searchedTexts } from "./SearchedTexts.ts"

/** The most texts of a source, and the most candidates' fields, that are read for a word: the first that the index has. */
const maxTextsOfWord = 1000

/** A text that has words of a search. */
export interface TextMatch {
  readonly source: TextSource
  readonly id: string
  readonly application_id: ApplicationId | null
}

interface TextMatchRow extends Scored {
  readonly text: TextMatch
}

const sources = Object.keys(searchedTexts) as ReadonlyArray<TextSource>

/** Texts of a source that the `query` finds. */
const textsOf = (sql: SqlClient.SqlClient, organization: string) => (source: TextSource): Statement.Fragment => {
  const { application, candidate, content, from, where } = searchedTexts[source]
  return sql`(
    SELECT ${sql.literal(candidate)} AS candidate_id,
      json_build_object('source', ${sql.literal(`'${source}'`)}, 'id', t.id, 'application_id', ${sql.literal(application)}) AS text
    FROM ${sql.literal(from)}
    WHERE t.organization_id = ${organization} AND ${sql.literal(`search_words(${content})`)} @@ query.words
      AND ${sql.literal(where)}
    LIMIT ${sql.literal(String(maxTextsOfWord))}
  )`
}

/**
 * Makes the function that returns candidates which have all words in their fields and texts together, besides those that have
 * all in their fields. Those with all words in one text come first.
 */
export const textMatches = (sql: SqlClient.SqlClient) =>
(search: Search): Effect.Effect<ReadonlyArray<TextMatchRow>, SqlError.SqlError> => {
  const { organization, words } = search
  // The first query is for all words in one text, the others for one word each.
  const queries = [allOf(words), ...(words.length === 1 ? [] : words.map((word) => allOf([word])))]
  return sql<TextMatchRow>`
    WITH query AS MATERIALIZED (
      SELECT nth, to_tsquery('candor_search', content) AS words
      FROM unnest(${queries}::text[], ${queries.map((_, index) => index + 1)}::integer[]) AS query (content, nth)
    ), hit AS MATERIALIZED (
      SELECT query.nth, found.* FROM query CROSS JOIN LATERAL (
        ${sql.join(" UNION ALL ", false)(sources.map(textsOf(sql, organization)))}
        UNION ALL (
          SELECT c.id, NULL FROM candidates c
          WHERE c.organization_id = ${organization} AND query.nth > 1 AND ${sql.literal(fieldsWords)} @@ query.words
          LIMIT ${sql.literal(String(maxTextsOfWord))}
        )
      ) found
    ), matching AS (
      SELECT candidate_id, bool_or(nth = 1)::integer AS score,
        (array_agg(text ORDER BY nth) FILTER (WHERE text IS NOT NULL))[1] AS text
      FROM hit GROUP BY candidate_id HAVING bool_or(nth = 1) OR count(DISTINCT nth) = ${words.length}
    )
    SELECT c.id, m.score, m.text
    FROM matching m JOIN candidates c ON c.organization_id = ${organization} AND c.id = m.candidate_id
    WHERE NOT ${sql.literal(fieldsWords)} @@ ${queryOf(sql, allOf(words))} AND ${selected(sql, search)}
    ORDER BY m.score DESC, c.id DESC LIMIT ${sql.literal(String(maxMatches))}
  `
}

/** What the excerpt of a text begins and ends a word with that matches. */
const [start, stop] = ["\u0002", "\u0003"]

const options = `StartSel=${start}, StopSel=${stop}, MinWords=12, MaxWords=30, ShortWord=0`

interface ExcerptRow extends TextMatch {
  readonly excerpt: string
}

/** The stretches of an excerpt. */
const partsOf = (excerpt: string): ReadonlyArray<HighlightPart> =>
  excerpt.split(start!).flatMap((piece, index) => {
    const [matching, rest = ""] = index === 0 ? ["", piece] : piece.split(stop!, 2)
    return [{ text: matching!, is_match: true }, { text: rest, is_match: false }]
  }).filter(({ text }) => text !== "")

/** Makes the function that returns an excerpt of each text, by the id of the text. */
export const excerpts = (sql: SqlClient.SqlClient) =>
(
  { organization, words }: Search,
  texts: ReadonlyArray<TextMatch>
): Effect.Effect<ReadonlyMap<string, Highlight>, SqlError.SqlError> => {
  const used = sources.filter((one) => texts.some(({ source }) => source === one))
  if (used.length === 0) return Effect.succeed(new Map())
  const select = (source: TextSource) => {
    const { application, content, from, key, where } = searchedTexts[source]
    const ofSource = texts.filter((text) => text.source === source)
    return sql`
      SELECT ${sql.literal(`'${source}'`)} AS source, t.id, ${sql.literal(application)} AS application_id,
        ts_headline('candor_search', ${sql.literal(content)}, ${queryOf(sql, anyOf(words))}, ${options}) AS excerpt
      FROM jsonb_to_recordset(${PgTypes.jsonb(ofSource)}) AS text (id uuid, application_id uuid)
      JOIN ${sql.literal(from)} ON ${sql.literal(key)}
      WHERE t.organization_id = ${organization} AND ${sql.literal(where)}`
  }
  return sql<ExcerptRow>`${sql.join(" UNION ALL ", false)(used.map(select))}`.pipe(
    Effect.map((rows) =>
      new Map(rows.map(({ application_id, excerpt, id, source }) => [id, { source, application_id, parts: partsOf(excerpt) }])))
  )
}
