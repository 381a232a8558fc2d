/** The status and the history of applications, and the rejection reasons of organizations (decision 0034). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const defaultReasons = [
  "Not qualified",
  "Not enough experience",
  "Another candidate was chosen",
  "Salary expectations",
  "Location or work permit",
  "Position closed",
  "Other"
]

const statements = [
  `ALTER TABLE applications
    ADD COLUMN status text NOT NULL DEFAULT 'active',
    ADD COLUMN rejection_reason text,
    ADD COLUMN closed_at timestamptz(3),
    ADD CONSTRAINT applications_status CHECK (status IN ('active', 'rejected', 'withdrawn', 'hired')) NOT VALID,
    ADD CONSTRAINT applications_closed CHECK ((status = 'active') = (closed_at IS NULL)) NOT VALID`,
  // The key is the order in which a history is read. Stages can be deleted, so their names are stored.
  `CREATE TABLE application_history (
    organization_id uuid NOT NULL,
    application_id uuid NOT NULL,
    entered_at timestamptz(3) NOT NULL,
    id uuid NOT NULL,
    change text NOT NULL CHECK (change IN ('applied', 'moved', 'rejected', 'withdrawn', 'hired', 'reopened')),
    stage_id uuid NOT NULL,
    stage_name text NOT NULL,
    status text NOT NULL,
    rejection_reason text,
    user_id uuid,
    PRIMARY KEY (organization_id, application_id, entered_at, id),
    FOREIGN KEY (organization_id, application_id) REFERENCES applications (organization_id, id) ON DELETE CASCADE
  )`,
  // Existing and new organizations begin with the same names, under ids of their own: the default is evaluated for each
  // row.
  `ALTER TABLE organizations ADD COLUMN rejection_reasons jsonb NOT NULL DEFAULT jsonb_build_array(${
    defaultReasons.map((name) => `jsonb_build_object('id', gen_random_uuid(), 'name', '${name}')`).join(", ")
  })`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
