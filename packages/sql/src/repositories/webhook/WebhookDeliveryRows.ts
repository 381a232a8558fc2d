/** Stores deliveries. Shared by all statements that make some. */
import type { OrganizationId, WebhookId } from "@candor/domain/Id"
import { pending } from "@candor/domain/webhook/DeliveryStatus"
import type { DeliveryKind, MessageType } from "@candor/domain/webhook/WebhookDelivery"
import { PgTypes } from "@effect/sql-pg"
import type { SqlClient } from "effect/sql"
import { enqueued } from "../../queue/Queue.ts"
import { receivers } from "../../queue/WebhookWork.ts"

/** A delivery to store. */
export interface NewDelivery {
  readonly id: string
  readonly kind: DeliveryKind
  readonly message_id: string
  readonly event_id: string | null
  readonly event_type: MessageType
  readonly sequence: number
  readonly subject_id: string
}

/** The pending status as an SQL literal, because the conditions of partial indexes contain it. */
export const pendingLiteral = `'${pending}'`

/**
 * A condition: the delivery `d`, which is found by its id, is pending. With `=`, PostgreSQL might instead use the
 * partial index of pending deliveries, and read all those of the webhook, of which it expects few.
 */
export const stillPending = `d.status IS NOT DISTINCT FROM ${pendingLiteral}`

/** The columns of a delivery `d` in the delivery log. */
export const columns = "d.id, d.kind, d.message_id, d.event_type, d.sequence, d.subject_id, d.status, d.attempts, " +
  "d.next_attempt_at, d.last_status, d.last_error, d.last_response, d.created_at, d.completed_at"

/**
 * Common table expressions `made` and `enqueued` that store deliveries to a webhook and queue their sending, if the
 * earlier expression `saved` has a row.
 */
export const made = (
  sql: SqlClient.SqlClient,
  organization_id: OrganizationId,
  endpoint_id: WebhookId,
  deliveries: ReadonlyArray<NewDelivery>
) => {
  const { queue } = receivers
  const work = deliveries.slice(0, 1).map(({ id }) => ({ queue, id, element: { organization_id, endpoint_id } }))
  return sql`made AS (
    INSERT INTO webhook_deliveries AS d
      (organization_id, endpoint_id, id, kind, message_id, event_id, event_type, sequence, subject_id, status, attempts,
        next_attempt_at, created_at)
    SELECT ${organization_id}::uuid, ${endpoint_id}::uuid, one.id, one.kind, one.message_id, one.event_id,
      one.event_type, one.sequence, one.subject_id, ${
    sql.literal(pendingLiteral)
  }, 0, date_trunc('milliseconds', now()),
      date_trunc('milliseconds', now())
    FROM jsonb_to_recordset(${PgTypes.jsonb(deliveries)}) AS one (id uuid, kind text, message_id uuid, event_id uuid,
      event_type text, sequence bigint, subject_id uuid)
    WHERE EXISTS (SELECT FROM saved)
    RETURNING ${sql.literal(columns)}
  ), ${enqueued(sql, work)}`
}
