/**
 * The ids that other systems have for rows (decision 0094). A row has its own in a list; a table of all of them keeps
 * each from being of two rows, and finds the row. Triggers fill it, so that no statement can forget to; they reach rows
 * of the same organization alone, as a distributed database asks (decision 0080).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const tables = {
  applications: "application",
  candidates: "candidate",
  interview_feedback: "interview_feedback",
  interviews: "interview",
  jobs: "job",
  notes: "note",
  prospects: "prospect",
  users: "member"
}

const trigger = (table: string, subject: string, event: "INSERT" | "UPDATE" | "DELETE", condition: string) =>
  `CREATE TRIGGER external_ids_kept_by_${event.toLowerCase()} AFTER ${event} ON ${table} FOR EACH ROW
    WHEN (${condition}) EXECUTE FUNCTION external_ids_kept('${subject}')`

const statements = [
  `CREATE TABLE external_ids (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    subject text NOT NULL,
    system text NOT NULL,
    id text NOT NULL,
    row_id uuid NOT NULL,
    PRIMARY KEY (organization_id, subject, system, id)
  )`,
  `CREATE FUNCTION external_ids_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP <> 'INSERT' THEN
      DELETE FROM external_ids x USING jsonb_to_recordset(OLD.external_ids) AS one (system text, id text)
      WHERE x.organization_id = OLD.organization_id AND x.subject = TG_ARGV[0] AND x.system = one.system AND x.id = one.id AND x.row_id = OLD.id;
    END IF;
    IF TG_OP <> 'DELETE' THEN
      INSERT INTO external_ids (organization_id, subject, system, id, row_id)
      SELECT NEW.organization_id, TG_ARGV[0], one.system, one.id, NEW.id
      FROM jsonb_to_recordset(NEW.external_ids) AS one (system text, id text) ORDER BY one.system, one.id;
    END IF;
    RETURN NULL;
  END $$`,
  // Read by Citus alone, which has no other way to add a trigger to a table that is distributed already.
  `SELECT set_config('citus.enable_unsafe_triggers', 'on', true)`,
  ...Object.entries(tables).flatMap(([table, subject]) => [
    `ALTER TABLE ${table} ADD COLUMN external_ids jsonb NOT NULL DEFAULT '[]'`,
    trigger(table, subject, "INSERT", "NEW.external_ids <> '[]'"),
    trigger(table, subject, "UPDATE", "NEW.external_ids IS DISTINCT FROM OLD.external_ids"),
    trigger(table, subject, "DELETE", "OLD.external_ids <> '[]'")
  ]),
  // The number that an organization gives a job itself.
  `ALTER TABLE jobs ADD COLUMN code text`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
