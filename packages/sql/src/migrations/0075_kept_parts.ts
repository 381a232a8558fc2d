/**
 * A merge by a server of an earlier version, which does not move the notes and files that a candidate has without an
 * application, is refused: it would delete them. Deleting a candidate deletes them, and still may.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // Read by Citus alone, which has no other way to add a trigger to a table that is distributed already.
  `SELECT set_config('citus.enable_unsafe_triggers', 'on', true)`,
  `CREATE FUNCTION candidate_deleted_with_parts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM set_config('candor.deleted_with_parts', OLD.id::text, true);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER candidate_deleted_with_parts AFTER DELETE ON candidates FOR EACH ROW
    WHEN (OLD.notes_counted > 0 OR OLD.files_counted > 0) EXECUTE FUNCTION candidate_deleted_with_parts()`,
  `CREATE FUNCTION merge_kept_parts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('candor.deleted_with_parts', true) = NEW.candidate_id::text THEN
      RAISE EXCEPTION 'the merge would delete notes and files of the candidate, against constraint "candidate_merges_parts"'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'candidate_merges_parts';
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER merge_kept_parts AFTER INSERT ON candidate_merges FOR EACH ROW EXECUTE FUNCTION merge_kept_parts()`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
