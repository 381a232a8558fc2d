/**
 * Makes deliveries from events. Each webhook has a cursor in the sequence of its organization's events. The statement
 * that stores the deliveries of some events compares and moves the cursor, so that each event is delivered once,
 * however many processes do this concurrently.
 *
 * Every change queues this work, and one fan-out serves all earlier changes: it begins by deleting the organization's
 * due work that no worker has taken. That work was committed together with its events, so the fan-out sees them. The
 * caller's own work stays until the fan-out has succeeded, and is retried if it fails.
 */
import { type EventType, matches } from "@candor/domain/event/EventType"
import type { OrganizationId, WebhookId } from "@candor/domain/Id"
import { next, type Progress, statusChangeTypes } from "@candor/domain/webhook/WebhookFanOut"
import { Effect } from "effect"
import type { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { insertWork } from "../../queue/Queue.ts"
import { Sequencer } from "../../sequencing/Sequencer.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { made, type NewDelivery } from "./WebhookDeliveryRows.ts"
import * as WebhookWork from "../../queue/WebhookWork.ts"

/** Events that are read for a webhook at a time. */
const batch = 500

/** The position of a webhook in the sequence of events. */
interface PositionRow extends Omit<Progress, "begin"> {
  readonly id: WebhookId
  readonly event_types: ReadonlyArray<string>
  readonly cursor: number | null
  /** The event after which its deliveries begin; null if that has no sequence number yet. */
  readonly begin: number | null
}

interface EventRow {
  readonly id: string
  readonly sequence: number
  readonly type: EventType
  readonly subject_id: string
}

const positions = (sql: SqlClient.SqlClient, organization: OrganizationId) =>
  sql<PositionRow>`
    SELECT w.id, w.event_types, w.cursor, coalesce(w.cursor, changes.first) AS begin, h.sequence AS head,
      coalesce(changes.list, '[]') AS status_changes
    FROM webhook_endpoints w
    JOIN event_heads h ON h.organization_id = $organization
    CROSS JOIN LATERAL (
      SELECT min(e.sequence) AS first,
        json_agg(json_build_object('sequence', e.sequence, 'type', e.type) ORDER BY e.sequence) AS list
      FROM events e
      WHERE e.organization_id = $organization AND e.subject_id = w.id AND e.sequence IS NOT NULL
        AND e.type = ANY (${[...statusChangeTypes]}::text[])
    ) changes
    WHERE w.organization_id = $organization AND w.status = 'enabled'
  `.pipe(ofOrganization(sql, organization))

/** Makes the deliveries for the next events of one webhook, unless another process does. */
const advance = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  random: SecureRandom.SecureRandom["Service"],
  organization: OrganizationId,
  position: Behind
) {
  const { begin, cursor, event_types, id } = position
  const { enabled, end } = next(position, batch)
  const events = !enabled ? [] : yield* sql<EventRow>`
    SELECT id, sequence, type, subject_id FROM events
    WHERE organization_id = ${organization} AND sequence > ${begin} AND sequence <= ${end} ORDER BY sequence
  `
  const matching = events.filter(({ type }) => matches(event_types, type))
  const deliveries = yield* Effect.forEach(matching, (event) =>
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

interface Behind extends PositionRow {
  readonly begin: number
}

const isBehind = (position: PositionRow): position is Behind =>
  position.begin !== null && position.begin < position.head

/**
 * A condition: queued work of the organization that no worker has taken. The queue's name is inlined, because a partial
 * index of that queue finds the work.
 */
const waiting = (sql: SqlClient.SqlClient, organization: OrganizationId) =>
  sql`queue_name = ${sql.literal(`'${WebhookWork.fanOut.queue}'`)} AND state = 'pending'
    AND element::jsonb ->> 'organization_id' = ${organization} AND acquired_at IS NULL`

/** Deletes the queued work that this fan-out also does. */
const deleteWaiting = (sql: SqlClient.SqlClient, organization: OrganizationId) =>
  sql`
    DELETE FROM queue WHERE sequence IN (
      SELECT sequence FROM queue WHERE ${waiting(sql, organization)} AND visible_at <= now() FOR UPDATE SKIP LOCKED
    )
  `

/** Queues a fan-out in a second, unless an untaken one is due by then, which will see the same events. */
const repeatLater = (sql: SqlClient.SqlClient, organization: OrganizationId) =>
  sql`
    ${insertWork} ${WebhookWork.fanOut.queue}, gen_random_uuid()::text,
      ${JSON.stringify({ organization_id: organization })}, now() + interval '1 second'
    WHERE NOT EXISTS (
      SELECT FROM queue
      WHERE ${waiting(sql, organization)} AND attempts = 0 AND visible_at <= now() + interval '1 second'
    )
  `

/**
 * Makes the deliveries of all events that have a sequence number. Returns false if there are events without one,
 * because an earlier transaction is still open; another fan-out is then queued for a second later.
 */
export const fanOut = (random: SecureRandom.SecureRandom["Service"], organization: OrganizationId) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* deleteWaiting(sql, organization)
    yield* (yield* Sequencer).sequence(organization)
    let behind = (yield* positions(sql, organization)).filter(isBehind)
    while (behind.length > 0) {
      yield* Effect.forEach(behind, (position) => advance(sql, random, organization, position), { discard: true })
      behind = (yield* positions(sql, organization)).filter(isBehind)
    }
    const unsequenced = yield* sql`
      SELECT FROM events WHERE organization_id = ${organization} AND sequence IS NULL LIMIT 1
    `
    if (unsequenced.length > 0) yield* repeatLater(sql, organization)
    return unsequenced.length === 0
  })
