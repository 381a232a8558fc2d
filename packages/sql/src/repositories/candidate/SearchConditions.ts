/**
 * Building blocks of the search statements, as text: composing statements of this size from fragments would take longer
 * than running them. Values that the plan must not depend on are subselects, so that PostgreSQL keeps one plan.
 */
import { noun } from "@candor/domain/candidate/Candidate"
import type { ApplicationId, CandidateId, OrganizationId } from "@candor/domain/Id"
import type { SearchFilter, TextSource } from "@candor/domain/search/CandidateSearch"
import type { Pieces } from "@candor/domain/search/Highlighting"
import { searchedColumns, searchedLists } from "@candor/domain/search/SearchedFields"
import { isPhrase, type ParsedQuery, type SearchGroup, type SearchTerm } from "@candor/domain/search/SearchQuery"
import type { SqlClient } from "effect/sql"
import { candidateFields, candidateKeys, candidateSpellings } from "../../database/CandidateTexts.ts"
import { inSample } from "../../database/ConcurrentIndexes.ts"
import { columns } from "../../statements/Nouns.ts"
import { isOwnBesideKeys } from "../../statements/OfOrganization.ts"
import { candidateJoined } from "./CandidateRows.ts"

/** What a statement searches for. */
export interface Search {
  readonly organization: OrganizationId
  readonly query: ParsedQuery
  readonly filter: SearchFilter
}

/** A text that matches. */
export interface TextMatch {
  readonly source: TextSource
  readonly id: string
  readonly application_id: ApplicationId | null
}

/** The organization of a search, which `ofOrganization` fills in. */
export const tenant = "$organization"

/** The parameters of a statement: `add` returns the text that stands for a value. */
export const parameters = (sql: SqlClient.SqlClient) => {
  const values: Array<unknown> = []
  return {
    values,
    add: (value: unknown): string => `$${values.push(value)}`,
    /** A condition: a row belongs to the organization. It is used beside a condition on the row's keys. */
    isOwn: (alias: string): string => isOwnBesideKeys(sql, `${alias}.organization_id`)
  }
}

export interface Parameters extends ReturnType<typeof parameters> {}

/** The columns of a candidate `c` that a search shows. */
export const candidateShown = columns(noun, "c", "json", candidateJoined)

/** The searched fields of a candidate `c`, in the form of their index. */
export const fieldsText = candidateFields("c")

/** The words of these fields, in the form of their index. */
export const fieldsKeys = candidateKeys("c")

/** What different spellings of these words have in common, in the form of their index. */
export const fieldsSpellings = candidateSpellings("c")

/** The searched texts and lists of a candidate `c`. */
const texts = searchedColumns.map(({ column }) => `coalesce(c.${column}, '')`)
const lists = searchedLists.map(({ column }) => `c.${column}`)

/** The terms that a search looks for, in all of its forms. */
export const termsOf = (
  { query: { forms } }: Search
): ReadonlyArray<SearchTerm> => [...new Map(forms.flat(2).map((term) => [JSON.stringify(term), term])).values()]

/** Joins the fields of a candidate `c` as `pieces.written`, separated by U+0002. */
export const withPieces = `CROSS JOIN LATERAL (
      SELECT text_pieces(array_to_string(
        ARRAY[${texts.map((text) => `translate(${text}, chr(2), ' ')`).join(", ")}]
          || contact_values(c.primary_email, c.email_addresses, c.phone_numbers) || ${lists.join(" || ")}, chr(2)
      )) AS written OFFSET 0
    ) pieces`

/** The columns that the highlights of a match are made from, besides `withPieces`. */
export const highlightColumns = ({ add }: Parameters, search: Search): string =>
  `pieces.written, fold_text(pieces.written) AS folded,
      (SELECT ARRAY(SELECT ${sequenceOf("term")} FROM unnest((SELECT ${
    add(termsOf(search).map(({ text }) => text))
  }::text[])) AS term)) AS sequences`

/** The words of a text in order, as pieces have them. Signs such as those of `C++` are restored. */
export const sequenceOf = (text: string): string => `translate(text_sequence(${text}), '＋＃', '+#')`

