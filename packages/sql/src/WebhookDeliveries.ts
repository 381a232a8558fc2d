/**
 * Stored deliveries. The deliveries of one subject to one webhook are a chain: only its first pending
 * one is ever attempted, by whoever has claimed it.
 *
 * No chain is left standing: work for it is queued by the statement that makes a delivery, by the one
 * that records a failure (for when the next attempt is due), by the one that puts work off, and by what
 * enabling its webhook asks for; whoever takes work goes on until nothing is due. Work that finds the first delivery claimed leaves work for when
 * the claim ends, so that a worker that dies holds up its chain no longer than that. All times of this
 * are the database's, so that clocks that differ can neither lose an attempt nor make it early.
 */
import type { OrganizationId, WebhookId } from "@candor/domain/Id"
import { fromRows } from "@candor/domain/Pagination"
import { type Webhook, WebhookDisabled, WebhookNotFound } from "@candor/domain/Webhook"
import { type Claim, WebhookDeliveries } from "@candor/domain/WebhookDeliveries"
import {
  type Chain,
  DeliveryNotFound,
  type Failing,
  keptDays,
  maxPendingReplays,
  RangeBeyondHead,
  TooManyReplays,
  type WebhookDelivery
} from "@candor/domain/WebhookDelivery"
import { Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { patterns } from "./Events.ts"
import { after, newestFirst } from "./Paging.ts"
import { sealAll } from "./Sealing.ts"
import { iso } from "./Types.ts"
import { columns, made, type NewDelivery, queue } from "./WebhookDeliveryRows.ts"
import { fanOut } from "./WebhookFanOut.ts"

/** What of a stored delivery makes another of the same. */
type Original = Pick<NewDelivery, "message_id" | "event_id" | "event_type" | "sequence" | "subject_id">

const event = `CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'sequence', e.sequence, 'type', e.type,
  'subject_id', e.subject_id,
  'actor', json_build_object('user_id', e.user_id, 'api_key_id', e.api_key_id, 'worker', e.worker),
  'request_id', e.request_id, 'occurred_at', ${iso("e.occurred_at")}, 'data', e.data) END AS event`

const webhook = `json_build_object('id', w.id, 'url', w.url, 'secret', w.secret, 'previous_secret', w.previous_secret,
  'previous_secret_expires_at', ${iso("w.previous_secret_expires_at")}) AS webhook`

/** Old deliveries that are deleted at a time. */
const forgotten = 1000

/** Chains that are made due at a time. */
const resumed = 1000

/** The UUID before all others. */
const beforeAll = "00000000-0000-0000-0000-000000000000"

type ClaimRow = WebhookDelivery & Pick<Claim, "event" | "webhook">

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const provide = Effect.provideContext(yield* Effect.context<SqlClient.SqlClient>())

  const statusOf = (organization: OrganizationId, id: WebhookId) =>
    sql<Pick<Webhook, "status">>`
      SELECT status FROM webhook_endpoints WHERE organization_id = ${organization} AND id = ${id}
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([row]) => row === undefined ? new WebhookNotFound({ id }) : Effect.succeed(row.status))
    )

  const list = Effect.fn("WebhookDeliveries.list")(function*(
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
    // It has been disabled since it was asked.
    if (rows.length < deliveries.length) return yield* new WebhookDisabled({ id: endpoint })
    return rows
  })

  const enabled = Effect.fnUntraced(function*(organization: OrganizationId, id: WebhookId) {
    if ((yield* statusOf(organization, id)) === "disabled") return yield* new WebhookDisabled({ id })
  })

  const test = Effect.fn("WebhookDeliveries.test")(function*(
    organization: OrganizationId,
    endpoint: WebhookId,
    event_type: WebhookDelivery["event_type"]
  ) {
    yield* enabled(organization, endpoint)
    const id = yield* random.uuidV7()
    const sample = { id, kind: "test", message_id: id, event_id: null, event_type, sequence: 0, subject_id: endpoint } as const
    const [delivery] = yield* deliver(organization, endpoint, [sample])
    return delivery!
  })

  /** Whether so many more replays may wait for a webhook. */
  const room = Effect.fnUntraced(function*(organization: OrganizationId, endpoint: WebhookId, more: number) {
    const [row] = yield* sql<{ readonly pending: number }>`
      SELECT count(*) AS pending FROM webhook_deliveries
      WHERE organization_id = ${organization} AND endpoint_id = ${endpoint} AND status = 'pending' AND kind = 'replay'
    `.pipe(Effect.orDie)
    const pending = row?.pending ?? 0
    if (pending + more > maxPendingReplays) return yield* new TooManyReplays({ max: maxPendingReplays, pending })
  })

  const replay = Effect.fn("WebhookDeliveries.replay")(function*(
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
    const [again] = yield* deliver(organization, endpoint, [{ ...original, id: yield* random.uuidV7(), kind: "replay" }])
    return again!
  })

  const replayRange = Effect.fn("WebhookDeliveries.replayRange")(function*(
    organization: OrganizationId,
    endpoint: WebhookId,
    range: Parameters<WebhookDeliveries["Service"]["replayRange"]>[2]
  ) {
    yield* enabled(organization, endpoint)
    yield* provide(sealAll(organization))
    // What waits for its place is not beyond the head either.
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
    const deliveries = yield* Effect.forEach(events, (event) =>
      Effect.map(random.uuidV7(), (id): NewDelivery => ({ ...event, id, kind: "replay" })))
    return (yield* deliver(organization, endpoint, deliveries)).length
  })

  const claim = Effect.fn("WebhookDeliveries.claim")((chain: Chain, lease: number) =>
    sql<ClaimRow>`
      WITH earliest AS (
        SELECT d.id, d.attempts, d.claimed_until FROM webhook_deliveries d
        JOIN webhook_endpoints w ON w.organization_id = d.organization_id AND w.id = d.endpoint_id
        WHERE d.organization_id = ${chain.organization_id} AND d.endpoint_id = ${chain.endpoint_id}
          AND d.subject_id = ${chain.subject_id} AND d.status = 'pending' AND w.status = 'enabled'
        ORDER BY d.sequence, d.id LIMIT 1
      ), claimed AS (
        UPDATE webhook_deliveries d
        SET attempts = d.attempts + 1, claimed_until = now() + ${lease}::integer * interval '1 millisecond'
        FROM earliest
        WHERE d.organization_id = ${chain.organization_id} AND d.endpoint_id = ${chain.endpoint_id}
          AND d.id = earliest.id AND d.status = 'pending' AND d.next_attempt_at <= now()
          AND (d.claimed_until IS NULL OR d.claimed_until <= now())
        RETURNING ${sql.literal(columns)}, d.event_id
      ), guarded AS (
        INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
        SELECT md5(earliest.id::text || earliest.attempts)::uuid::text, ${queue}, ${JSON.stringify(chain)},
          'pending', 0, earliest.claimed_until, now(), now()
        FROM earliest WHERE earliest.claimed_until > now()
        ON CONFLICT (id, queue_name) DO NOTHING
      )
      SELECT ${sql.literal(columns)}, ${sql.literal(webhook)}, ${sql.literal(event)}
      FROM claimed d
      JOIN webhook_endpoints w ON w.organization_id = ${chain.organization_id} AND w.id = ${chain.endpoint_id}
      LEFT JOIN events e ON e.organization_id = ${chain.organization_id} AND e.id = d.event_id
    `.pipe(
      Effect.orDie,
      Effect.map(([row]) =>
        Option.map(Option.fromUndefinedOr(row), ({ event, webhook, ...delivery }) => ({ delivery, event, webhook }))
      )
    )
  )

  const succeed: WebhookDeliveries["Service"]["succeed"] = Effect.fn("WebhookDeliveries.succeed")((
    { endpoint_id, organization_id },
    { delivery },
    outcome
  ) =>
    sql`
      WITH saved AS (
        UPDATE webhook_deliveries SET status = 'succeeded', next_attempt_at = NULL, claimed_until = NULL,
          last_status = ${outcome.status}, last_error = NULL, last_response = ${outcome.response}, completed_at = now()
        WHERE organization_id = ${organization_id} AND endpoint_id = ${endpoint_id} AND id = ${delivery.id}
          AND status = 'pending'
        RETURNING endpoint_id
      )
      UPDATE webhook_endpoints w SET failing_since = NULL
      FROM saved
      WHERE w.organization_id = ${organization_id} AND w.id = saved.endpoint_id AND w.failing_since IS NOT NULL
    `.pipe(Effect.orDie, Effect.asVoid)
  )

  const fail: WebhookDeliveries["Service"]["fail"] = Effect.fn("WebhookDeliveries.fail")(function*(
    chain,
    { delivery },
    outcome,
    pause
  ) {
    const { endpoint_id, organization_id } = chain
    const rows = yield* sql<Failing>`
      WITH saved AS (
        UPDATE webhook_deliveries SET
          status = ${pause === undefined ? "failed" : "pending"},
          next_attempt_at = date_trunc('milliseconds', now()) + ${pause ?? null}::integer * interval '1 millisecond',
          claimed_until = NULL, first_failed_at = coalesce(first_failed_at, date_trunc('milliseconds', now())),
          last_status = ${outcome.status}, last_error = ${outcome.error}, last_response = ${outcome.response},
          completed_at = ${pause === undefined ? sql`now()` : sql`NULL`}
        WHERE organization_id = ${organization_id} AND endpoint_id = ${endpoint_id} AND id = ${delivery.id}
          AND status = 'pending' AND attempts = ${delivery.attempts}
        RETURNING first_failed_at, next_attempt_at
      ), failing AS (
        UPDATE webhook_endpoints w SET failing_since = date_trunc('milliseconds', now())
        FROM saved
        WHERE w.organization_id = ${organization_id} AND w.id = ${endpoint_id} AND w.failing_since IS NULL
      ), queued AS (
        INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
        SELECT ${yield* random.uuidV7()}, ${queue}, ${JSON.stringify(chain)}, 'pending', 0, saved.next_attempt_at,
          now(), now()
        FROM saved WHERE saved.next_attempt_at IS NOT NULL
      )
      SELECT coalesce(w.failing_since, date_trunc('milliseconds', now())) AS failing_since,
        coalesce(w.failing_since, date_trunc('milliseconds', now())) <= saved.first_failed_at AS throughout,
        saved.next_attempt_at IS NULL AS gave_up
      FROM saved
      JOIN webhook_endpoints w ON w.organization_id = ${organization_id} AND w.id = ${endpoint_id}
    `.pipe(Effect.orDie)
    return Option.fromUndefinedOr(rows[0])
  })

  const postpone: WebhookDeliveries["Service"]["postpone"] = Effect.fn("WebhookDeliveries.postpone")((chain, millis) =>
    sql`
      INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
      VALUES (gen_random_uuid()::text, ${queue}, ${JSON.stringify(chain)}, 'pending', 0,
        now() + ${millis}::integer * interval '1 millisecond', now(), now())
    `.pipe(Effect.orDie, Effect.asVoid)
  )

  /** Makes so many chains due, from one subject on; the last of their subjects, if there may be more. */
  const resumeSome = (organization: OrganizationId, endpoint: WebhookId, from: string) =>
    sql<{ readonly subject_id: string }>`
      WITH chain AS (
        SELECT DISTINCT subject_id FROM webhook_deliveries
        WHERE organization_id = ${organization} AND endpoint_id = ${endpoint} AND status = 'pending'
          AND subject_id > ${from}
        ORDER BY subject_id LIMIT ${resumed}
      ), due AS (
        UPDATE webhook_deliveries d SET next_attempt_at = date_trunc('milliseconds', now())
        FROM chain
        WHERE d.organization_id = ${organization} AND d.endpoint_id = ${endpoint} AND d.status = 'pending'
          AND d.subject_id = chain.subject_id AND d.next_attempt_at > now()
      ), queued AS (
        INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
        SELECT gen_random_uuid()::text, ${queue}, jsonb_build_object(
          'organization_id', ${organization}::text, 'endpoint_id', ${endpoint}::text, 'subject_id', subject_id
        )::text, 'pending', 0, now(), now(), now()
        FROM chain
      )
      SELECT subject_id FROM chain ORDER BY subject_id DESC LIMIT 1
    `.pipe(Effect.orDie, Effect.map(([last]) => last?.subject_id))

  const resume = Effect.fn("WebhookDeliveries.resume")(function*(organization: OrganizationId, endpoint: WebhookId) {
    for (let last: string | undefined = beforeAll; last !== undefined;) {
      last = yield* resumeSome(organization, endpoint, last)
    }
  })

  const release: WebhookDeliveries["Service"]["release"] = Effect.fn("WebhookDeliveries.release")((
    { endpoint_id, organization_id },
    { delivery }
  ) =>
    sql`
      UPDATE webhook_deliveries SET claimed_until = NULL
      WHERE organization_id = ${organization_id} AND endpoint_id = ${endpoint_id} AND id = ${delivery.id}
        AND status = 'pending' AND attempts = ${delivery.attempts}
    `.pipe(Effect.orDie, Effect.asVoid)
  )

  const forgetSome = (organization: OrganizationId) =>
    sql`
      DELETE FROM webhook_deliveries
      WHERE organization_id = ${organization} AND (endpoint_id, id) IN (
        SELECT endpoint_id, id FROM webhook_deliveries
        WHERE organization_id = ${organization} AND status <> 'pending'
          AND completed_at < now() - ${keptDays}::integer * interval '1 day'
        LIMIT ${forgotten}
      )
      RETURNING id
    `.pipe(Effect.orDie, Effect.map((rows) => rows.length === forgotten))

  const forget = Effect.fn("WebhookDeliveries.forget")((organization: OrganizationId) =>
    Effect.repeat(forgetSome(organization), { while: (more) => more }).pipe(Effect.asVoid)
  )

  return WebhookDeliveries.of({
    list,
    test,
    replay,
    replayRange,
    fanOut: Effect.fn("WebhookDeliveries.fanOut")((organization) =>
      provide(fanOut(random, organization)).pipe(Effect.orDie)
    ),
    claim,
    succeed,
    fail,
    postpone,
    resume,
    release,
    forget
  })
})

export const layer = Layer.effect(WebhookDeliveries, make)
