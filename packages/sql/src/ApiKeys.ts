/** Stored API keys. Only the SHA-256 of a key is kept. */
import * as ApiKey from "@candor/domain/ApiKey"
import { ApiKeys, type KeyAddress } from "@candor/domain/ApiKeys"
import { ApiKeyId, type OrganizationId } from "@candor/domain/Id"
import type { Principal } from "@candor/domain/Principal"
import * as RateLimit from "@candor/domain/RateLimit"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { Hex } from "effect/encoding"
import { SqlClient, type Statement } from "effect/sql"
import { createHash } from "node:crypto"

const sha256 = (text: string): Uint8Array => createHash("sha256").update(text).digest()

interface AdmissionRow {
  readonly organization_id: Principal["organization"]["id"]
  readonly organization_name: string
  readonly plan: Principal["organization"]["plan"]
  readonly user_id: Principal["user"]["id"]
  readonly full_name: string
  readonly email: string
  readonly api_key_id: ApiKeyId
  readonly api_key_name: string
  readonly scope: Principal["api_key"]["scope"]
  readonly granted: number | null
  readonly used: number | null
  readonly settled_in: number
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  /** What is counted of the window already; an earlier window counts for nothing. */
  const before = sql`CASE WHEN usage.window_start < excluded.window_start THEN 0 ELSE usage.used END`

  /** Of so many that are left at most an eighth is lent at a time, so that little is held when they run out. */
  const granted = (left: Statement.Fragment, count: number) => sql`least(${count}::integer, greatest(1, (${left}) / 8))`

  /** Until when some of those granted may be held; a single one is used at once. */
  const lent = (granted: Statement.Fragment) =>
    sql`CASE WHEN ${granted} > 1 THEN now() + ${RateLimit.lending + RateLimit.settling} * interval '1 millisecond' END`

  const admit = Effect.fnUntraced(function*(
    key: ApiKey.ParsedKey,
    window: RateLimit.Window,
    limit: number,
    count: number
  ) {
    const now = yield* Timestamp.now
    const first = granted(sql`${limit}::integer`, count)
    const further = granted(sql`${limit}::integer - ${before}`, count)
    const rows = yield* sql<AdmissionRow>`
      WITH caller AS (
        SELECT o.id AS organization_id, o.name AS organization_name, o.plan,
          u.id AS user_id, u.full_name, u.email, k.id AS api_key_id, k.name AS api_key_name, k.scope
        FROM api_keys k
        JOIN users u ON u.organization_id = k.organization_id AND u.id = k.user_id
        JOIN organizations o ON o.id = k.organization_id
        WHERE k.organization_id = ${key.organization_id} AND k.hash = ${sha256(key.text)}
          AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})
      ), counted AS (
        INSERT INTO api_key_usage AS usage (organization_id, api_key_id, window_start, used, granted, lent_until)
        SELECT organization_id, api_key_id, ${Timestamp.fromMillis(window.start)}::timestamptz, ${first}, ${first}, ${lent(first)}
        FROM caller
        ON CONFLICT (organization_id, api_key_id) DO UPDATE SET
          window_start = greatest(usage.window_start, excluded.window_start),
          used = ${before} + ${further},
          granted = ${further},
          lent_until = greatest(usage.lent_until, ${lent(further)})
        WHERE ${before} < ${limit}
        RETURNING used, granted
      )
      SELECT caller.*, counted.used, counted.granted, coalesce((
        SELECT greatest(0, ceil(extract(epoch FROM lent_until - now()) * 1000))::integer FROM api_key_usage held
        WHERE held.organization_id = caller.organization_id AND held.api_key_id = caller.api_key_id
      ), 0) AS settled_in
      FROM caller LEFT JOIN counted ON true
    `.pipe(Effect.orDie)
    return Option.map(Option.fromUndefinedOr(rows[0]), (row) => ({
      principal: {
        organization: { id: row.organization_id, name: row.organization_name, plan: row.plan },
        user: { id: row.user_id, full_name: row.full_name, email: row.email },
        api_key: { id: row.api_key_id, name: row.api_key_name, scope: row.scope }
      },
      granted: row.granted ?? 0,
      used: row.used ?? limit,
      settled_in: row.settled_in
    }))
  })

  const isActive = Effect.fnUntraced(function*(keys: ReadonlyArray<KeyAddress>) {
    const rows = yield* sql<{ readonly id: ApiKeyId }>`
      SELECT k.id FROM unnest(${keys.map((key) => key.organization_id)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
        AS watched (organization_id, id)
      JOIN api_keys k ON k.organization_id = watched.organization_id AND k.id = watched.id
      WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${yield* Timestamp.now})
    `.pipe(Effect.orDie)
    const active = new Set(rows.map(({ id }) => id))
    return keys.map(({ id }) => active.has(id))
  })

  const giveBack = (
    organization: OrganizationId,
    id: ApiKeyId,
    window: RateLimit.Window,
    count: number
  ) =>
    sql`
      UPDATE api_key_usage SET used = used - ${count}
      WHERE organization_id = ${organization} AND api_key_id = ${id} AND window_start = ${Timestamp.fromMillis(window.start)}
    `.pipe(Effect.orDie, Effect.asVoid)

  const create = Effect.fnUntraced(function*(
    organization: OrganizationId,
    options: Parameters<ApiKeys["Service"]["create"]>[1]
  ) {
    const text = ApiKey.format(organization, Hex.encode(yield* random.randomBytes(ApiKey.secretBytes)))
    const key: ApiKey.ApiKey = {
      id: ApiKeyId.make(yield* random.uuidV7()),
      user_id: options.user_id,
      name: options.name,
      scope: options.scope,
      created_at: yield* Timestamp.now,
      expires_at: options.expires_at ?? null,
      revoked_at: null
    }
    yield* Effect.orDie(
      sql`INSERT INTO api_keys ${sql.insert({ organization_id: organization, ...key, hash: sha256(text) })}`
    )
    return { ...key, text }
  })

  const list = (organization: OrganizationId) =>
    sql<ApiKey.ApiKey>`
      SELECT id, user_id, name, scope, created_at, expires_at, revoked_at
      FROM api_keys WHERE organization_id = ${organization} ORDER BY created_at DESC, id DESC
    `.pipe(Effect.orDie)

  const revoke = Effect.fnUntraced(function*(organization: OrganizationId, id: ApiKeyId) {
    const rows = yield* sql`
      UPDATE api_keys SET revoked_at = coalesce(revoked_at, ${yield* Timestamp.now})
      WHERE organization_id = ${organization} AND id = ${id} RETURNING id
    `.pipe(Effect.orDie)
    if (rows.length === 0) return yield* new ApiKey.ApiKeyNotFound({ id })
  })

  return ApiKeys.of({ admit, isActive, giveBack, create, list, revoke })
})

export const layer = Layer.effect(ApiKeys, make)
