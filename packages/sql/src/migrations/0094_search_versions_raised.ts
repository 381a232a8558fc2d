/**
 * A server of the version before 0078 changes a sourcing search and leaves its version: a change that was decided on it
 * before would be made over that one. So the version is raised here where the statement does not.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // Read by Citus alone, which has no other way to add a trigger to a table that is distributed already.
  `SELECT set_config('citus.enable_unsafe_triggers', 'on', true)`,
  `CREATE FUNCTION sourcing_search_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.version := OLD.version + 1;
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER sourcing_search_changed BEFORE UPDATE OF name, query ON sourcing_searches FOR EACH ROW
    WHEN (NEW.version = OLD.version AND (NEW.name, NEW.query) IS DISTINCT FROM (OLD.name, OLD.query))
    EXECUTE FUNCTION sourcing_search_changed()`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement)))
