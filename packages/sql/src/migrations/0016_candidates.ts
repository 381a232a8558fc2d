/** Profiles can be superseded, candidates have tags, and can be anonymised. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // Not validated: what is stored met the stricter condition, and need not be read again.
  `ALTER TABLE ai_profiles
    DROP CONSTRAINT ai_profiles_status_check,
    ADD CONSTRAINT ai_profiles_status_check
      CHECK (status IN ('pending', 'processing', 'completed', 'failed', 'superseded')) NOT VALID`,
  `ALTER TABLE candidates
    ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
    ADD COLUMN anonymised_at timestamptz(3)`,
  // Nothing is added to an application once its candidate was anonymised.
  `ALTER TABLE applications
    ADD COLUMN anonymised_at timestamptz(3),
    ADD CONSTRAINT applications_anonymised
      CHECK (anonymised_at IS NULL OR (notes_counted = 0 AND feedback_counted = 0 AND text_bytes = 0)) NOT VALID`,
  // An index on tags alone would hold the tags of all organizations together.
  `CREATE FUNCTION tag_keys(organization uuid, tags text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY(SELECT organization::text || ' ' || tag FROM unnest(tags) tag)`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
