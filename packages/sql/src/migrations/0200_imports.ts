/**
 * Imports of organizations: a row for each set of files and the organization that they went to, so that the same
 * command goes on.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`CREATE TABLE imports (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    id uuid NOT NULL,
    digest text NOT NULL,
    made_organization boolean NOT NULL,
    state text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT imports_digest UNIQUE (organization_id, digest)
  )`)
