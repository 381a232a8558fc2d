/**
 * Criteria of jobs, of which a job whose criteria were never changed has no row, and assessments of applications by
 * them, one row for each application.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE job_criteria (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    is_on boolean NOT NULL,
    criteria jsonb NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT job_criteria_job FOREIGN KEY (organization_id, id) REFERENCES jobs (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX job_criteria_on ON job_criteria (organization_id) WHERE is_on`,
  `CREATE TABLE assessments (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    results jsonb NOT NULL,
    criteria_version integer NOT NULL,
    seen_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT assessments_once UNIQUE (organization_id, application_id),
    CONSTRAINT assessments_application FOREIGN KEY (organization_id, application_id)
      REFERENCES applications (organization_id, id) ON DELETE CASCADE
  )`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
