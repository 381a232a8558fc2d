/**
 * Texts of kinds that are read since decision 0039, and of files that were read as empty: all these are read once more.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `UPDATE attachments SET text = NULL, text_status = 'pending', text_is_cut = false
    WHERE content_type IS NOT NULL AND (text_status IS NULL OR (text_status = 'extracted' AND text = ''))`,
  // In ten minutes: a worker of the version before, which may still run, would take the work and leave the text
  // pending.
  `INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
    SELECT p.id::text, 'texts',
      json_build_object('organization_id', p.organization_id, 'id', p.id, 'request_id', 'migration')::text,
      'pending', 0, now() + interval '10 minutes', now(), now()
    FROM attachments p WHERE p.text_status = 'pending'
    ON CONFLICT (id, queue_name) DO UPDATE SET state = 'pending', attempts = 0, visible_at = excluded.visible_at, updated_at = now()
      WHERE queue.state = 'completed'`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
