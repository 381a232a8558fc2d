/** How the queues stand. */
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { lockExpiration } from "./Queue.ts"

/** How one queue stands. */
export interface QueueStatus {
  readonly queue: string
  /** Elements that wait, for their time or for a worker. */
  readonly waiting: number
  /** Elements that are due, and that no worker has. */
  readonly due: number
  /** Elements that a worker has. One that died has none when its locks have expired. */
  readonly taken: number
  /** How long the oldest element that is due has been so, in seconds; 0 where none is. */
  readonly oldest_due_seconds: number
  readonly dead_letters: number
}

/** How each queue stands that has work or dead letters, by name. */
export const all = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<QueueStatus>`
    SELECT q.queue_name AS queue,
      count(*) FILTER (WHERE q.state = 'pending' AND NOT q.taken) AS waiting,
      count(*) FILTER (WHERE q.state = 'pending' AND NOT q.taken AND q.visible_at <= now()) AS due,
      count(*) FILTER (WHERE q.state = 'pending' AND q.taken) AS taken,
      coalesce(extract(epoch FROM now() - min(greatest(q.created_at, q.visible_at))
        FILTER (WHERE q.state = 'pending' AND NOT q.taken AND q.visible_at <= now())), 0)::float8
        AS oldest_due_seconds,
      count(*) FILTER (WHERE q.state = 'failed') AS dead_letters
    FROM (
      SELECT queue_name, state, created_at, visible_at,
        coalesce(acquired_at >= now() - ${
    Duration.toSeconds(lockExpiration)
  }::integer * interval '1 second', false) AS taken
      FROM queue WHERE state = 'pending' OR state = 'failed'
    ) q
    GROUP BY q.queue_name ORDER BY q.queue_name
  `)
