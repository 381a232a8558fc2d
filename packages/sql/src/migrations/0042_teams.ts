/** Teams of jobs. The number of members is that of the domain (TeamMember.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE team_members (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    job_id uuid NOT NULL,
    member_id uuid NOT NULL,
    role text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT team_members_once UNIQUE (organization_id, job_id, member_id),
    CONSTRAINT team_members_job FOREIGN KEY (organization_id, job_id) REFERENCES jobs (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, member_id) REFERENCES users (organization_id, id)
  )`,
  `CREATE INDEX team_members_of_member ON team_members (organization_id, member_id, created_at, id)`,
  `ALTER TABLE jobs ADD COLUMN team_counted integer NOT NULL DEFAULT 0, ADD CONSTRAINT jobs_team CHECK (team_counted <= 100) NOT VALID`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
