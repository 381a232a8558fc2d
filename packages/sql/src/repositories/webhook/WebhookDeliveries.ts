/**
 * Stored deliveries. The deliveries of one subject to one webhook form a chain: only its first pending delivery is
 * attempted, by the process that has claimed it.
 *
 * Every chain goes on: its receiver is queued by the statement that stores a delivery, by the one that records a
 * failure (for the time of the next attempt), by the one that postpones a receiver, and by the work of re-enabling its
 * webhook. A worker that takes a receiver goes on until nothing is due for it. If another process has claimed the rest,
 * it queues the receiver for the end of that claim, so that a worker that dies delays a chain no longer than that. All
 * these times are the database's, so that differing clocks can neither lose an attempt nor make it early.
 */
import type { OrganizationId, WebhookId } from "@candor/domain/Id"
import { fromRows } from "@candor/domain/Pagination"
import { type Webhook, WebhookDisabled, WebhookNotFound } from "@candor/domain/webhook/Webhook"
import { DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { WebhookDeliveries } from "@candor/domain/webhook/WebhookDeliveries"
import {
  DeliveryNotFound,
  keptDays,
  maxPendingReplays,
  RangeBeyondHead,
  TooManyReplays,
  type WebhookDelivery
} from "@candor/domain/webhook/WebhookDelivery"
import { Context, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { patterns } from "../event/EventPages.ts"
import { isOwnBesideKeys, ofOrganization } from "../../statements/OfOrganization.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { Sequencer } from "../../sequencing/Sequencer.ts"
import { attempts } from "./WebhookAttempts.ts"
import { columns, made, type NewDelivery, pendingLiteral } from "./WebhookDeliveryRows.ts"
import { fanOut } from "./WebhookFanOut.ts"

/** The fields of a stored delivery that a replay copies. */
type Original = Pick<NewDelivery, "message_id" | "event_id" | "event_type" | "sequence" | "subject_id">

/** Old deliveries that are deleted at a time. */
const forgotten = 1000

/** Deliveries that are made due at a time. */
const resumed = 1000

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const { sequence } = yield* Sequencer
  const provide = Effect.provideContext(yield* Effect.context<Sequencer | SqlClient.SqlClient>())

  const pendingStatus = sql.literal(pendingLiteral)

  const statusOf = (organization: OrganizationId, id: WebhookId) =>
    sql<Pick<Webhook, "status">>`
      SELECT status FROM webhook_endpoints
      WHERE organization_id = ${organization} AND id = ${id} AND removed_at IS NULL
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([row]) => row === undefined ? new WebhookNotFound({ id }) : Effect.succeed(row.status))
    )

  const list = Effect.fnUntraced(function*(
    organization: OrganizationId,
    endpoint: WebhookId,
    filter: Parameters<WebhookDeliveries["Service"]["list"]>[2],
    page: Parameters<WebhookDeliveries["Service"]["list"]>[3]
  ) {
    yield* statusOf(organization, endpoint)
    const rows = yield* sql<WebhookDelivery>`
      SELECT ${sql.literal(columns)} FROM webhook_deliveries d
      WHERE d.organization_id = ${organization} AND d.endpoint_id = ${endpoint}
        AND ${filter.status === undefined ? sql`true` : sql`d.status = ${filter.status}`}
        AND ${after(sql, "d", page)}
      ${newestFirst(sql, "d", page)}
    `.pipe(Effect.orDie)
    return fromRows(page, rows)
  })

  /** Stores deliveries to an enabled webhook. */
  const deliver = Effect.fnUntraced(function*(
    organization: OrganizationId,
    endpoint: WebhookId,
    deliveries: ReadonlyArray<NewDelivery>
  ) {
    const rows = yield* sql<WebhookDelivery>`
      WITH saved AS (
        SELECT w.id FROM webhook_endpoints w
        WHERE w.organization_id = ${organization} AND w.id = ${endpoint} AND w.status = 'enabled' FOR SHARE
      ), ${made(sql, organization, endpoint, deliveries)}
      SELECT d.* FROM made d
    `.pipe(Effect.orDie)
    // The webhook was disabled in the meantime.
    if (rows.length < deliveries.length) return yield* new WebhookDisabled({ id: endpoint })
    return rows
  })

  const enabled = Effect.fnUntraced(function*(organization: OrganizationId, id: WebhookId) {
    if ((yield* statusOf(organization, id)) === "disabled") return yield* new WebhookDisabled({ id })
  })

  const test = Effect.fnUntraced(function*(
    organization: OrganizationId,
    endpoint: WebhookId,
    event_type: WebhookDelivery["event_type"]
  ) {
    yield* enabled(organization, endpoint)
    const id = yield* random.uuidV7()
    const sample = {
      id,
      kind: "test",
      message_id: id,
      event_id: null,
      event_type,
      sequence: 0,
      subject_id: endpoint
    } as const
    const [delivery] = yield* deliver(organization, endpoint, [sample])
    return delivery!
  })

  /** Returns whether this many more replays may wait for a webhook. */
  const room = Effect.fnUntraced(function*(organization: OrganizationId, endpoint: WebhookId, more: number) {
    const [row] = yield* sql<{ readonly pending: number }>`
      SELECT count(*) AS pending FROM webhook_deliveries
      WHERE organization_id = ${organization} AND endpoint_id = ${endpoint} AND status = ${pendingStatus} AND kind = 'replay'
    `.pipe(Effect.orDie)
    const pending = row?.pending ?? 0
    if (pending + more > maxPendingReplays) return yield* new TooManyReplays({ max: maxPendingReplays, pending })
  })

  const replay = Effect.fnUntraced(function*(
    organization: OrganizationId,
    endpoint: WebhookId,
    delivery: WebhookDelivery["id"]
  ) {
    const status = yield* statusOf(organization, endpoint)
    const [original] = yield* sql<Original>`
      SELECT message_id, event_id, event_type, sequence, subject_id FROM webhook_deliveries
      WHERE organization_id = ${organization} AND endpoint_id = ${endpoint} AND id = ${delivery}
    `.pipe(Effect.orDie)
    if (original === undefined) return yield* new DeliveryNotFound({ id: delivery })
    if (status === "disabled") return yield* new WebhookDisabled({ id: endpoint })
    yield* room(organization, endpoint, 1)
    const [again] = yield* deliver(organization, endpoint, [{
      ...original,
      id: yield* random.uuidV7(),
      kind: "replay"
    }])
    return again!
  })

  const replayRange = Effect.fnUntraced(function*(
    organization: OrganizationId,
    endpoint: WebhookId,
    range: Parameters<WebhookDeliveries["Service"]["replayRange"]>[2]
  ) {
    yield* enabled(organization, endpoint)
    yield* sequence(organization)
    // Events without a number are not ahead of the head either.
    const [head] = yield* sql<{ readonly latest: number }>`
      SELECT coalesce((SELECT sequence FROM event_heads WHERE organization_id = ${organization}), 0)
        + (SELECT count(*) FROM events WHERE organization_id = ${organization} AND sequence IS NULL) AS latest
    `.pipe(Effect.orDie)
    const latest = head?.latest ?? 0
    if (range.from_sequence > latest) return yield* new RangeBeyondHead({ from_sequence: range.from_sequence, latest })
    const types = sql<{ readonly event_types: ReadonlyArray<string> }>`
      SELECT event_types FROM webhook_endpoints WHERE organization_id = ${organization} AND id = ${endpoint}
    `.pipe(Effect.map(([row]) => row?.event_types ?? []))
    const events = yield* sql<Original>`
      SELECT id AS message_id, id AS event_id, type AS event_type, sequence, subject_id FROM events
      WHERE organization_id = ${organization}
        AND sequence >= ${range.from_sequence} AND sequence <= ${range.to_sequence}
        AND type LIKE ANY (${patterns(yield* Effect.orDie(types))}::text[])
      ORDER BY sequence
    `.pipe(Effect.orDie)
    yield* room(organization, endpoint, events.length)
    const deliveries = yield* Effect.forEach(
      events,
      (event) => Effect.map(random.uuidV7(), (id): NewDelivery => ({ ...event, id, kind: "replay" }))
    )
    return (yield* deliver(organization, endpoint, deliveries)).length
  })

  const isOwn = sql.literal(isOwnBesideKeys(sql, "organization_id"))

  /**
   * Makes a bounded number of deliveries due. Returns whether there may be more. Uses `ctid`, so that no wrong estimate
   * leads to a nested loop, and compares the organization in a way that no other index serves.
   */
  const resumeSome = (organization: OrganizationId, endpoint: WebhookId) =>
    sql`
      UPDATE webhook_deliveries SET next_attempt_at = date_trunc('milliseconds', now())
      WHERE ${isOwn} AND ctid = ANY (ARRAY(
        SELECT ctid FROM webhook_deliveries
        WHERE organization_id = $organization AND endpoint_id = ${endpoint} AND next_attempt_at > now()
        LIMIT ${sql.literal(String(resumed))}
      ))
      RETURNING id
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map((rows) => rows.length === resumed))

  const attempt = attempts(sql, random)

  const resume = Effect.fnUntraced(function*(organization: OrganizationId, endpoint: WebhookId) {
    yield* Effect.repeat(resumeSome(organization, endpoint), { while: (more) => more })
    yield* attempt.postpone({ organization_id: organization, endpoint_id: endpoint }, 0)
  })

  const isOld = sql.literal(`status <> ${pendingLiteral} AND completed_at < now() - interval '${keptDays} days'`)

  /** Deletes a bounded number of old deliveries. Returns whether there may be more. Uses `ctid` as above. */
  const forgetSome = (organization: OrganizationId) =>
    sql`
      DELETE FROM webhook_deliveries
      WHERE ${isOwn} AND ctid = ANY (ARRAY(
        SELECT ctid FROM webhook_deliveries
        WHERE organization_id = $organization AND ${isOld}
        LIMIT ${sql.literal(String(forgotten))}
      ))
      RETURNING id
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map((rows) => rows.length === forgotten))

  // The first entry of an index shows whether an organization has old deliveries.
  const forget = sql<{ readonly organization_id: OrganizationId }>`
    SELECT DISTINCT w.organization_id FROM webhook_endpoints w WHERE EXISTS (
      SELECT d.organization_id FROM webhook_deliveries d WHERE d.organization_id = w.organization_id AND ${isOld}
    )
  `.pipe(
    Effect.orDie,
    Effect.flatMap(
      Effect.forEach(({ organization_id }) => Effect.repeat(forgetSome(organization_id), { while: (more) => more }), {
        discard: true
      })
    )
  )

  return Context.make(WebhookDeliveries, { list, test, replay, replayRange }).pipe(
    Context.add(DeliveryQueue, {
      fanOut: (organization) => provide(fanOut(random, organization)).pipe(Effect.orDie),
      ...attempt,
      resume,
      forget
    })
  )
})

export const layer = Layer.effectContext(make).pipe(Layer.provide(Sequencer.layer))
