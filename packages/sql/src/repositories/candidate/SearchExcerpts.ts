/** Excerpts of texts that match a search. */
import type { Highlight, HighlightPart, TextSource } from "@candor/domain/candidate/CandidateSearch"
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { anyOf, type Search, type TextMatch } from "./SearchConditions.ts"
import { searchedTexts, sources } from "./SearchedTexts.ts"

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
        ts_headline('candor_search', ${sql.literal(content)}, (SELECT to_tsquery('candor_search', ${anyOf(words)})), ${options}) AS excerpt
      FROM jsonb_to_recordset(${PgTypes.jsonb(ofSource)}) AS text (id uuid, application_id uuid)
      JOIN ${sql.literal(from)} ON ${sql.literal(key)}
      WHERE t.organization_id = ${organization} AND ${sql.literal(where)}`
  }
  return sql<ExcerptRow>`${sql.join(" UNION ALL ", false)(used.map(select))}`.pipe(
    Effect.map((rows) =>
      new Map(rows.map(({ application_id, excerpt, id, source }) => [id, { source, application_id, parts: partsOf(excerpt) }])))
  )
}
