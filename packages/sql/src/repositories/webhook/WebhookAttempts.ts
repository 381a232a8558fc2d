/**
 * Attempts to send stored deliveries, from the claim to the outcome. Only the first pending delivery of a chain is ever
 * claimed.
 */
import type { Claim, DueChain, DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { statusAfter } from "@candor/domain/webhook/DeliveryStatus"
import type { Chain, Failing, WebhookDelivery } from "@candor/domain/webhook/WebhookDelivery"
import { Effect, Option } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { SqlClient } from "effect/sql"
import { insertWork } from "../../queue/Queue.ts"
import { element, merged, postponed } from "../../queue/ReceiverQueue.ts"
import { iso } from "../../database/Types.ts"
import { columns, pendingLiteral, stillPending } from "./WebhookDeliveryRows.ts"
import { receivers } from "../../queue/WebhookWork.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"

const event = `CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'sequence', e.sequence, 'type', e.type,
  'subject_id', e.subject_id,
  'actor', json_build_object('user_id', e.user_id, 'api_key_id', e.api_key_id, 'worker', e.worker),
  'request_id', e.request_id, 'occurred_at', ${iso("e.occurred_at")}, 'data', e.data) END AS event`

const webhook = `json_build_object('id', w.id, 'url', w.url, 'secret', w.secret, 'previous_secret', w.previous_secret,
  'previous_secret_expires_at', ${iso("w.previous_secret_expires_at")}) AS webhook`

type ClaimRow = WebhookDelivery & Pick<Claim, "event" | "webhook">

/** The methods of {@link DeliveryQueue} for attempts. */
export const attempts = (
  sql: SqlClient.SqlClient,
  random: SecureRandom.SecureRandom["Service"]
): Pick<DeliveryQueue["Service"], "due" | "claim" | "succeed" | "fail" | "postpone" | "release"> => {
  const pendingStatus = sql.literal(pendingLiteral)
  const isStillPending = sql.literal(stillPending)

  const claim = (chain: Chain, millis: number) =>
    sql<ClaimRow>`
      WITH claimed AS (
        UPDATE webhook_deliveries d
        SET attempts = d.attempts + 1, claimed_until = now() + ${millis}::integer * interval '1 millisecond'
        WHERE d.organization_id = $organization AND d.endpoint_id = ${chain.endpoint_id} AND d.id = (
            SELECT first.id FROM webhook_deliveries first
            JOIN webhook_endpoints w ON w.organization_id = $organization AND w.id = first.endpoint_id
            WHERE first.organization_id = $organization AND first.endpoint_id = ${chain.endpoint_id}
              AND first.subject_id = ${chain.subject_id} AND first.status = ${pendingStatus} AND w.status = 'enabled'
            ORDER BY first.sequence, first.id LIMIT 1
          )
          AND ${isStillPending} AND greatest(d.next_attempt_at, d.claimed_until) <= now()
        RETURNING ${sql.literal(columns)}, d.event_id
      )
      SELECT ${sql.literal(columns)}, ${sql.literal(webhook)}, ${sql.literal(event)}
      FROM claimed d
      JOIN webhook_endpoints w ON w.organization_id = $organization AND w.id = ${chain.endpoint_id}
      LEFT JOIN events e ON e.organization_id = $organization AND e.id = d.event_id
    `.pipe(
      ofOrganization(sql, chain.organization_id),
      Effect.orDie,
      Effect.map(([row]) =>
        Option.map(Option.fromUndefinedOr(row), ({ event, webhook, ...delivery }) => ({ delivery, event, webhook }))
      )
    )

  const succeed: DeliveryQueue["Service"]["succeed"] = (
    { endpoint_id, organization_id },
    { delivery },
    outcome
  ) =>
    sql`
      WITH saved AS (
        UPDATE webhook_deliveries d SET status = ${
      statusAfter("succeed")
    }, next_attempt_at = NULL, claimed_until = NULL,
          last_status = ${outcome.status}, last_error = NULL, last_response = ${outcome.response}, completed_at = now()
        WHERE organization_id = ${organization_id} AND endpoint_id = ${endpoint_id} AND id = ${delivery.id}
          AND ${isStillPending}
        RETURNING endpoint_id
      )
      UPDATE webhook_endpoints w SET failing_since = NULL
      FROM saved
      WHERE w.organization_id = ${organization_id} AND w.id = saved.endpoint_id AND w.failing_since IS NOT NULL
    `.pipe(Effect.orDie, Effect.asVoid)

  const fail: DeliveryQueue["Service"]["fail"] = Effect.fnUntraced(function*(
    chain,
    { delivery },
    outcome,
    pause
  ) {
    const { endpoint_id, organization_id } = chain
    const rows = yield* sql<Failing>`
      WITH saved AS (
        UPDATE webhook_deliveries d SET
          status = ${statusAfter(pause === undefined ? "give_up" : "retry")},
          next_attempt_at = date_trunc('milliseconds', now()) + ${pause ?? null}::integer * interval '1 millisecond',
          claimed_until = NULL, first_failed_at = least(d.first_failed_at, date_trunc('milliseconds', now())),
          last_status = ${outcome.status}, last_error = ${outcome.error}, last_response = ${outcome.response},
          completed_at = ${pause === undefined ? sql`now()` : sql`NULL`}
        WHERE organization_id = ${organization_id} AND endpoint_id = ${endpoint_id} AND id = ${delivery.id}
          AND ${isStillPending} AND attempts = ${delivery.attempts}
        RETURNING first_failed_at, next_attempt_at
      ), failing AS (
        UPDATE webhook_endpoints w SET failing_since = date_trunc('milliseconds', now())
        FROM saved
        WHERE w.organization_id = ${organization_id} AND w.id = ${endpoint_id} AND w.failing_since IS NULL
      ), queued AS (
        ${insertWork} ${receivers.queue}, ${yield* random.uuidV7()}, ${element(chain)}, saved.next_attempt_at
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

  const due: DeliveryQueue["Service"]["due"] = (receiver, limit) =>
    sql<DueChain>`
      WITH ${merged(sql, receiver)}
      SELECT d.subject_id, coalesce(ceil(extract(epoch FROM d.claimed_until - now()) * 1000), 0)::integer AS claimed_for
      FROM webhook_deliveries d
      WHERE d.organization_id = ${receiver.organization_id} AND d.endpoint_id = ${receiver.endpoint_id}
        -- Only a pending delivery has a next attempt.
        AND d.next_attempt_at <= now()
        AND d.id = (
          SELECT first.id FROM webhook_deliveries first
          WHERE first.organization_id = ${receiver.organization_id} AND first.endpoint_id = ${receiver.endpoint_id}
            AND first.subject_id = d.subject_id AND first.status = ${pendingStatus}
          ORDER BY first.sequence, first.id LIMIT 1
        )
        AND EXISTS (
          SELECT true FROM webhook_endpoints w
          WHERE w.organization_id = ${receiver.organization_id} AND w.id = ${receiver.endpoint_id} AND w.status = 'enabled'
        )
      ORDER BY d.next_attempt_at, d.sequence, d.id LIMIT ${limit}
    `.pipe(
      Effect.orDie,
      Effect.map((rows) => rows.map((row) => ({ ...row, claimed_for: Math.max(0, row.claimed_for) })))
    )

  const postpone: DeliveryQueue["Service"]["postpone"] = (receiver, millis) =>
    postponed(sql, receiver, millis).pipe(Effect.orDie, Effect.asVoid)

  const release: DeliveryQueue["Service"]["release"] = (
    { endpoint_id, organization_id },
    { delivery }
  ) =>
    sql`
      UPDATE webhook_deliveries d SET claimed_until = NULL
      WHERE organization_id = ${organization_id} AND endpoint_id = ${endpoint_id} AND id = ${delivery.id}
        AND ${isStillPending} AND attempts = ${delivery.attempts}
    `.pipe(Effect.orDie, Effect.asVoid)

  return { due, claim, succeed, fail, postpone, release }
}
