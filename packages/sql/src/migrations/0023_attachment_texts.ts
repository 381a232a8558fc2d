/**
 * The texts of attachments (decision 0039), and the work of extracting those of the contents that are stored already.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const readable = `content_type IN ('application/pdf', 'text/plain',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document')`

const statements = [
  `ALTER TABLE attachments
    ADD COLUMN text text,
    ADD COLUMN text_status text,
    ADD COLUMN text_failure text,
    ADD COLUMN text_is_cut boolean NOT NULL DEFAULT false`,
  `UPDATE attachments SET text_status = 'pending' WHERE ${readable}`,
  `INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
    SELECT p.id::text, 'texts',
      json_build_object('organization_id', p.organization_id, 'id', p.id, 'request_id', 'migration')::text,
      'pending', 0, now(), now(), now()
    FROM attachments p WHERE p.text_status = 'pending'
    ON CONFLICT (id, queue_name) DO NOTHING`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
