/**
 * Apps that members connect (decision 0104). An app has a row of `api_keys` with its own id, which its requests count
 * to, and one for each access token, whose `app_id` is the app. Of codes and tokens only the SHA-256 is stored.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE organizations ADD COLUMN app_policy jsonb`,
  `CREATE TABLE connected_apps (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    client_host text,
    redirect_host text NOT NULL,
    resource text NOT NULL,
    scope text NOT NULL CHECK (scope IN ('read', 'write', 'admin')),
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    revoked_at timestamptz(3),
    client_id text NOT NULL,
    redirect_uri text NOT NULL,
    code_challenge text NOT NULL,
    turn integer NOT NULL,
    code_hash bytea NOT NULL,
    family_hash bytea,
    turn_hash bytea,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT connected_apps_code UNIQUE (organization_id, code_hash),
    CONSTRAINT connected_apps_family UNIQUE (organization_id, family_hash),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
  )`,
  // Without those whose code nobody has redeemed.
  `CREATE INDEX connected_apps_newest ON connected_apps (organization_id, created_at DESC, id DESC) WHERE turn > 0`,
  `CREATE INDEX connected_apps_of_member ON connected_apps (organization_id, user_id, created_at DESC, id DESC) WHERE turn > 0`,
  `CREATE INDEX connected_apps_codes ON connected_apps (organization_id, user_id, expires_at) WHERE turn = 0`,
  `CREATE INDEX connected_apps_live ON connected_apps (organization_id, user_id, expires_at) WHERE revoked_at IS NULL`,
  `ALTER TABLE api_keys ADD COLUMN app_id uuid`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
