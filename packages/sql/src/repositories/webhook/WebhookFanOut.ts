/**
 * From events to deliveries. Each webhook has a cursor in its organization's order of events; the
 * statement that makes the deliveries of some events compares the cursor and moves it, so that each
 * event is delivered once however many do this at a time.
 *
 * Every change asks for this work, and one fan-out does what all changes before it asked for: it begins
 * by taking away all work of its organization that is due and that nobody has. What it takes away was
 * committed, and so were the events that asked for it: the fan-out that follows sees them. The work in
 * the hand of who calls stays until the fan-out has succeeded, and comes back where it fails.
 */
import { type EventType, matches } from "@candor/domain/event/EventType"
import type { OrganizationId, WebhookId } from "@candor/domain/Id"
import { next, type Progress, statusChangeTypes } from "@candor/domain/webhook/WebhookFanOut"
import { Effect } from "effect"
import type { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { insertWork } from "../../queue/Queue.ts"
import { Sequencer } from "../../sequencing/Sequencer.ts"
import { made, type NewDelivery } from "./WebhookDeliveryRows.ts"
import * as WebhookWork from "../../queue/WebhookWork.ts"

/** Events that are looked at for a webhook at a time. */
const batch = 500

/** Where a webhook stands. */
interface PlaceRow extends Omit<Progress, "begin"> {
  readonly id: WebhookId
  readonly event_types: ReadonlyArray<string>
  readonly cursor: number | null
  /** The event after which its deliveries go on; null where that has no place in the order yet. */
  readonly begin: number | null
}

interface EventRow {
  readonly id: string
  readonly sequence: number
  readonly type: EventType
  readonly subject_id: string
}

const places = (sql: SqlClient.SqlClient, organization: OrganizationId) =>
  sql<PlaceRow>`
    SELECT w.id, w.event_types, w.cursor, coalesce(w.cursor, turns.first) AS begin, h.sequence AS head,
      coalesce(turns.list, '[]') AS status_changes
    FROM webhook_endpoints w
    JOIN event_heads h ON h.organization_id = w.organization_id
    CROSS JOIN LATERAL (
      SELECT min(e.sequence) AS first,
        json_agg(json_build_object('sequence', e.sequence, 'type', e.type) ORDER BY e.sequence) AS list
      FROM events e
      WHERE e.organization_id = w.organization_id AND e.subject_id = w.id AND e.sequence IS NOT NULL
        AND e.type = ANY (${[...statusChangeTypes]}::text[])
    ) turns
    WHERE w.organization_id = ${organization} AND w.status = 'enabled'
  `

/** Makes the deliveries of the next events of one webhook, unless somebody else has. */
const advance = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  random: SecureRandom.SecureRandom["Service"],
  organization: OrganizationId,
  place: Behind
) {
  const { begin, cursor, event_types, id } = place
  const { enabled, end } = next(place, batch)
  const events = !enabled ? [] : yield* sql<EventRow>`
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

interface Behind extends PlaceRow {
  readonly begin: number
}

const isBehind = (place: PlaceRow): place is Behind => place.begin !== null && place.begin < place.head

/** Work of an organization that nobody has. Its queue is no parameter: the index that finds it is of that queue alone. */
const waiting = (sql: SqlClient.SqlClient, organization: OrganizationId) =>
  sql`queue_name = ${sql.literal(`'${WebhookWork.fanOut.queue}'`)} AND state = 'pending'
    AND element::jsonb ->> 'organization_id' = ${organization} AND acquired_at IS NULL`

/** Takes away the work that this fan-out does too. */
const settle = (sql: SqlClient.SqlClient, organization: OrganizationId) =>
  sql`
    DELETE FROM queue WHERE sequence IN (
      SELECT sequence FROM queue WHERE ${waiting(sql, organization)} AND visible_at <= now() FOR UPDATE SKIP LOCKED
    )
  `

/**
 * Asks for a fan-out in a second, unless one is to come until then that nobody has begun: whoever takes
 * that later sees what was seen here.
 */
const again = (sql: SqlClient.SqlClient, organization: OrganizationId) =>
  sql`
    ${insertWork} ${WebhookWork.fanOut.queue}, gen_random_uuid()::text,
      ${JSON.stringify({ organization_id: organization })}, now() + interval '1 second'
    WHERE NOT EXISTS (
      SELECT FROM queue
      WHERE ${waiting(sql, organization)} AND attempts = 0 AND visible_at <= now() + interval '1 second'
    )
  `

/**
 * Makes the deliveries of all events that have a place; false where there are events without one,
 * because a transaction that began before them is under way: then it has asked for work a second later.
 */
export const fanOut = (random: SecureRandom.SecureRandom["Service"], organization: OrganizationId) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* settle(sql, organization)
    yield* (yield* Sequencer).sequence(organization)
    let behind = (yield* places(sql, organization)).filter(isBehind)
    while (behind.length > 0) {
      yield* Effect.forEach(behind, (place) => advance(sql, random, organization, place), { discard: true })
      behind = (yield* places(sql, organization)).filter(isBehind)
    }
    const unsealed = yield* sql`
      SELECT FROM events WHERE organization_id = ${organization} AND sequence IS NULL LIMIT 1
    `
    if (unsealed.length > 0) yield* again(sql, organization)
    return unsealed.length === 0
  })
