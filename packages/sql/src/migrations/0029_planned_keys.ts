/**
 * The functions of the search's indexes, so that a session plans them once. PostgreSQL before 18 plans a function in
 * SQL that has a subquery anew in every statement that writes to its index; one in PL/pgSQL it plans at its first use
 * (decision 0041).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Those with a subquery. The others are written into the statements that use them. */
const functions = [
  "search_keys(uuid, text)",
  "search_name_keys(uuid, text)",
  "search_spellings(uuid, text)",
  "tag_keys(uuid, text[])"
]

/**
 * Each returns what it did, so that no index is built anew. With no search path PostgreSQL prints all names with their
 * schema: a body in PL/pgSQL looks its names up when it runs, and a restored index is built without a search path.
 */
const replace = `DO $migration$
DECLARE
  path text := current_setting('search_path');
  functions regprocedure[] := ARRAY[${functions.map((name) => `'${name}'`).join(", ")}]::regprocedure[];
  planned regprocedure;
BEGIN
  PERFORM set_config('search_path', '', true);
  FOREACH planned IN ARRAY functions LOOP
    EXECUTE format(
      'CREATE OR REPLACE FUNCTION %s(%s) RETURNS %s LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $body$ BEGIN %s; END $body$',
      planned::oid::regproc, pg_get_function_arguments(planned), pg_get_function_result(planned), pg_get_function_sqlbody(planned)
    );
  END LOOP;
  PERFORM set_config('search_path', path, true);
END $migration$`

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(replace))
