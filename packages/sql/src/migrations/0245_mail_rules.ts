/**
 * Rules of automatic emails, which take the place of two columns of mail accounts: those stay, empty, for the version
 * before. Emails say by which rule and why they were queued.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const moved = (column: string, name: string, trigger: string, minutes: string) =>
  `INSERT INTO mail_rules (organization_id, id, name, trigger, job_id, conditions, template_id, delay_minutes, is_on, created_at, updated_at, version)
    SELECT m.organization_id, gen_random_uuid(), '${name}', '${trigger}', NULL, '[]', m.${column}, ${minutes}, true, m.updated_at, m.updated_at, 1
    FROM mail_accounts m WHERE m.${column} IS NOT NULL`

const statements = [
  `CREATE TABLE mail_rules (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    id uuid NOT NULL,
    name text NOT NULL,
    trigger text NOT NULL,
    job_id uuid,
    conditions jsonb NOT NULL,
    template_id uuid NOT NULL,
    delay_minutes integer NOT NULL,
    is_on boolean NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT mail_rules_template FOREIGN KEY (organization_id, template_id) REFERENCES mail_templates (organization_id, id),
    CONSTRAINT mail_rules_job FOREIGN KEY (organization_id, job_id) REFERENCES jobs (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX mail_rules_name ON mail_rules (organization_id, lower(name))`,
  `CREATE INDEX mail_rules_of_template ON mail_rules (organization_id, template_id)`,
  `CREATE INDEX mail_rules_of_job ON mail_rules (organization_id, job_id) WHERE job_id IS NOT NULL`,
  moved("received_template_id", "Application received", "application_received", "0"),
  moved("rejected_template_id", "Rejection", "rejected", "m.rejected_delay_hours * 60"),
  `UPDATE mail_accounts m SET received_template_id = NULL, rejected_template_id = NULL`,
  `ALTER TABLE mail_accounts ALTER COLUMN rejected_delay_hours SET DEFAULT 24`,
  `ALTER TABLE messages ADD COLUMN mail_rule_id uuid, ADD COLUMN cause jsonb`,
  `CREATE INDEX messages_of_rules ON messages (organization_id, sent_at) WHERE mail_rule_id IS NOT NULL`,
  `CREATE INDEX messages_waiting_by_rule ON messages (organization_id, mail_rule_id) WHERE mail_rule_id IS NOT NULL AND due_at IS NOT NULL`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
