/** Creates members and keys for tests as rows without events, so that a test's own events are the only ones. */
import type { Worker } from "@candor/domain/access/Actor"
import type { Scope } from "@candor/domain/access/Scope"
import * as ApiKey from "@candor/domain/authentication/ApiKey"
import { ApiKeys } from "@candor/domain/authentication/ApiKeys"
import * as ApiKeyText from "@candor/domain/authentication/ApiKeyText"
import { secretBytes } from "@candor/domain/authentication/SecretText"
import { ApiKeyId, type OrganizationId, UserId } from "@candor/domain/Id"
import type { Member } from "@candor/domain/organization/Member"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { Hex } from "effect/encoding"
import { SqlClient } from "effect/sql"
import { keyRow } from "../src/repositories/access/StoredKey.ts"
import { insertRows } from "../src/statements/Inserts.ts"

/** The actor when there is no member. */
export const operator = (organization_id: OrganizationId): Worker => ({
  organization_id,
  worker: "test",
  request_id: "test"
})

/** Creates a member with this email address: an admin, unless there is one already. */
export const member = Effect.fn("Access.member")(function*(
  organization_id: OrganizationId,
  { email, full_name = email }: { readonly email: string; readonly full_name?: string }
) {
  const sql = yield* SqlClient.SqlClient
  const [member] = yield* sql<Member>`
    INSERT INTO users AS u (organization_id, id, email, full_name, role, created_at)
    VALUES (${organization_id}, ${
    UserId.make(SecureRandom.uuidV7Unsafe())
  }, ${email}, ${full_name}, 'admin', ${yield* Timestamp.now})
    ON CONFLICT (organization_id, lower(email)) DO UPDATE SET email = u.email
    RETURNING id, full_name, email, role, status, created_at`
  return member!
}, Effect.orDie)

/** Creates a key for a member, which may be expired. */
export const key = Effect.fn("Access.key")(function*(
  organization_id: OrganizationId,
  { user_id, name = "A key", scope, expires_at = null }: {
    readonly user_id: UserId
    readonly name?: string
    readonly scope: Scope
    readonly expires_at?: Timestamp.Timestamp | null
  }
) {
  const sql = yield* SqlClient.SqlClient
  const text = ApiKeyText.format(organization_id, Hex.encode(SecureRandom.randomBytesUnsafe(secretBytes)))
  const key: ApiKey.ApiKey = {
    id: ApiKeyId.make(SecureRandom.uuidV7Unsafe()),
    user_id,
    name,
    scope,
    created_at: yield* Timestamp.now,
    expires_at,
    revoked_at: null,
    replaced_by: null,
    last_used_at: null
  }
  yield* sql`${insertRows(sql, "api_keys", [{ organization_id, ...keyRow(key, text) }])}`
  return { ...key, text }
}, Effect.orDie)

/** Revokes a key, like an operator. */
export const revoke = (organization_id: OrganizationId, id: ApiKeyId) =>
  Effect.flatMap(ApiKeys, (keys) => keys.modify(operator(organization_id), id, ApiKey.revoke))

/** Returns all keys of an organization with at most a hundred. */
export const keys = (organization_id: OrganizationId) =>
  Effect.flatMap(
    ApiKeys,
    (keys) => Effect.map(keys.list(organization_id, { limit: 100, offset: 0 }), ({ items }) => items)
  )

/** Revokes the keys of a scope. */
export const revokeAll = (organization_id: OrganizationId, scope: Scope) =>
  Effect.flatMap(
    keys(organization_id),
    (keys) => Effect.forEach(keys.filter((key) => key.scope === scope), ({ id }) => revoke(organization_id, id))
  )
