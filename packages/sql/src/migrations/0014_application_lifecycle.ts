/** The status of applications, and the rejection reasons of organizations (decision 0034). */
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
  // Existing and new organizations begin with the same names, under ids of their own: the default is evaluated for each row.
  `ALTER TABLE organizations ADD COLUMN rejection_reasons jsonb NOT NULL DEFAULT jsonb_build_array(${
    defaultReasons.map((name) => `jsonb_build_object('id', gen_random_uuid(), 'name', '${name}')`).join(", ")
  })`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
