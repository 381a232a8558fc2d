/**
 * Links between a prospect and the candidate and application that they were converted into. An application or a
 * prospect that is deleted leaves the other side without its link; with a candidate its prospects are deleted, before
 * it. Nothing is linked yet, so the references need no look at the rows that there are.
 *
 * The e-mail address of a prospect is unique in its search where `email_is_unique`. Rows of an earlier version may have
 * duplicates, and do not have it. ConcurrentIndexes.ts builds the index.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE prospects
    ADD COLUMN candidate_id uuid,
    ADD COLUMN application_id uuid,
    ADD COLUMN email_is_unique boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT prospects_candidate FOREIGN KEY (organization_id, candidate_id)
      REFERENCES candidates (organization_id, id) NOT VALID,
    ADD CONSTRAINT prospects_application FOREIGN KEY (organization_id, application_id)
      REFERENCES applications (organization_id, id) ON DELETE SET NULL (application_id) NOT VALID`,
  `ALTER TABLE applications
    ADD COLUMN prospect_id uuid,
    ADD CONSTRAINT applications_prospect FOREIGN KEY (organization_id, prospect_id)
      REFERENCES prospects (organization_id, id) ON DELETE SET NULL (prospect_id) NOT VALID`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
