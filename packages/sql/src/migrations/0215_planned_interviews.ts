/**
 * Planned interviews of stages, a number that grows with each change of a stage's plan, and the planned interview that
 * an interview is: it stays when that is deleted, so no foreign key keeps it.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE stages ADD COLUMN plan_version integer NOT NULL DEFAULT 0`,
  `ALTER TABLE interviews ADD COLUMN planned_interview_id uuid`,
  `CREATE TABLE planned_interviews (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    job_id uuid NOT NULL,
    stage_id uuid NOT NULL,
    position integer NOT NULL,
    title text NOT NULL,
    kind text NOT NULL,
    minutes integer NOT NULL,
    member_ids jsonb NOT NULL,
    needed integer,
    location text,
    link text,
    candidate_instructions text,
    interviewer_instructions text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT planned_interviews_stage FOREIGN KEY (organization_id, job_id, stage_id)
      REFERENCES stages (organization_id, job_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX planned_interviews_of_stage ON planned_interviews (organization_id, job_id, stage_id)`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
