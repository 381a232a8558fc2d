/** Excerpts of texts that match a search. */
import type { Highlight, HighlightPart, TextSource } from "@candor/domain/candidate/CandidateSearch"
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { anyOf, parameters, type Search, type TextMatch } from "./SearchConditions.ts"
import { searchedTexts, sources } from "./SearchedTexts.ts"

/** What the excerpt of a text begins and ends a word with that matches. */
const [start, stop] = ["\u0002", "\u0003"]

const headline = `StartSel=${start}, StopSel=${stop}, MinWords=12, MaxWords=30, ShortWord=0`

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
  const { add, values } = parameters()
  const [tenant, query, options] = [add(organization), add(anyOf(words)), add(headline)]
  const select = (source: TextSource) => {
    const { content, of, table } = searchedTexts[source]
    const ofSource = add(PgTypes.jsonb(texts.filter((text) => text.source === source)))
    // Each text is looked up by its id: a plan that joins the tables would read the whole one.
    return `
      SELECT '${source}' AS source, text.id, text.application_id, found.excerpt
      FROM jsonb_to_recordset(${ofSource}) AS text (id uuid, application_id uuid) CROSS JOIN LATERAL (
        SELECT ts_headline('candor_search', translate(${content}, E'\\x02\\x03', ''), (SELECT to_tsquery('candor_search', ${query})), ${options}) AS excerpt
        FROM ${table} t
        WHERE t.organization_id = ${tenant}${of === "application" ? " AND t.application_id = text.application_id" : ""} AND t.id = text.id
        LIMIT 1
      ) found`
  }
  return sql.unsafe<ExcerptRow>(used.map(select).join(" UNION ALL "), values).pipe(
    Effect.map((rows) =>
      new Map(rows.map(({ application_id, excerpt, id, source }) => [id, { source, application_id, parts: partsOf(excerpt) }])))
  )
}
