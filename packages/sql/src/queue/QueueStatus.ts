/** The status of the queues. */
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { lockExpiration } from "./Queue.ts"

/** The status of one queue. */
export interface QueueStatus {
  readonly queue: string
  /** Elements that no worker has taken, due or not. */
  readonly waiting: number
  /** Due elements that no worker has taken. */
  readonly due: number
  /** Elements that a worker has taken. After a worker's death they count until its locks expire. */
  readonly taken: number
  /** For how many seconds the oldest due element has been due; 0 if there is none. */
  readonly oldest_due_seconds: number
  readonly dead_letters: number
}

/** The status of each queue that has work or dead letters, by name. */
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
