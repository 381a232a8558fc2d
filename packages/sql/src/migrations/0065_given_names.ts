/** Given and family names of candidates, and what orders them by family name. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { matches, quoted, replace, unspaced } from "./0031_normal_forms.ts"

/** What stands behind a name and is no part of it, in lower case and without points. */
const suffixes = "jr sr junior senior ii iii iv phd dphil md dds dvm jd llm llb mba msc bsc ma ba mph rn cpa cfa pmp esq esquire obe mbe"

/** Functions are named with their schema: an index is restored without a search path. */
const statements = (schema: string): ReadonlyArray<string> => {
  const words = (text: string) => `string_to_array(btrim(${replace(text, "[\\s\\u00a0\\u2000-\\u200a\\u202f\\u3000]+", " ")}), ' ')`
  const isSuffix = (word: string) => `lower(translate(${word}, '.', '')) = ANY (string_to_array(${quoted(suffixes)}, ' '))`
  return [
    // What orders a candidate by family name: the family name, or else what stands before a comma, or else the last
    // word but for suffixes; of a script without spaces the whole name, which begins with it. Then the whole name.
    `CREATE OR REPLACE FUNCTION family_form(family_name text, full_name text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $body$ DECLARE
    family text := family_name;
    words text[];
  BEGIN
    IF family IS NULL AND NOT ${matches("full_name", `[${unspaced}]`)} THEN
      words := ${words("split_part(full_name, ',', 2)")};
      IF cardinality(words) > 0 AND NOT (SELECT bool_and(${isSuffix("word")}) FROM unnest(words) AS word) THEN
        family := split_part(full_name, ',', 1);
      ELSE
        words := ${words("split_part(full_name, ',', 1)")};
        WHILE cardinality(words) > 1 AND ${isSuffix("words[cardinality(words)]")} LOOP words := trim_array(words, 1); END LOOP;
        family := words[cardinality(words)];
      END IF;
    END IF;
    RETURN coalesce(nullif(${schema}.name_form(family), ''), ${schema}.name_form(full_name)) || '  ' || ${schema}.name_form(full_name);
  END $body$`,
    "ALTER TABLE candidates ADD COLUMN given_name text, ADD COLUMN family_name text"
  ]
}

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [{ schema }] = (yield* sql`SELECT quote_ident(current_schema()) AS schema`) as unknown as [{ readonly schema: string }]
  yield* Effect.forEach(statements(schema), (statement) => sql.unsafe(statement), { discard: true })
})
