/** Stored API keys. Only the SHA-256 of a key is kept. */
import * as ApiKey from "@candor/domain/ApiKey"
import { ApiKeys } from "@candor/domain/ApiKeys"
import { ApiKeyId, type OrganizationId } from "@candor/domain/Id"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { Hex } from "effect/encoding"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import * as Admission from "./statements/Admission.ts"

/** The hash that is stored of a key's text. */
const sha256 = (text: string): Uint8Array => createHash("sha256").update(text).digest()

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const admit = yield* Admission.make

  const holds = Effect.fnUntraced(function*(organization: OrganizationId, id: ApiKeyId) {
    const rows = yield* sql`
      SELECT FROM api_keys WHERE organization_id = ${organization} AND id = ${id}
        AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${yield* Timestamp.now})
    `.pipe(Effect.orDie)
    return rows.length === 1
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

  return ApiKeys.of({ admit, holds, create, list, revoke })
})

export const layer = Layer.effect(ApiKeys, make)
