/**
 * Requests for feedback. A member has one open request on an application. Their number is that of the domain
 * (FeedbackRequest.ts).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE feedback_requests (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    member_id uuid NOT NULL,
    message text,
    status text NOT NULL,
    author_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT feedback_requests_application FOREIGN KEY (organization_id, application_id)
      REFERENCES applications (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, member_id) REFERENCES users (organization_id, id),
    FOREIGN KEY (organization_id, author_id) REFERENCES users (organization_id, id)
  )`,
  `CREATE UNIQUE INDEX feedback_requests_open ON feedback_requests (organization_id, application_id, member_id) WHERE status = 'asked'`,
  `CREATE INDEX feedback_requests_of_application ON feedback_requests (organization_id, application_id, created_at, id)`,
  `CREATE INDEX feedback_requests_of_member ON feedback_requests (organization_id, member_id, created_at, id, status)`,
  `CREATE INDEX feedback_requests_by_status ON feedback_requests (organization_id, status, created_at, id)`,
  `CREATE INDEX feedback_requests_newest ON feedback_requests (organization_id, created_at, id)`,
  `ALTER TABLE applications ADD COLUMN requests_counted integer NOT NULL DEFAULT 0,
    ADD CONSTRAINT applications_requests CHECK (requests_counted <= 100) NOT VALID`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
