/** Functions for the search of candidates, whose indexes are built concurrently (decision 0041). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createExtensions } from "../database/Extensions.ts"

/** Punctuation that the parser of texts takes for a part of a word, as in an e-mail address, a path or a number. */
const punctuation = ".,-_/@+:;&=#~%?*<>\\'’`"

const statements = [
  // Words as they are, in lower case and without accents: names and texts are in many languages.
  "CREATE TEXT SEARCH CONFIGURATION candor_search (COPY = simple)",
  `ALTER TEXT SEARCH CONFIGURATION candor_search
    ALTER MAPPING FOR asciiword, word, numword, asciihword, hword, numhword, hword_asciipart, hword_part, hword_numpart
    WITH unaccent, simple`,
  // Bodies that are parsed now: they name the same objects whatever the search path is when an index is built or
  // restored.
  `CREATE FUNCTION search_words(content text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    to_tsvector('candor_search'::regconfig, translate(normalize(content, NFC), E'${
    punctuation.replaceAll("\\", "\\\\").replaceAll("'", "\\'")
  }', '${" ".repeat(punctuation.length)}'))`,
  `CREATE FUNCTION search_text(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    lower(unaccent('unaccent'::regdictionary, normalize(content, NFC)))`,
  `CREATE FUNCTION candidate_fields(full_name text, primary_email text, university text, tags text[]) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
    full_name || ' ' || primary_email || ' ' || coalesce(university, '') || ' ' || array_to_string(tags, ' ')`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* createExtensions
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
