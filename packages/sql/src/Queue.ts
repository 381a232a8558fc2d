/**
 * The queue of background work: Effect's persisted queue in a table of this database. It is no
 * tenant's table: workers take whatever is due, and each element says whose it is.
 */
import { PgTypes } from "@effect/sql-pg"
import { Duration, Layer, type Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import type { SqlClient } from "effect/sql"

/** A worker that dies leaves its work to others after this long; one that stops hands it over at once. */
export const lockExpiration = Duration.seconds(30)

/** The store of the queue. */
export const makeStore = PersistedQueue.makeStoreSql({
  tableName: "queue",
  pollInterval: Duration.millis(250),
  lockRefreshInterval: Duration.seconds(10),
  lockExpiration
})

/** Taking from the queue, and putting into it outside of a change. */
export const layer = PersistedQueue.layer.pipe(
  Layer.provide(Layer.effect(PersistedQueue.PersistedQueueStore, makeStore))
)

/** Work that is asked for by a change. */
export interface Work {
  readonly queue: string
  /** At most 36 characters; the same work is put into its queue once. */
  readonly id: string
  readonly element: Schema.JsonObject
}

/**
 * A common table expression `enqueued` that puts work into the queue if `saved`, an earlier one, has
 * a row: what a change asks for is asked for exactly when the change is made.
 */
export const enqueued = (sql: SqlClient.SqlClient, work: ReadonlyArray<Work>) =>
  sql`enqueued AS (
    INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
    SELECT work.id, work.queue, work.element::text, 'pending', 0, now(), now(), now()
    FROM jsonb_to_recordset(${PgTypes.jsonb(work)}) AS work (id text, queue text, element jsonb)
    WHERE EXISTS (SELECT FROM saved)
    ON CONFLICT (id, queue_name) DO NOTHING
  )`
