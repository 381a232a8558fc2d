/** The functions of index expressions, which every write of an indexed row calls. */
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"

/**
 * Functions that indexes call, and that are planned anew in each statement: those in SQL that have a subquery. Of a
 * body that is stored as text, PostgreSQL does not tell; so none may be.
 */
const plannedAnew = (sql: SqlClient.SqlClient) =>
  sql<{ readonly name: string }>`
    SELECT DISTINCT called.oid::regproc::text AS name
    FROM pg_depend d
    JOIN pg_index i ON i.indexrelid = d.objid
    JOIN pg_proc called ON called.oid = d.refobjid
    JOIN pg_language l ON l.oid = called.prolang AND l.lanname = 'sql'
    WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_proc'::regclass
      AND (called.prosqlbody IS NULL OR called.prosqlbody::text LIKE '%SUBLINK%')
    ORDER BY name`

test("no index calls a function that PostgreSQL plans anew in every statement", () =>
  runOn(databases[0]!)(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    expect(yield* plannedAnew(sql)).toEqual([])
    // The query finds both kinds.
    yield* sql`CREATE FUNCTION as_text(words text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS 'SELECT array_agg(w) FROM unnest(words) w'`
    yield* sql`CREATE FUNCTION with_subquery(words text[]) RETURNS text[] LANGUAGE sql IMMUTABLE RETURN ARRAY(SELECT unnest(words))`
    yield* sql`CREATE TABLE text (words text[])`
    yield* sql`CREATE INDEX text_words ON text USING gin (as_text(words), with_subquery(words))`
    expect(yield* plannedAnew(sql)).toEqual([{ name: "as_text" }, { name: "with_subquery" }])
  })))

const organization = "01890a5d-ac96-774b-bcce-b302099a8057"

for (const database of databases) {
  test(`on ${database.name}, the keys of an index are made without a search path too, as when it is restored`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const keys = sql`
        SELECT public.text_keys(${organization}, 'Zoë Lê 太郎')::text AS words, public.text_name_keys(${organization}, 'Zoë')::text AS names,
          cardinality(public.text_spellings(${organization}, 'Zoë Lê')) AS spellings, public.name_form('Zoë  O’Lê') AS name,
          public.address_form('Zoë+a@example.com') AS address, public.tag_keys(${organization}, ARRAY['a', 'b']) AS tags`
      expect(yield* sql.withTransaction(Effect.andThen(sql`SET LOCAL search_path = ''`, keys))).toEqual([{
        words: "'099a8057' '099a8057le' '099a8057zoe' '099a8057太郎' '099a8057郎'",
        names: "'099a8057=zoe'",
        spellings: 16,
        name: "zoe ole",
        address: "zoë@example.com",
        tags: [`${organization} a`, `${organization} b`]
      }])
    })))
}
