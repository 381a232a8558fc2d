/** Stored API keys. Only the SHA-256 of a key is kept. */
import * as ApiKey from "@candor/domain/access/ApiKey"
import { ApiKeys, type KeyAddress } from "@candor/domain/access/ApiKeys"
import { ApiKeyId, type OrganizationId } from "@candor/domain/Id"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { Hex } from "effect/encoding"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import * as Admission from "../../statements/Admission.ts"

/** The hash that is stored of a key's text. */
const sha256 = (text: string): Uint8Array => createHash("sha256").update(text).digest()

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const admit = yield* Admission.make

  const isActive = Effect.fnUntraced(function*(keys: ReadonlyArray<KeyAddress>) {
    const rows = yield* sql<{ readonly id: ApiKeyId }>`
      SELECT k.id FROM unnest(${keys.map((key) => key.organization_id)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
        AS watched (organization_id, id)
      JOIN api_keys k ON k.organization_id = watched.organization_id AND k.id = watched.id
      WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
    `.pipe(Effect.orDie)
    const active = new Set(rows.map(({ id }) => id))
    return keys.map(({ id }) => active.has(id))
  })

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

  return ApiKeys.of({ admit, isActive, create, list, revoke })
})

export const layer = Layer.effect(ApiKeys, make)
