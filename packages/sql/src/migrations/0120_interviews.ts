/**
 * Interviews, and the times of interviewers, which the database keeps from overlapping. Their number is that of the
 * domain (Interview.ts).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createExtensions } from "../database/Extensions.ts"

const statements = [
  `CREATE TABLE interviews (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    stage_id uuid,
    title text NOT NULL,
    kind text NOT NULL,
    status text NOT NULL,
    minutes integer NOT NULL,
    starts_at timestamptz,
    ends_at timestamptz,
    time_zone text,
    local_start text,
    location text,
    link text,
    candidate_instructions text,
    interviewer_instructions text,
    interviewers jsonb NOT NULL,
    override_reason text,
    reschedule_reason text,
    cancel_reason text,
    author_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT interviews_application FOREIGN KEY (organization_id, application_id)
      REFERENCES applications (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, author_id) REFERENCES users (organization_id, id),
    CONSTRAINT interviews_time CHECK (num_nulls(starts_at, ends_at, time_zone, local_start) IN (0, 4) AND starts_at < ends_at)
  )`,
  `CREATE INDEX interviews_of_application ON interviews (organization_id, application_id, created_at, id)`,
  `CREATE INDEX interviews_newest ON interviews (organization_id, created_at, id)`,
  `CREATE INDEX interviews_by_start ON interviews (organization_id, starts_at, id) WHERE starts_at IS NOT NULL`,
  // One row for each interviewer. Its time is null where the interview takes none: it has no time or is cancelled, or
  // the member declined.
  `CREATE TABLE interviewer_times (
    organization_id uuid NOT NULL,
    interview_id uuid NOT NULL,
    member_id uuid NOT NULL,
    during tstzrange CHECK (lower_inc(during) AND NOT upper_inc(during) AND NOT lower_inf(during) AND NOT upper_inf(during)),
    overrides boolean NOT NULL,
    PRIMARY KEY (organization_id, interview_id, member_id),
    FOREIGN KEY (organization_id, interview_id) REFERENCES interviews (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, member_id) REFERENCES users (organization_id, id),
    CONSTRAINT interviewer_times_overlap EXCLUDE USING gist (organization_id WITH =, member_id WITH =, during WITH &&) WHERE (NOT overrides)
      DEFERRABLE INITIALLY IMMEDIATE
  )`,
  `CREATE INDEX interviewer_times_of_member ON interviewer_times (organization_id, member_id, interview_id)`,
  `ALTER TABLE applications ADD COLUMN interviews_counted integer NOT NULL DEFAULT 0,
    ADD CONSTRAINT applications_interviews CHECK (interviews_counted <= 50) NOT VALID`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* createExtensions
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
