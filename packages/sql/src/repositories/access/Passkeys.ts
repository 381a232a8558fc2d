/** Stored passkeys, and the challenges that authenticators sign. */
import {
  challengeBytes,
  challengeMinutes,
  type ChallengePurpose,
  type Holder,
  maxChallenges,
  type Passkey,
  userHandle
} from "@candor/domain/authentication/Passkey"
import { type HeldCredential, Passkeys } from "@candor/domain/authentication/Passkeys"
import type { OrganizationId } from "@candor/domain/Id"
import { Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import { SqlClient } from "effect/sql"
import { hash } from "node:crypto"

/** Expired challenges that one statement deletes. */
const portion = 1000

/** Returns the hash of a challenge with its purpose, so that a challenge for another purpose is not found. */
const hashOf = (purpose: ChallengePurpose, challenge: string): string =>
  hash("sha256", `${purpose === "sign-in" ? purpose : userHandle(purpose)} ${challenge}`)

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  const list = ({ organization_id, user_id }: Holder) =>
    sql<Passkey>`
      SELECT p.id, p.name, p.credential_id, p.public_key, p.counter::float8 AS counter, p.created_at, p.last_used_at
      FROM passkeys p WHERE p.organization_id = ${organization_id} AND p.user_id = ${user_id} ORDER BY p.created_at, p.id
    `.pipe(Effect.orDie)

  const withCredential = (organization: OrganizationId, credential_id: string) =>
    sql<HeldCredential>`
      SELECT p.organization_id, p.user_id, p.credential_id, p.public_key, p.counter::float8 AS counter
      FROM passkeys p WHERE p.organization_id = ${organization} AND p.credential_id = ${credential_id}
    `.pipe(Effect.orDie, Effect.map(([found]) => Option.fromUndefinedOr(found)))

  const issueChallenge = Effect.fnUntraced(function*(purpose: ChallengePurpose) {
    const challenge = Base64Url.encode(yield* random.randomBytes(challengeBytes))
    yield* sql`
      WITH ended AS (
        DELETE FROM passkey_challenges c WHERE c.hash IN (
          SELECT older.hash FROM passkey_challenges older
          WHERE older.expires_at <= greatest(now(), (
            SELECT newest.expires_at FROM passkey_challenges newest ORDER BY newest.expires_at DESC OFFSET ${
      sql.literal(String(maxChallenges - 1))
    } LIMIT 1
          ))
          ORDER BY older.expires_at LIMIT ${sql.literal(String(portion))} FOR UPDATE SKIP LOCKED
        )
      )
      INSERT INTO passkey_challenges (hash, expires_at)
      VALUES (decode(${hashOf(purpose, challenge)}, 'hex'), now() + interval '${
      sql.literal(String(challengeMinutes))
    } minutes')
    `.pipe(Effect.orDie)
    return challenge
  })

  const redeemChallenge = (purpose: ChallengePurpose, challenge: string) =>
    sql`
      DELETE FROM passkey_challenges c WHERE c.hash = decode(${
      hashOf(purpose, challenge)
    }, 'hex') AND c.expires_at > now()
      RETURNING c.expires_at
    `.pipe(Effect.orDie, Effect.map((rows) => rows.length > 0))

  return Passkeys.of({ list, withCredential, issueChallenge, redeemChallenge })
})

export const layer = Layer.effect(Passkeys, make)
