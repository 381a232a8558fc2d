/** Candidates whose texts match a search, with excerpts of the texts. */
import { type Highlight, type HighlightPart, maxMatches, type TextSource } from "@candor/domain/candidate/CandidateSearch"
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { allOf, anyOf, fieldsWords, queryOf, type Scored, type Search, selected, type TextMatch } from "./SearchConditions.ts"
import { searchedTexts } from "./SearchedTexts.ts"

/** The most texts of a source, and the most candidates' fields, that are read for a word: the first that the index has. */
const maxTextsOfWord = 500

/** The most texts of a source that are read for all words together. */
const maxTexts = 200

const sources = Object.keys(searchedTexts) as ReadonlyArray<TextSource>

/** Texts of a source in which the query finds its words. */
const textsOf = (sql: SqlClient.SqlClient, organization: string, query: Statement.Fragment, limit: number) =>
(source: TextSource): Statement.Fragment => {
  const { application, candidate, content, from, where } = searchedTexts[source]
  return sql`(
    SELECT ${sql.literal(candidate)} AS candidate_id, ${sql.literal(`'${source}'`)} AS source, t.id,
      ${sql.literal(application)} AS application_id
    FROM ${sql.literal(from)}
    WHERE t.organization_id = ${organization} AND ${sql.literal(`search_words(${content})`)} @@ ${query} AND ${sql.literal(where)}
    LIMIT ${sql.literal(String(limit))}
  )`
}

/** Makes the function that returns candidates of which one text has all words, the newest first. */
export const textMatches = (sql: SqlClient.SqlClient) => (search: Search, earlier: ReadonlyArray<string>) => {
  const { organization, words } = search
  const hits = sources.map(textsOf(sql, organization, queryOf(sql, allOf(words)), maxTexts))
  return sql<Scored>`
    WITH hit AS MATERIALIZED (
      SELECT DISTINCT ON (candidate_id) * FROM (${sql.join(" UNION ALL ", false)(hits)}) found ORDER BY candidate_id, id
    )
    SELECT c.id, 0 AS score, json_build_object('source', h.source, 'id', h.id, 'application_id', h.application_id) AS text
    FROM hit h
    JOIN candidates c ON c.organization_id = ${organization} AND c.id = h.candidate_id
    WHERE c.id <> ALL (${earlier}::uuid[]) AND ${selected(sql, search)}
    ORDER BY c.id DESC LIMIT ${sql.literal(String(maxMatches))}
  `
}

/** Makes the function that returns candidates whose fields and texts have all words together, the newest first. */
export const combinedMatches = (sql: SqlClient.SqlClient) =>
(search: Search, earlier: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Scored>, SqlError.SqlError> => {
  const { organization, words } = search
  if (words.length === 1) return Effect.succeed([])
  const query = sql`query.words`
  return sql<Scored>`
    WITH query AS MATERIALIZED (
      SELECT nth, to_tsquery('candor_search', content) AS words
      FROM unnest(${words.map((word) => allOf([word]))}::text[], ${words.map((_, index) => index)}::integer[]) AS query (content, nth)
    ), hit AS MATERIALIZED (
      SELECT query.nth, found.* FROM query CROSS JOIN LATERAL (
        ${sql.join(" UNION ALL ", false)(sources.map(textsOf(sql, organization, query, maxTextsOfWord)))}
        UNION ALL (
          SELECT c.id, NULL, NULL, NULL FROM candidates c
          WHERE c.organization_id = ${organization} AND ${sql.literal(fieldsWords)} @@ ${query}
          LIMIT ${sql.literal(String(maxTextsOfWord))}
        )
      ) found
    ), matching AS (
      SELECT candidate_id, min(ARRAY[source, id::text, application_id::text]) FILTER (WHERE source IS NOT NULL) AS h
      FROM hit GROUP BY candidate_id HAVING count(DISTINCT nth) = ${words.length}
    )
    SELECT c.id, 0 AS score, CASE WHEN m.h IS NOT NULL
      THEN json_build_object('source', m.h[1], 'id', m.h[2], 'application_id', m.h[3]) END AS text
    FROM matching m
    JOIN candidates c ON c.organization_id = ${organization} AND c.id = m.candidate_id
    WHERE c.id <> ALL (${earlier}::uuid[]) AND ${selected(sql, search)}
    ORDER BY c.id DESC LIMIT ${sql.literal(String(maxMatches))}
  `
}

/** What the excerpt of a text begins and ends a word with that matches. */
const [start, stop] = ["\u0002", "\u0003"]

const options = `StartSel=${start}, StopSel=${stop}, MinWords=12, MaxWords=30, ShortWord=0`

interface ExcerptRow extends TextMatch {
  readonly excerpt: string
}

/** The segments of an excerpt. */
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
