/**
 * Signals on applications and on submissions in the quarantine (decision 0108). Prints are what texts, files, numbers
 * and networks are compared by: keys that two of them have in common, and the hashes that tell how much alike they are.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const owned = `
    application_id uuid,
    submission_id uuid,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, application_id) REFERENCES applications (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, submission_id) REFERENCES submissions (organization_id, id) ON DELETE CASCADE`

const statements = [
  `ALTER TABLE attachments ADD COLUMN content_digest text, ADD COLUMN hidden_text text`,
  `ALTER TABLE submissions ADD COLUMN filling_seconds integer, ADD COLUMN network_key text,
    ADD COLUMN file_digests jsonb NOT NULL DEFAULT '[]'`,
  `ALTER TABLE organizations ADD COLUMN signals_off text[] NOT NULL DEFAULT '{}'`,
  `CREATE TABLE signals (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    job_id uuid NOT NULL,
    kind text NOT NULL,
    group_id text,
    reason jsonb NOT NULL,${owned},
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs (organization_id, id) ON DELETE CASCADE
  )`,
  ...["application", "submission"].flatMap((of) => [
    `CREATE UNIQUE INDEX signals_of_${of} ON signals (organization_id, ${of}_id, kind, group_id) NULLS NOT DISTINCT
      WHERE ${of}_id IS NOT NULL`,
    // Groups of nearly equal texts that meet become one.
    `CREATE UNIQUE INDEX signals_of_${of}_similar ON signals (organization_id, ${of}_id)
      WHERE ${of}_id IS NOT NULL AND kind = 'similar_text'`
  ]),
  `CREATE INDEX signals_of_group ON signals (organization_id, group_id, job_id) WHERE group_id IS NOT NULL`,
  `CREATE INDEX signals_of_job ON signals (organization_id, job_id)`,
  `CREATE TABLE prints (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    letter bytea,
    resume bytea,${owned}
  )`,
  `CREATE UNIQUE INDEX prints_of_application ON prints (organization_id, application_id) WHERE application_id IS NOT NULL`,
  `CREATE UNIQUE INDEX prints_of_submission ON prints (organization_id, submission_id) WHERE submission_id IS NOT NULL`,
  `CREATE INDEX prints_oldest ON prints (organization_id, created_at)`,
  `CREATE TABLE print_keys (
    organization_id uuid NOT NULL,
    key bigint NOT NULL,
    print_id uuid NOT NULL,
    PRIMARY KEY (organization_id, key, print_id),
    FOREIGN KEY (organization_id, print_id) REFERENCES prints (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX print_keys_of_print ON print_keys (organization_id, print_id)`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
