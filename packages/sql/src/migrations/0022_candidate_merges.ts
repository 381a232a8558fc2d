/**
 * Merged candidates, second applications of one person on one job, and the keys of possible duplicates (decision 0042).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // A second application of the candidate on the job. The index applications_once takes the place of
  // applications_candidate_once.
  `ALTER TABLE applications ADD COLUMN duplicate_of uuid`,
  // `into_id` is the survivor, also after it was merged itself; `merged_into` is the candidate that the request named.
  `CREATE TABLE candidate_merges (
    organization_id uuid NOT NULL,
    candidate_id uuid NOT NULL,
    merged_into uuid NOT NULL,
    into_id uuid NOT NULL,
    sequence integer NOT NULL,
    merged_at timestamptz(3) NOT NULL,
    undo jsonb,
    PRIMARY KEY (organization_id, candidate_id),
    CONSTRAINT candidate_merges_survivor FOREIGN KEY (organization_id, into_id)
      REFERENCES candidates (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX candidate_merges_into ON candidate_merges (organization_id, into_id, sequence)`,
  `CREATE INDEX candidate_merges_undoable ON candidate_merges (merged_at, organization_id) WHERE undo IS NOT NULL`,
  // Many providers deliver mail for ada+jobs@example.com to ada@example.com.
  `CREATE FUNCTION email_key(email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_replace(lower(email), '[+][^@]*@', '@')`,
  // In lower case, without accents, with single spaces.
  `CREATE FUNCTION name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_replace(regexp_replace(normalize(lower(name), NFKD), '[\\u0300-\\u036f]', '', 'g'), '\\s+', ' ', 'g')`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
