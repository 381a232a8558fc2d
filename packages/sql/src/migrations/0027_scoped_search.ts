/** The words of texts as an index of all organizations keeps them: each with its organization (decision 0041). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The letters of a word that typing errors are looked for in, by their positions. */
const positions = Array.from({ length: 7 }, (_, at) => at + 1)

/** Punctuation within a name that a query may leave out. */
const joining = "''’-"

const statements = [
  // The end of an id is random. Two organizations may have the same: statements compare the organization as well.
  `CREATE FUNCTION search_scope(organization_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    right(organization_id::text, 8)`,
  // Without positions, which no query asks for. The scope alone stands for every text of the organization. Words of a
  // query are shorter than 500 characters.
  `CREATE FUNCTION search_keys(organization_id uuid, content text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    array_to_tsvector(ARRAY(
      SELECT search_scope(organization_id) || left(word, 500) FROM unnest(array_prepend('', tsvector_to_array(search_words(content)))) AS word
    ))`,
  // The words of a name once more, marked: a search finds those who have its words in their name before all others.
  `CREATE FUNCTION search_name_keys(organization_id uuid, name text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    array_to_tsvector(ARRAY(
      SELECT search_scope(organization_id) || '=' || left(word, 500) FROM unnest(tsvector_to_array(search_words(name))) AS word
    ))`,
  // A query for texts that have words which begin with all of these. Its words are made as those of texts are, and
  // quoted: the dictionary makes an apostrophe of some letters. Null without words, which finds nothing.
  `CREATE FUNCTION search_query(organization_id uuid, content text, mark text DEFAULT '') RETURNS tsquery
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
      SELECT string_agg(
        '''' || replace(replace(search_scope(organization_id) || mark || left(word, 500), '\\', '\\\\'), '''', '''''') || ''':*', ' & '
      )::tsquery
      FROM unnest(tsvector_to_array(search_words(content))) AS word
    )`,
  // What two spellings of a word have in common: its first letters, and these with one of them left out. As numbers,
  // which depend on the organization. A list of expressions, for a second set of rows would take longer than the rest.
  `CREATE FUNCTION search_spellings(organization_id uuid, content text) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    ARRAY(
      SELECT unnest(ARRAY[${
    ["word", ...positions.map((at) => `overlay(word PLACING '' FROM ${at} FOR 1)`)].map((text) => `hashtextextended(${text}, seed)`).join(", ")
  }])
      FROM (
        SELECT left(word, ${positions.length}) AS word, uuid_hash_extended(organization_id, 0) AS seed
        FROM unnest(tsvector_to_array(search_words(
          CASE translate(content, '${joining}', '') WHEN content THEN content ELSE content || ' ' || translate(content, '${joining}', '') END
        ))) AS word
      ) words
    )`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
