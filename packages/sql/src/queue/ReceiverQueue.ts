/**
 * The queue of receivers with due deliveries (decision 0015). An element names a receiver; the worker that takes it
 * sends all that is due to this receiver. Every statement that makes a delivery due adds an element. Taking one deletes
 * the receiver's other due elements: they were committed together with their deliveries, which the worker will see.
 */
import type { Receiver } from "@candor/domain/webhook/WebhookDelivery"
import type { SqlClient } from "effect/sql"
import { insertWork } from "./Queue.ts"
import { receivers } from "./WebhookWork.ts"

/** Returns the element of a receiver, as JSON. */
export const element = ({ endpoint_id, organization_id }: Receiver): string =>
  JSON.stringify({ organization_id, endpoint_id })

/**
 * A condition: elements of the receiver that no process has taken. The queue's name is inlined, so that its partial
 * index is used.
 */
const waiting = (sql: SqlClient.SqlClient, { endpoint_id }: Receiver) =>
  sql`queue_name = ${sql.literal(`'${receivers.queue}'`)} AND state = 'pending'
    AND element::jsonb ->> 'endpoint_id' = ${endpoint_id} AND acquired_at IS NULL`

/** A common table expression `merged` that deletes the receiver's due elements that no process has taken. */
export const merged = (sql: SqlClient.SqlClient, receiver: Receiver) =>
  sql`merged AS (
    DELETE FROM queue WHERE sequence IN (
      SELECT sequence FROM queue WHERE ${waiting(sql, receiver)} AND visible_at <= now() FOR UPDATE SKIP LOCKED
    )
  )`

/**
 * Adds an element that is due in `millis` milliseconds, and merges due elements into it. Adds none if another element
 * is due earlier, whose worker will find the same deliveries.
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
