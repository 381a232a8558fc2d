/**
 * Templates of scorecards and scorecards, and which interviewers owe one: those are asked for with each request of a
 * member.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE scorecard_templates (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    id uuid NOT NULL,
    name text NOT NULL,
    sections jsonb NOT NULL,
    questions jsonb NOT NULL,
    is_archived boolean NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id, id)
  )`,
  `CREATE UNIQUE INDEX scorecard_templates_name ON scorecard_templates (organization_id, lower(name))`,
  `ALTER TABLE interviews ADD COLUMN scorecard_template_id uuid, ADD COLUMN focus_attribute_ids jsonb NOT NULL DEFAULT '[]',
    ADD CONSTRAINT interviews_scorecard_template FOREIGN KEY (organization_id, scorecard_template_id)
      REFERENCES scorecard_templates (organization_id, id) NOT VALID`,
  `CREATE INDEX interviews_of_scorecard_template ON interviews (organization_id, scorecard_template_id) WHERE scorecard_template_id IS NOT NULL`,
  // Null in rows of the version before, whose interviewers owe nothing.
  `ALTER TABLE interviewer_times ADD COLUMN application_id uuid, ADD COLUMN owes_scorecard boolean NOT NULL DEFAULT false`,
  `CREATE INDEX interviewer_times_owing ON interviewer_times (organization_id, member_id, application_id) WHERE owes_scorecard`,
  `CREATE TABLE scorecards (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    interview_id uuid NOT NULL,
    member_id uuid NOT NULL,
    status text NOT NULL,
    sections jsonb NOT NULL,
    questions jsonb NOT NULL,
    ratings jsonb NOT NULL,
    answers jsonb NOT NULL,
    overall text,
    summary text,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    submitted_at timestamptz(3),
    version integer NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT scorecards_interview_member UNIQUE (organization_id, interview_id, member_id),
    CONSTRAINT scorecards_application FOREIGN KEY (organization_id, application_id)
      REFERENCES applications (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, interview_id) REFERENCES interviews (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, member_id) REFERENCES users (organization_id, id)
  )`,
  `CREATE INDEX scorecards_of_application ON scorecards (organization_id, application_id, submitted_at, id)`,
  `ALTER TABLE interview_feedback ADD COLUMN scorecard_id uuid`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
