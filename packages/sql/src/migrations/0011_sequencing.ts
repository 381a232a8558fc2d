/** Sequencing by one process at a time, pages of events bounded in bytes, and the feed's epoch (decision 0013). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // Bytes of `data` as JSON text, so that a page can be bounded without reading what it leaves out. Null in older rows.
  `ALTER TABLE events ADD COLUMN data_bytes integer`,
  // One row: the process that sequences events, until when, and the epoch that cursors carry (empty until a restore).
  `CREATE TABLE sequencing (
    holder uuid,
    held_until timestamptz NOT NULL,
    epoch text NOT NULL
  )`,
  `CREATE UNIQUE INDEX sequencing_one_row ON sequencing ((true))`,
  `INSERT INTO sequencing (held_until, epoch) VALUES ('-infinity', '')`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
