/** Functions for the search of candidates, whose indexes are built concurrently (decision 0041). */
import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { sqlState } from "../database/SqlFailures.ts"

const extensions = ["btree_gin", "pg_trgm", "unaccent"]

/** The server does not have the extensions, or the user may not create them. */
export class ExtensionsMissing extends Schema.TaggedError<ExtensionsMissing>()("ExtensionsMissing", { cause: Schema.Defect() }) {
  override get message() {
    return `The search of candidates needs the extensions ${extensions.join(", ")} in the database of DATABASE_URL, whose user ` +
      "cannot create them. They are in PostgreSQL's contrib packages. Let an administrator run there: " +
      extensions.map((name) => `CREATE EXTENSION IF NOT EXISTS ${name};`).join(" ") + " Then start again. The cause"
  }
}

/** Insufficient privilege; and the extension's files, which the server does not have: 58P01 before PostgreSQL 15. */
const isMissing = (error: SqlError.SqlError): boolean => ["42501", "0A000", "58P01"].includes(sqlState(error))

/** Punctuation that the parser of texts takes for a part of a word, as in an e-mail address, a path or a number. */
const punctuation = ".,-_/@+:;&=#~%?*<>\\'’`"

const statements = [
  // Words as they are, in lower case and without accents: names and texts are in many languages.
  "CREATE TEXT SEARCH CONFIGURATION candor_search (COPY = simple)",
  `ALTER TEXT SEARCH CONFIGURATION candor_search
    ALTER MAPPING FOR asciiword, word, numword, asciihword, hword, numhword, hword_asciipart, hword_part, hword_numpart
    WITH unaccent, simple`,
  // Bodies that are parsed now: they name the same objects whatever the search path is when an index is built or restored.
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
  yield* Effect.forEach(extensions, (name) => sql.unsafe(`CREATE EXTENSION IF NOT EXISTS ${name}`), { discard: true }).pipe(
    Effect.mapError((cause) => isMissing(cause) ? new ExtensionsMissing({ cause }) : cause)
  )
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
