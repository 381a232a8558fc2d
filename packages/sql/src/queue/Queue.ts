/**
 * The queue of background work: Effect's persisted queue in a table of this database. The table belongs to no tenant:
 * workers take any due work, and each element names its organization.
 */
import { PgTypes } from "@effect/sql-pg"
import { Context, Duration, Effect, Layer, type Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { SqlClient, Statement } from "effect/sql"
import * as DueQueues from "./DueQueues.ts"

/** The work of a worker that dies becomes free after this time; one that stops releases it immediately. */
export const lockExpiration = Duration.seconds(30)

/** The store of the queue. */
export const makeStore = PersistedQueue.makeStoreSql({
  tableName: "queue",
  pollInterval: Duration.millis(250),
  lockRefreshInterval: Duration.seconds(10),
  lockExpiration
})

/** Runs after each poll of a queue by this process, which polls while a consumer waits. */
export const PollObserver = Context.Reference<(queue: string) => Effect.Effect<void>>("@candor/sql/PollObserver", {
  defaultValue: () => () => Effect.void
})

/**
 * Delays the statement that takes work until the queue has due work. It is the only statement that skips locked rows;
 * its first parameter is the queue.
 */
const whenDue = ({ awaitDue }: DueQueues.DueQueues): Statement.Transformer => (statement) => {
  const [text, [queue]] = statement.compile()
  return text.includes("SKIP LOCKED") ? Effect.as(awaitDue(String(queue)), statement) : Effect.succeed(statement)
}

const waitingStore = Effect.gen(function*() {
  const due = yield* DueQueues.make({ lockExpiration, polled: yield* PollObserver })
  return yield* Effect.provideService(makeStore, Statement.CurrentTransformer, whenDue(due))
})

/** Takes work from the queue, and adds work outside of a change. Completed work is kept for a week. */
export const layer = Layer.merge(
  PersistedQueue.layer,
  PersistedQueue.layerCleanup({ interval: Duration.hours(1), timeToLive: Duration.days(7) })
).pipe(
  Layer.provide(Layer.effect(PersistedQueue.PersistedQueueStore, waitingStore))
)

/**
 * Releases all taken work. For a database that only this process can have open: any other process that had taken work
 * has ended, so there is no need to wait until its locks expire.
 */
export const free = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`UPDATE queue SET acquired_at = NULL, acquired_by = NULL WHERE state = 'pending' AND acquired_by IS NOT NULL`
)

/**
 * `INSERT INTO queue … SELECT` of new work. It is followed by four expressions, for the queue, an id (a UUID as text),
 * the element (JSON as text), and the time before which it is not taken, and by their source. It is a constant, because
 * the statement of every change contains it.
 */
export const insertWork = Statement.fragment([Statement.literal(
  "INSERT INTO queue (state, attempts, created_at, updated_at, queue_name, id, element, visible_at) " +
    "SELECT 'pending', 0, now(), now(),"
)])

/** Work that a change queues. */
export interface Work {
  readonly queue: string
  /** A UUID. Work with the same id is queued only once. */
  readonly id: string
  readonly element: Schema.JsonObject
  /** Milliseconds before it can be taken. */
  readonly delay_millis?: number
  /** The ordinal of its change, in a statement of several. */
  readonly ordinal?: number
}

/** A common table expression `enqueued` that queues rows (`Work`) if a condition on `work` holds. */
export const enqueuedRows = (sql: SqlClient.SqlClient, rows: PgTypes.Parameter, condition: Statement.Fragment) =>
  sql`enqueued AS (
    ${insertWork} work.queue, work.id, work.element::text,
      now() + coalesce(work.delay_millis, 0) * interval '1 millisecond'
    FROM jsonb_to_recordset(${rows}) AS work (ordinal bigint, id text, queue text, element jsonb,
      delay_millis integer)
    WHERE ${condition}
    ON CONFLICT (id, queue_name) DO NOTHING
  )`

/** The same for this work. By default the condition is that the earlier expression `saved` has a row. */
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
  /** The reason of the failure. */
  readonly last_failure?: string | null
  /** The time from which pending work can be taken. */
  readonly visible_at?: string
}

/**
 * A common table expression that updates work if the earlier expression `saved` has a row, so that the result of work
 * is stored together with its completion. Releases the worker's lock, so that its later acknowledgement does nothing,
 * and resets its attempts.
 */
export const updateWork = (sql: SqlClient.SqlClient, { id, last_failure, queue, state, visible_at }: WorkUpdate) =>
  sql`updated_work AS (
    UPDATE queue SET state = ${state}, last_failure = coalesce(${last_failure ?? null}, last_failure),
      visible_at = ${visible_at === undefined ? sql`visible_at` : sql`${visible_at}::timestamptz::timestamp`},
      attempts = CASE WHEN ${state} = 'pending' THEN 0 ELSE attempts END,
      acquired_at = NULL, acquired_by = NULL, updated_at = now()
    WHERE queue_name = ${queue} AND id = ${id} AND EXISTS (SELECT FROM saved)
  )`
