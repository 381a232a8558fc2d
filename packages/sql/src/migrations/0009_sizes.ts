/**
 * Counters of what answers hold whole, each guarded by a constraint (decision 0027). The numbers are those of the
 * domain: ApplicationSize, Prospect and Webhook. They are counted in the next migration.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE applications
    ADD COLUMN notes_counted integer NOT NULL DEFAULT 0,
    ADD COLUMN feedback_counted integer NOT NULL DEFAULT 0,
    ADD COLUMN text_bytes integer NOT NULL DEFAULT 0,
    ADD CONSTRAINT applications_size
      CHECK (notes_counted <= 500 AND feedback_counted <= 200 AND text_bytes <= 3145728) NOT VALID`,
  // Room in each page, so that a counter that changes needs no new entries in the indexes.
  `ALTER TABLE applications SET (fillfactor = 85)`,
  `ALTER TABLE sourcing_searches
    ADD COLUMN prospects_counted integer NOT NULL DEFAULT 0,
    ADD COLUMN text_bytes integer NOT NULL DEFAULT 0,
    ADD CONSTRAINT sourcing_searches_size CHECK (prospects_counted <= 2000 AND text_bytes <= 2621440) NOT VALID`,
  `ALTER TABLE organizations
    ADD COLUMN webhooks_counted integer NOT NULL DEFAULT 0,
    ADD CONSTRAINT organizations_webhooks CHECK (webhooks_counted <= 20) NOT VALID`,
  // A removed webhook is nobody's to see, and is deleted in portions.
  `ALTER TABLE webhook_endpoints ADD COLUMN removed_at timestamptz(3)`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
