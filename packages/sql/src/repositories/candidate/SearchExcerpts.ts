/** Excerpts of texts that match a search. */
import type { Highlight, TextSource } from "@candor/domain/search/CandidateSearch"
import { excerptOf, type FoundTerm, type Pieces, signs } from "@candor/domain/search/Highlighting"
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { parameters, type Search, termsOf, type TextMatch, tenant } from "./SearchConditions.ts"
import { searchedTexts, sources } from "./SearchedTexts.ts"

/**
 * The window of a text, in characters, in which its excerpt is searched: in a longer text, the first window with the
 * most words of the search.
 */
const maxWindow = 2000

/** Windows overlap, so that adjacent words are together in one of them. */
const overlap = 300

interface ExcerptRow extends TextMatch, Pieces {}

/**
 * Makes the function that returns an excerpt of each text, by the text's id. The terms are those of the search in their
 * normal form.
 */
export const excerpts = (sql: SqlClient.SqlClient) =>
(
  search: Search,
  texts: ReadonlyArray<TextMatch>,
  found: ReadonlyArray<FoundTerm>
): Effect.Effect<ReadonlyMap<string, Highlight>, SqlError.SqlError> => {
  const used = sources.filter((one) => texts.some(({ source }) => source === one))
  if (used.length === 0) return Effect.succeed(new Map())
  const { add, values } = parameters(sql)
  const [terms, left] = [termsOf(search).map(({ text }) => text), signs].map(add)
  const select = (source: TextSource) => {
    const { content, key, table } = searchedTexts[source]
    const ofSource = add(PgTypes.jsonb(texts.filter((text) => text.source === source)))
    // Each text is looked up by its id: with a join the planner would read the whole table.
    return `
      SELECT '${source}' AS source, text.id, text.application_id, found.content
      FROM jsonb_to_recordset((SELECT ${ofSource}::jsonb)) AS text (id uuid, application_id uuid) CROSS JOIN LATERAL (
        SELECT ${content} AS content FROM $${table} t
        WHERE t.organization_id = ${tenant} AND ${
      [...key, "id"].map((column) => `t.${column} = text.${column}`).join(" AND ")
    }
        LIMIT 1
      ) found`
  }
  return sql.unsafe<ExcerptRow>(
    `
    WITH written AS MATERIALIZED (${used.map(select).join(" UNION ALL ")}),
    term AS MATERIALIZED (SELECT rtrim(text_sequence(term)) AS sequence FROM unnest((SELECT ${terms}::text[])) AS term),
    pattern AS MATERIALIZED (
      SELECT sequence, 10 AS score FROM term
      UNION ALL
      SELECT ' ' || word, 1 FROM term CROSS JOIN LATERAL unnest(string_to_array(ltrim(sequence), ' ')) AS word
    ),
    part AS MATERIALIZED (
      SELECT source, id, application_id, text_pieces(best.content) AS written
      FROM written CROSS JOIN LATERAL (
        SELECT substr(content, start, ${maxWindow}) AS content
        FROM generate_series(1, greatest(length(content) - ${overlap}, 1), ${maxWindow - overlap}) AS start
        ORDER BY CASE WHEN length(content) <= ${maxWindow} THEN 0 ELSE (
          SELECT sum(score) FROM (
            SELECT text_sequence(piece) || text_sequence(translate(piece, (SELECT ${left}::text), '')) AS text
            FROM substr(content, start, ${maxWindow}) AS piece OFFSET 0
          ) part, pattern
          WHERE strpos(part.text, pattern.sequence) > 0
        ) END DESC NULLS LAST, start
        LIMIT 1
      ) best
    )
    SELECT source, id, application_id, written, fold_text(written) AS folded FROM part`,
    values
  ).pipe(
    ofOrganization(sql, search.organization),
    Effect.map((rows) =>
      new Map(
        rows.map((
          row
        ) => [row.id, { source: row.source, application_id: row.application_id, parts: excerptOf(row, found) }])
      )
    )
  )
}
