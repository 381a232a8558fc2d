/** Invitations to interviews: what each person was told last, what they answered, and members' calendar feeds. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // `invitations` has the last mail of each person; the invitations of interviews from before are sent at their next
  // change.
  `ALTER TABLE interviews
    ADD COLUMN tells_candidate boolean NOT NULL DEFAULT true,
    ADD COLUMN candidate_response text NOT NULL DEFAULT 'needs_action',
    ADD COLUMN proposals jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN sequence integer NOT NULL DEFAULT 0,
    ADD COLUMN invitations jsonb NOT NULL DEFAULT '{}'`,
  // A hash of the secret in the address of the member's feed.
  `ALTER TABLE users ADD COLUMN calendar_secret text, ADD COLUMN calendar_made_at timestamptz(3)`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
