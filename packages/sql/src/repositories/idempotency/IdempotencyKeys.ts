/**
 * Stored idempotency keys. A claim on a key is a lock that ends with its transaction, and the response is stored in the
 * same transaction. So a process that dies leaves either the response with its change, or nothing.
 */
import {
  type KeptResponse,
  type KeyedRequest,
  IdempotencyKeyInFlight,
  lifetime,
  replay
} from "@candor/domain/idempotency/IdempotencyKey"
import { IdempotencyKeys } from "@candor/domain/idempotency/IdempotencyKeys"
import type { OrganizationId } from "@candor/domain/Id"
import { PgTypes } from "@effect/sql-pg"
import { Duration, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { RaceLost } from "../../statements/CurrentTransaction.ts"

/** Responses that one statement deletes. */
const portion = 1000

interface Claim extends Pick<KeyedRequest, "fingerprint">, KeptResponse {
  readonly is_claimed: boolean
}

/** The row of a claim: the columns of the response are null if none is stored. */
type ClaimRow = Claim | { readonly is_claimed: boolean; readonly status: null }

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const expired = sql.literal(`created_at <= now() - interval '${Duration.toSeconds(lifetime)} seconds'`)

  const claim = Effect.fnUntraced(function*(request: KeyedRequest) {
    const { api_key_id, key, organization_id } = request
    // Does not wait: a second request with the same key must not occupy a connection.
    const [row] = yield* sql<ClaimRow>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${`idempotency key ${organization_id} ${api_key_id} ${key}`}, 0)) AS is_claimed,
        kept.fingerprint, kept.status, kept.content_type, kept.body
      FROM (SELECT) one LEFT JOIN idempotency_keys kept ON kept.organization_id = ${organization_id}
        AND kept.api_key_id = ${api_key_id} AND kept.key = ${key} AND NOT kept.${expired}
    `.pipe(Effect.orDie)
    const { is_claimed, ...kept } = row!
    if (kept.status !== null) return Option.some(yield* Effect.fromResult(replay(kept, request)))
    return is_claimed ? Option.none() : yield* new IdempotencyKeyInFlight()
  })

  const keep = Effect.fnUntraced(function*(request: KeyedRequest, { body, content_type, status }: KeptResponse) {
    const { api_key_id, fingerprint, key, organization_id } = request
    const rows = yield* sql`
      INSERT INTO idempotency_keys AS kept
        (organization_id, api_key_id, key, fingerprint, status, content_type, body, created_at)
      VALUES (${organization_id}, ${api_key_id}, ${key}, ${PgTypes.bytea(fingerprint)}, ${status}, ${content_type},
        ${PgTypes.bytea(body)}, now())
      ON CONFLICT (organization_id, api_key_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
        status = excluded.status, content_type = excluded.content_type, body = excluded.body, created_at = excluded.created_at
      WHERE excluded.created_at - kept.created_at >= interval '${
      sql.literal(String(Duration.toSeconds(lifetime)))
    } seconds'
      RETURNING kept.key
    `.pipe(Effect.orDie)
    // The claim read its state before it got the lock, which another request held until then.
    if (rows.length === 0) return yield* Effect.die(new RaceLost())
  })

  const forgetSome = (organization: OrganizationId) =>
    sql`
      DELETE FROM idempotency_keys WHERE organization_id = ${organization} AND (api_key_id, key) IN (
        SELECT api_key_id, key FROM idempotency_keys
        WHERE organization_id = ${organization} AND ${expired}
        ORDER BY created_at LIMIT ${sql.literal(String(portion))} FOR UPDATE SKIP LOCKED
      )
      RETURNING key
    `.pipe(Effect.map((rows) => rows.length === portion))

  const forget = sql<{ readonly organization_id: OrganizationId }>`
    SELECT DISTINCT organization_id FROM idempotency_keys WHERE ${expired}
  `.pipe(
    Effect.flatMap(
      Effect.forEach(({ organization_id }) => Effect.repeat(forgetSome(organization_id), { while: (more) => more }), {
        discard: true
      })
    ),
    Effect.orDie
  )

  return IdempotencyKeys.of({ claim, keep, forget })
})

export const layer = Layer.effect(IdempotencyKeys, make)