/** The terms of groups as parallel lists, each with its form and group. */
const listed = ({ add }: Parameters, forms: ReadonlyArray<ReadonlyArray<SearchGroup>>): string => {
  const terms = forms.flatMap((groups, form) =>
    groups.flatMap((group, nth) => group.map((term) => ({ ...term, form, nth })))
  )
  const [texts, wholes, ofForm, ofGroup] = [
    terms.map(({ text }) => text),
    terms.map(({ whole }) => whole),
    terms.map(({ form }) => form),
    terms.map(({ nth }) => nth)
  ].map(add)
  return `unnest((SELECT ${texts}::text[]), (SELECT ${wholes}::boolean[]), (SELECT ${ofForm}::integer[]), (SELECT ${ofGroup}::integer[]))
      AS t (term, whole, form, nth)`
}

const oneOf = (tenant: string, mark: string, whole: string) =>
  `string_agg('(' || text_query(${tenant}, term, '${mark}', ${whole})::text || ')', ' | ')`

/** A text search query for one term of each group of any form; null without words. */
export const formsQuery = (
  given: Parameters,
  tenant: string,
  forms: ReadonlyArray<ReadonlyArray<SearchGroup>>,
  mark = "",
  whole = "whole"
): string =>
  `(
      SELECT string_agg('(' || groups || ')', ' | ')::tsquery FROM (
        SELECT string_agg('(' || terms || ')', ' & ') AS groups
        FROM (SELECT form, ${oneOf(tenant, mark, whole)} AS terms FROM ${listed(given, forms)} GROUP BY form, nth) one
        GROUP BY form
      ) one
    )`

/** Selects one text search query per group as `words`, with the group's index as `nth`. */
export const groupQueries = (given: Parameters, tenant: string, groups: ReadonlyArray<SearchGroup>): string =>
  `SELECT ${oneOf(tenant, "", "whole")}::tsquery AS words, nth FROM ${listed(given, [groups])} GROUP BY nth`

/** A searched content: its words in the form of the index, and its words in order. */
export interface Content {
  readonly keys: string
  readonly sequence: string
}

export const fieldsContent: Content = {
  keys: fieldsKeys,
  sequence: [
    ...texts,
    ...["contact_values(c.primary_email, c.email_addresses, c.phone_numbers)", ...lists].map((list) =>
      `array_to_string(${list}, '|')`
    )
  ].map((field) => `text_sequence(${field})`).join(" || '|' || ")
}

/**
 * Makes a function from a content to a condition: one of the group's terms occurs in it, a phrase word for word.
 * Returns undefined if the group has no phrase.
 */
export const phrases = (
  { add }: Parameters,
  tenant: string,
  group: SearchGroup
): ((content: Content) => string) | undefined => {
  if (!group.some(isPhrase)) return undefined
  const terms = group.map((term) => ({ text: `${add(term.text)}::text`, whole: term.whole, phrase: isPhrase(term) }))
  return ({ keys, sequence }) =>
    `(${
      terms.map(({ phrase, text, whole }) =>
        phrase
          ? `strpos(${sequence}, (SELECT text_sequence(${text}))) > 0`
          : `${keys} @@ (SELECT text_query(${tenant}, ${text}, '', ${whole}))`
      ).join(" OR ")
    })`
}

/** The same for a row of `query`, whose group has the index `nth`. */
export const groupPhrases = (given: Parameters, tenant: string, groups: ReadonlyArray<SearchGroup>) => {
  const conditions = groups.flatMap((group, nth) => {
    const condition = phrases(given, tenant, group)
    return condition === undefined ? [] : [{ nth, condition }]
  })
  return (content: Content): ReadonlyArray<string> =>
    conditions.map(({ condition, nth }) => `(query.nth <> ${nth} OR ${condition(content)})`)
}

/**
 * The first rows of a selection, of which `id` is a column; those in the table's sample come first. An index returns
 * all rows with a word before a limit applies. If very many rows have the word, those of the sample fill the limit, and
 * the others are not read.
 */
export const firstOf = (limit: number, id: string, select: (condition: string) => string): string => {
  const sampled = inSample(id)
  return `(SELECT * FROM ((${select(sampled)}) UNION ALL (${select(`NOT ${sampled}`)})) matching LIMIT ${limit})`
}

/**
 * The candidate of a match, its score (highest first) among matches of the same kind, and a text that contains words of
 * the search.
 */
export interface Scored {
  readonly id: CandidateId
  readonly score: number
  readonly text?: TextMatch | null
}

/** The source of a match's highlights. */
export interface Highlighted extends Pieces {
  /** The terms of the search, each as a sequence of words. */
  readonly sequences: ReadonlyArray<string>
}
