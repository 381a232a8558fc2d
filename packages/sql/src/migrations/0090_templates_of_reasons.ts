/**
 * A rejection reason, of the list in its organization's row, names a template that is there: checked like a foreign
 * key, of those that a change adds. A deletion waits for a change that took the template, and then sees it; a change
 * waits for the deletion.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const refused = "USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'rejection_reasons_template'"

const statements = [
  `CREATE FUNCTION rejection_reasons_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE template uuid;
  BEGIN
    FOR template IN
      SELECT DISTINCT (reason ->> 'mail_template_id')::uuid FROM jsonb_array_elements(NEW.rejection_reasons) AS reason
      WHERE reason ->> 'mail_template_id' IS NOT NULL
        AND NOT OLD.rejection_reasons @> jsonb_build_array(jsonb_build_object('mail_template_id', reason -> 'mail_template_id'))
    LOOP
      PERFORM FROM mail_templates t WHERE t.organization_id = NEW.id AND t.id = template FOR KEY SHARE;
      IF NOT FOUND THEN RAISE EXCEPTION 'a rejection reason names no template' ${refused}; END IF;
    END LOOP;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER rejection_reasons_changed AFTER UPDATE OF rejection_reasons ON organizations
    FOR EACH ROW EXECUTE FUNCTION rejection_reasons_changed()`,
  `CREATE FUNCTION mail_template_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM FROM organizations o WHERE o.id = OLD.organization_id
      AND o.rejection_reasons @> jsonb_build_array(jsonb_build_object('mail_template_id', OLD.id));
    IF FOUND THEN RAISE EXCEPTION 'a rejection reason names the template' ${refused}; END IF;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER mail_template_removed AFTER DELETE ON mail_templates
    FOR EACH ROW EXECUTE FUNCTION mail_template_removed()`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
