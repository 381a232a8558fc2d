/**
 * Keeps the promises of this version to rows that a server of an earlier one changes, during a deployment: it deletes
 * an application without clearing the link to it, as a foreign key did, and anonymises one without the requests for
 * feedback on it. Both triggers reach rows of the same organization alone, as a distributed database asks (decision
 * 0080).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // Read by Citus alone, which has no other way to add a trigger to a table that is distributed already.
  `SELECT set_config('citus.enable_unsafe_triggers', 'on', true)`,
  `CREATE FUNCTION application_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE prospects p SET application_id = NULL WHERE p.organization_id = OLD.organization_id AND p.application_id = OLD.id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER application_deleted AFTER DELETE ON applications FOR EACH ROW EXECUTE FUNCTION application_deleted()`,
  `CREATE FUNCTION application_anonymised() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    DELETE FROM feedback_requests r WHERE r.organization_id = NEW.organization_id AND r.application_id = NEW.id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER application_anonymised AFTER UPDATE OF anonymised_at ON applications FOR EACH ROW
    WHEN (OLD.anonymised_at IS NULL AND NEW.anonymised_at IS NOT NULL) EXECUTE FUNCTION application_anonymised()`,
  // Those of the time between 0041 and this migration.
  `DELETE FROM feedback_requests r USING applications a
    WHERE a.organization_id = r.organization_id AND a.id = r.application_id AND a.anonymised_at IS NOT NULL`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
