/**
 * From events to deliveries. Each webhook has a cursor in its organization's order of events; the
 * statement that makes the deliveries of some events compares the cursor and moves it, so that each
 * event is delivered once however many do this at a time.
 */
import { type EventType, matches } from "@candor/domain/EventType"
import type { OrganizationId, WebhookId } from "@candor/domain/Id"
import { Effect } from "effect"
import type { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { sealAll } from "./Sealing.ts"
import { made, type NewDelivery } from "./WebhookDeliveryRows.ts"

/** Events that are looked at for a webhook at a time. */
const batch = 500

interface Place {
  readonly id: WebhookId
  readonly event_types: ReadonlyArray<string>
  readonly cursor: number | null
  /** The event after which its deliveries go on; null where that has no place in the order yet. */
  readonly begin: number | null
  readonly head: number
}

interface EventRow {
  readonly id: string
  readonly sequence: number
  readonly type: EventType
  readonly subject_id: string
}

const places = (sql: SqlClient.SqlClient, organization: OrganizationId) =>
  sql<Place>`
    SELECT w.id, w.event_types, w.cursor, coalesce(w.cursor, beginning.sequence) AS begin, h.sequence AS head
    FROM webhook_endpoints w
    JOIN event_heads h ON h.organization_id = w.organization_id
    CROSS JOIN LATERAL (
      SELECT CASE WHEN bool_and(e.sequence IS NOT NULL) THEN max(e.sequence) END AS sequence
      FROM events e
      WHERE e.organization_id = w.organization_id AND e.subject_id = w.id AND w.cursor IS NULL
        AND e.type IN ('webhook.created', 'webhook.enabled')
    ) beginning
    WHERE w.organization_id = ${organization} AND w.status = 'enabled'
  `

/** Makes the deliveries of the next events of one webhook, unless somebody else has. */
const advance = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  random: SecureRandom.SecureRandom["Service"],
  organization: OrganizationId,
  { begin, cursor, event_types, head, id }: Place & { readonly begin: number }
) {
  const end = Math.min(head, begin + batch)
  const events = yield* sql<EventRow>`
    SELECT id, sequence, type, subject_id FROM events
    WHERE organization_id = ${organization} AND sequence > ${begin} AND sequence <= ${end} ORDER BY sequence
  `
  const asked = events.filter(({ type }) => matches(event_types, type))
  const deliveries = yield* Effect.forEach(asked, (event) =>
    Effect.map(random.uuidV7(), (id): NewDelivery => ({
      id,
      kind: "event",
      message_id: event.id,
      event_id: event.id,
      event_type: event.type,
      sequence: event.sequence,
      subject_id: event.subject_id
    })))
  yield* sql`
    WITH saved AS (
      UPDATE webhook_endpoints SET cursor = ${end}
      WHERE organization_id = ${organization} AND id = ${id} AND status = 'enabled'
        AND cursor IS NOT DISTINCT FROM ${cursor}::bigint
      RETURNING id
    ), ${made(sql, organization, id, deliveries)}
    SELECT FROM saved
  `
})

const isBehind = (place: Place): place is Place & { readonly begin: number } =>
  place.begin !== null && place.begin < place.head

/** Makes the deliveries of all events that have a place; false where there are events without one. */
export const fanOut = (random: SecureRandom.SecureRandom["Service"], organization: OrganizationId) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sealAll(organization)
    let behind = (yield* places(sql, organization)).filter(isBehind)
    while (behind.length > 0) {
      yield* Effect.forEach(behind, (place) => advance(sql, random, organization, place), { discard: true })
      behind = (yield* places(sql, organization)).filter(isBehind)
    }
    const unsealed = yield* sql`
      SELECT FROM events WHERE organization_id = ${organization} AND sequence IS NULL LIMIT 1
    `
    return unsealed.length === 0
  })
