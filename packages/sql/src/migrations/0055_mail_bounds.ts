/**
 * The bytes of mails, by which those that belong to nobody are bounded, and an index of mails to members that ended.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE FUNCTION message_bytes(body text, html text, files jsonb) RETURNS bigint LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$ BEGIN
    RETURN octet_length(body) + coalesce(octet_length(html), 0) + coalesce(
      (SELECT sum((file ->> 'size_bytes')::bigint) FROM jsonb_array_elements(files) AS file), 0
    );
  END $$`,
  `ALTER TABLE messages ADD COLUMN bytes bigint GENERATED ALWAYS AS (message_bytes(body, html, files)) STORED`,
  `DROP INDEX messages_of_nobody`,
  `CREATE INDEX messages_of_nobody ON messages (organization_id, created_at, id) INCLUDE (bytes)
    WHERE application_id IS NULL AND purpose <> 'notice'`,
  `CREATE INDEX messages_notices ON messages (updated_at, organization_id) WHERE purpose = 'notice' AND due_at IS NULL`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
