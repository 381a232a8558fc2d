/** The retention rules of organizations, and the time of the next run of each (decision 0036). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`ALTER TABLE organizations
    ADD COLUMN retention_months integer,
    ADD COLUMN retention_applies_from timestamptz(3),
    ADD COLUMN retention_run_at timestamptz(3),
    ADD CONSTRAINT organizations_retention_months CHECK (retention_months BETWEEN 1 AND 120) NOT VALID,
    ADD CONSTRAINT organizations_retention_rule CHECK (
      (retention_months IS NULL) = (retention_applies_from IS NULL) AND (retention_months IS NULL) = (retention_run_at IS NULL)
    ) NOT VALID`))
