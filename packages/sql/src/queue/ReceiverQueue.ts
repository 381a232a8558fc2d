/**
 * The queue of receivers that have something due (decision 0015). An element names a receiver, and the worker that
 * takes it sends what is due to that receiver. Every statement that makes a delivery due adds an element, and taking
 * one deletes the others that are due for the same receiver: those were committed with their deliveries, which the
 * taker will see.
 */
import type { Receiver } from "@candor/domain/webhook/WebhookDelivery"
import type { SqlClient } from "effect/sql"
import { insertWork } from "./Queue.ts"
import { receivers } from "./WebhookWork.ts"

/** The element of a receiver, as JSON. */
export const element = ({ endpoint_id, organization_id }: Receiver): string =>
  JSON.stringify({ organization_id, endpoint_id })

/**
 * A condition: the receiver's elements that no process has taken. The queue is no parameter, so that its index is used.
 */
const waiting = (sql: SqlClient.SqlClient, { endpoint_id }: Receiver) =>
  sql`queue_name = ${sql.literal(`'${receivers.queue}'`)} AND state = 'pending'
    AND element::jsonb ->> 'endpoint_id' = ${endpoint_id} AND acquired_at IS NULL`

/**
 * A common table expression `merged` that deletes the receiver's elements that are due and that no process has taken.
 */
export const merged = (sql: SqlClient.SqlClient, receiver: Receiver) =>
  sql`merged AS (
    DELETE FROM queue WHERE sequence IN (
      SELECT sequence FROM queue WHERE ${waiting(sql, receiver)} AND visible_at <= now() FOR UPDATE SKIP LOCKED
    )
  )`

/**
 * Adds an element that is due in `millis` milliseconds, and merges due elements into it. Adds none if an element is due
 * earlier anyway: its taker will find the same deliveries.
 */
export const postponed = (sql: SqlClient.SqlClient, receiver: Receiver, millis: number) =>
  sql`
    WITH ${merged(sql, receiver)}
    ${insertWork} ${receivers.queue}, gen_random_uuid()::text, ${element(receiver)},
      now() + ${millis}::integer * interval '1 millisecond'
    WHERE NOT EXISTS (
      SELECT FROM queue
      WHERE ${waiting(sql, receiver)} AND attempts = 0 AND visible_at > now()
        AND visible_at <= now() + ${millis}::integer * interval '1 millisecond'
    )
  `
