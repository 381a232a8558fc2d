/**
 * The queue of background work: Effect's persisted queue in a table of this database. It is no
 * tenant's table: workers take whatever is due, and each element says whose it is.
 */
import { PgTypes } from "@effect/sql-pg"
import { Context, Duration, Effect, Layer, type Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { SqlClient, Statement } from "effect/sql"
import * as DueQueues from "./DueQueues.ts"

/** A worker that dies leaves its work to others after this long; one that stops hands it over at once. */
export const lockExpiration = Duration.seconds(30)

/** The store of the queue. */
export const makeStore = PersistedQueue.makeStoreSql({
  tableName: "queue",
  pollInterval: Duration.millis(250),
  lockRefreshInterval: Duration.seconds(10),
  lockExpiration
})

/** Runs whenever this process has polled a queue, which it does while a consumer waits. */
export const PollObserver = Context.Reference<(queue: string) => Effect.Effect<void>>("@candor/sql/PollObserver", {
  defaultValue: () => () => Effect.void
})

/**
 * Only the statement that takes work skips locked rows; its first parameter is the queue. It waits until the queue has
 * due work.
 */
const whenDue = ({ awaitDue }: DueQueues.DueQueues): Statement.Transformer => (statement) => {
  const [text, [queue]] = statement.compile()
  return text.includes("SKIP LOCKED") ? Effect.as(awaitDue(String(queue)), statement) : Effect.succeed(statement)
}

const waitingStore = Effect.gen(function*() {
  const due = yield* DueQueues.make({ lockExpiration, polled: yield* PollObserver })
  return yield* Effect.provideService(makeStore, Statement.CurrentTransformer, whenDue(due))
})

/** Taking from the queue, and putting into it outside of a change. Work that is done is kept for a week. */
export const layer = Layer.merge(
  PersistedQueue.layer,
  PersistedQueue.layerCleanup({ interval: Duration.hours(1), timeToLive: Duration.days(7) })
).pipe(
  Layer.provide(Layer.effect(PersistedQueue.PersistedQueueStore, waitingStore))
)

/**
 * Makes all work free that a process held. For a database that only this process can have open:
 * a process that held work has ended, so that work need not wait until its lock expires.
 */
export const free = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`UPDATE queue SET acquired_at = NULL, acquired_by = NULL WHERE state = 'pending' AND acquired_by IS NOT NULL`
)

/**
 * `INSERT INTO queue … SELECT` of new work. Behind it belong four expressions: the queue, an id (a UUID
 * as text), the element (JSON as text), and the time before which it is not taken; then what they are
 * selected from. It is a constant, because every change has it in its statement.
 */
export const insertWork = Statement.fragment([Statement.literal(
  "INSERT INTO queue (state, attempts, created_at, updated_at, queue_name, id, element, visible_at) " +
    "SELECT 'pending', 0, now(), now(),"
)])

/** Work that a change puts into a queue. */
export interface Work {
  readonly queue: string
  /** A UUID; the same work is put into its queue once. */
  readonly id: string
  readonly element: Schema.JsonObject
  /** Not to be taken earlier. */
  readonly delay_millis?: number
  /** The ordinal of the change that it belongs to, in a statement of several. */
  readonly ordinal?: number
}

/** A common table expression `enqueued` that puts rows (`Work`) into the queue where a condition on `work` holds. */
export const enqueuedRows = (sql: SqlClient.SqlClient, rows: PgTypes.Parameter, condition: Statement.Fragment) =>
  sql`enqueued AS (
    ${insertWork} work.queue, work.id, work.element::text,
      now() + coalesce(work.delay_millis, 0) * interval '1 millisecond'
    FROM jsonb_to_recordset(${rows}) AS work (ordinal bigint, id text, queue text, element jsonb,
      delay_millis integer)
    WHERE ${condition}
    ON CONFLICT (id, queue_name) DO NOTHING
  )`

/** The same of this work. By default: if `saved`, an earlier expression, has a row. */
export const enqueued = (
  sql: SqlClient.SqlClient,
  work: ReadonlyArray<Work>,
  condition: Statement.Fragment = sql`EXISTS (SELECT FROM saved)`
) => enqueuedRows(sql, PgTypes.jsonb(work), condition)

/** A new state for work in a queue. */
export interface WorkUpdate {
  readonly queue: string
  readonly id: string
  readonly state: "completed" | "failed" | "pending"
  /** Why it failed. */
  readonly last_failure?: string | null
  /** When work that is pending comes back. */
  readonly visible_at?: string
}

/**
 * A common table expression that updates work if `saved`, an earlier one, has a row: the result of work is stored with
 * its completion. Releases the worker's lock, so that its later acknowledgement does nothing, and resets its attempts.
 */
export const updateWork = (sql: SqlClient.SqlClient, { id, last_failure, queue, state, visible_at }: WorkUpdate) =>
  sql`updated_work AS (
    UPDATE queue SET state = ${state}, last_failure = coalesce(${last_failure ?? null}, last_failure),
      visible_at = coalesce(${visible_at ?? null}::timestamptz::timestamp, visible_at),
      attempts = CASE WHEN ${state} = 'pending' THEN 0 ELSE attempts END,
      acquired_at = NULL, acquired_by = NULL, updated_at = now()
    WHERE queue_name = ${queue} AND id = ${id} AND EXISTS (SELECT FROM saved)
  )`
