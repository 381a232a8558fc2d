/** Excerpts of texts that match a search. */
import type { Highlight, HighlightPart, TextSource } from "@candor/domain/candidate/CandidateSearch"
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { allOf, anyOf, parameters, type Search, type TextMatch } from "./SearchConditions.ts"
import { searchedTexts, sources } from "./SearchedTexts.ts"

/** The marks at the beginning and the end of a word that matches. */
const [start, stop] = ["\u0002", "\u0003"] as const

const headline = `StartSel=${start}, StopSel=${stop}, MinWords=12, MaxWords=30, ShortWord=0`

/**
 * The punctuation that the index has spaces for (migration 0021), and the marks. A regular expression takes a fifth of the time
 * that `translate` does.
 */
const punctuation = `[-.,_/@+:;&=#~%?*<>\\\\'’\`${start}${stop}]`

/**
 * 501 characters without a space, of which the last becomes one: `ts_headline` leaves out words of more than 2,046 bytes, so that its
 * text would be found nowhere. No word of a query is as long.
 */
const longWord = String.raw`(\S{250}\S{250})\S`
const dividedWord = String.raw`\1 `

/** The most characters on each side of the best words that an excerpt has as well, of a word that they cut: `.js` of `node.js`. */
const maxRest = 60

/** The characters of a text that its excerpt is looked for in: `ts_headline` takes the square of the places that match. */
const maxWindow = 20_000

/** Windows overlap, so that words that stand together are in one of them. */
const overlap = 500

interface ExcerptRow extends TextMatch {
  /** The best words as they are written, and what is before and behind them. */
  readonly best: string
  readonly before: string
  readonly behind: string
  /** All three with marks, and with spaces in place of punctuation. */
  readonly marked: string
}

/** The segments of an excerpt. Marks apart, both texts have the same length in UTF-16 too: punctuation and spaces are one unit each. */
const partsOf = ({ before, behind, best, marked }: ExcerptRow): ReadonlyArray<HighlightPart> => {
  const text = before + best + behind
  const from = before.search(/\S*$/)
  const to = text.length - behind.replace(/^\S*/, "").length
  let at = 0
  return marked.replaceAll(stop, start).split(start)
    .map((piece, index) => ({ text: text.slice(Math.max(at, from), Math.min(at += piece.length, to)), is_match: index % 2 === 1 }))
    .filter(({ text }) => text !== "")
}

/** Makes the function that returns an excerpt of each text, by the id of the text. */
export const excerpts = (sql: SqlClient.SqlClient) =>
(
  { forms, organization, words }: Search,
  texts: ReadonlyArray<TextMatch>
): Effect.Effect<ReadonlyMap<string, Highlight>, SqlError.SqlError> => {
  const used = sources.filter((one) => texts.some(({ source }) => source === one))
  if (used.length === 0) return Effect.succeed(new Map())
  const { add, values } = parameters()
  const [tenant, query, every, options, marks, punctuated] =
    [organization, anyOf([...new Set(forms.join(" ").split(" "))]), allOf(words), headline, start + stop, punctuation].map(add)
  const select = (source: TextSource) => {
    const { content, of, table } = searchedTexts[source]
    const ofSource = add(PgTypes.jsonb(texts.filter((text) => text.source === source)))
    // Each text is looked up by its id: a plan that joins the tables would read the whole one.
    return `
      SELECT '${source}' AS source, text.id, text.application_id, found.content
      FROM jsonb_to_recordset((SELECT ${ofSource}::jsonb)) AS text (id uuid, application_id uuid) CROSS JOIN LATERAL (
        SELECT CASE WHEN ${content} IS NFC NORMALIZED THEN ${content} ELSE normalize(${content}, NFC) END AS content
        FROM ${table} t
        WHERE t.organization_id = ${tenant}${of === "application" ? " AND t.application_id = text.application_id" : ""} AND t.id = text.id
        LIMIT 1
      ) found`
  }
  const markedOf = (text: string, options: string) => `ts_headline('candor_search', ${text}, (SELECT to_tsquery('candor_search', ${query!})), ${options})`
  const has = (words: string) => `to_tsvector('candor_search', substr(spaced, start, ${maxWindow})) @@ (SELECT to_tsquery('candor_search', ${words}))`
  return sql.unsafe<ExcerptRow>(`
    WITH written AS MATERIALIZED (${used.map(select).join(" UNION ALL ")}),
    text AS MATERIALIZED (SELECT *, regexp_replace(content, ${punctuated!}, ' ', 'g') AS spaced FROM written),
    part AS MATERIALIZED (
      SELECT source, id, application_id, substr(content, start, ${maxWindow}) AS content, substr(spaced, start, ${maxWindow}) AS spaced
      FROM text CROSS JOIN LATERAL (
        SELECT start FROM generate_series(1, greatest(length(spaced) - ${overlap}, 1), ${maxWindow - overlap}) AS start
        ORDER BY CASE WHEN length(spaced) <= ${maxWindow} THEN 2 WHEN ${has(every!)} THEN 2 WHEN ${has(query!)} THEN 1 ELSE 0 END DESC, start
        LIMIT 1
      ) best
    ),
    divided AS MATERIALIZED (
      SELECT source, id, application_id, content,
        CASE WHEN spaced ~ '${longWord}' THEN regexp_replace(spaced, '${longWord}', '${dividedWord}', 'g') ELSE spaced END AS spaced
      FROM part
    ),
    shown AS MATERIALIZED (SELECT *, ${markedOf("spaced", options!)} AS headline FROM divided),
    placed AS MATERIALIZED (
      SELECT *, strpos(spaced, plain) AS at, length(plain) AS size FROM shown CROSS JOIN LATERAL translate(headline, ${marks!}, '') AS plain
    )
    SELECT source, id, application_id,
      substr(content, at, size) AS best, substr(content, at - ${maxRest}, ${maxRest}) AS before, substr(content, at + size, ${maxRest}) AS behind,
      ${markedOf(`substr(spaced, at - ${maxRest}, size + 2 * ${maxRest})`, `${options!} || ', HighlightAll=true'`)} AS marked
    FROM placed`, values).pipe(
    Effect.map((rows) =>
      new Map(rows.map((row) => [row.id, { source: row.source, application_id: row.application_id, parts: partsOf(row) }])))
  )
}
