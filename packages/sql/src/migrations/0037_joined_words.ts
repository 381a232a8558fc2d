/**
 * Words that are found with and without what may stand between their parts: a space, an apostrophe, a hyphen (decision
 * 0041).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { apostrophes, between, matches, quoted, replace, unspaced } from "./0031_normal_forms.ts"

/** What may stand between two letters of scripts without spaces: in a name, and where a text is broken into lines. */
const gap = "[ \\t\\r\\n·・‧]+"

/** Hyphens and the apostrophe, within brackets. */
const signs = "'‐‑-"

/** A letter, and the rest of a word. */
const letter = `[^${between}0-9]`
const part = `[^${between}]+`

/** Returns the statements. Functions are named with their schema: an index is restored without a search path. */
const statements = (schema: string): ReadonlyArray<string> => [
  // The words that an index has. A zero-width non-joiner is in a word, and between two; so is an apostrophe, and a
  // hyphen. Letters of scripts without spaces are pairs across a space too, so that 山田太郎 finds 山田 太郎. Folded, some
  // apostrophes would be spaces.
  `CREATE OR REPLACE FUNCTION text_indexed(content text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $body$ DECLARE
    words text[] := ${schema}.text_words(content);
    folded text := ${schema}.fold_text(translate(content, ${quoted(apostrophes)}, ${quoted("'".repeat(apostrophes.length))}));
    joined text;
  BEGIN
    IF strpos(content, U&'\\200c') > 0 THEN words := words || ${schema}.text_words(translate(content, U&'\\200c', ' ')); END IF;
    IF ${matches("folded", `[${unspaced}]${gap}[${unspaced}]`)} THEN
      words := words || ARRAY(
        SELECT right(one, 1) || left(next, 1)
        FROM string_to_array(${replace("folded", gap, " ")}, ' ') AS parts, unnest(parts, parts[2:]) AS pair (one, next)
        WHERE ${matches("(right(one, 1) || left(next, 1))", `^[${unspaced}]{2}$`)}
      );
    END IF;
    IF ${matches("folded", `${letter}[${signs}]${letter}`)} THEN
      joined := array_to_string(ARRAY(
        SELECT match[1] FROM regexp_matches(folded COLLATE "C", ${quoted(`(${part}(?:[${signs}]${part})+)`)}, 'g') AS match
      ), ' ');
      words := words || ${schema}.text_words(replace(joined, '''', '')) || ${schema}.text_words(translate(joined, ${quoted(signs)}, ''));
    END IF;
    RETURN words;
  END $body$`,
  // A name or a university as possible duplicates are found by it: without what stands between its words.
  `CREATE FUNCTION joined_form(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $body$ BEGIN
    RETURN replace(${schema}.name_form(name), ' ', '');
  END $body$`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [{ schema }] = (yield* sql`SELECT quote_ident(current_schema()) AS schema`) as unknown as [{ readonly schema: string }]
  yield* Effect.forEach(statements(schema), (statement) => sql.unsafe(statement), { discard: true })
})
