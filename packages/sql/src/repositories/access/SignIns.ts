/** Stored sign-ins of members (password, link, passkeys, identities), and their sessions. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { Identity, IdentityHolder, LinkedIdentity } from "@candor/domain/authentication/Identity"
import { type Holder, PasskeyExists } from "@candor/domain/authentication/Passkey"
import { type ParsedSecret, secretBytes } from "@candor/domain/authentication/SecretText"
import { maxSessions, sessionText } from "@candor/domain/authentication/Session"
import { linkText, type SignIn } from "@candor/domain/authentication/SignIn"
import { type AddressHolder, maxHolders, maxOrganizations, SignIns } from "@candor/domain/authentication/SignIns"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { ApiKeyId, OrganizationId, UserId } from "@candor/domain/Id"
import { MemberNotFound, noun as member } from "@candor/domain/organization/Member"
import { Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { Hex } from "effect/encoding"
import { SqlClient } from "effect/sql"
import { hash } from "node:crypto"
import { iso } from "../../database/Types.ts"
import type { Change } from "../../statements/Change.ts"
import { activeMember, sessionEnd } from "../../statements/Authentication.ts"
import { shownOf } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { identitiesOfMember, identityChanges } from "./IdentityRows.ts"
import { passkeyChanges, passkeysOfMember } from "./PasskeyRows.ts"
import { makeRoom, sessionRow } from "./Sessions.ts"

/** A loaded sign-in. The version is 0 if no row is stored yet. */
interface Loaded {
  readonly signIn: SignIn
  readonly version: number
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const secret = Effect.map(random.randomBytes(secretBytes), Hex.encode)

  // Only the first part reads across organizations, and it returns only the ids of organizations.
  const withEmail = (email: string, organization: OrganizationId | undefined) =>
    sql<AddressHolder>`
      WITH found AS (SELECT organization_id FROM users WHERE lower(email) = lower(${email})
        AND (${organization ?? null}::uuid IS NULL OR organization_id = ${organization ?? null}::uuid))
      SELECT u.organization_id, u.id AS user_id, s.password_hash
      FROM found
      JOIN users u ON u.organization_id = found.organization_id AND lower(u.email) = lower(${email})
      LEFT JOIN sign_ins s ON s.organization_id = u.organization_id AND s.user_id = u.id
      WHERE ${sql.literal(activeMember)}
      ORDER BY s.password_hash IS NULL, u.created_at, u.id LIMIT ${maxHolders}
    `.pipe(Effect.orDie)

  // As above, only the first part reads across organizations.
  const withIdentity = ({ issuer, subject }: Identity, organization: OrganizationId | undefined) =>
    sql<IdentityHolder>`
      WITH found AS (SELECT organization_id FROM identities WHERE issuer = ${issuer} AND subject = ${subject}
        AND (${organization ?? null}::uuid IS NULL OR organization_id = ${organization ?? null}::uuid))
      SELECT json_build_object('id', o.id, 'name', o.name) AS organization, u.id AS user_id
      FROM found
      JOIN identities i ON i.organization_id = found.organization_id AND i.issuer = ${issuer} AND i.subject = ${subject}
      JOIN users u ON u.organization_id = i.organization_id AND u.id = i.user_id
      JOIN organizations o ON o.id = found.organization_id
      WHERE ${sql.literal(activeMember)}
      ORDER BY u.created_at, u.id LIMIT ${maxOrganizations}
    `.pipe(Effect.orDie)

  const identities = ({ organization_id, user_id }: Holder) =>
    sql<{ readonly identities: ReadonlyArray<LinkedIdentity> }>`
      SELECT ${
      sql.literal(identitiesOfMember)
    } AS identities FROM users u WHERE u.organization_id = $organization AND u.id = ${user_id}
    `.pipe(ofOrganization(sql, organization_id), Effect.orDie, Effect.map(([found]) => found?.identities ?? []))

  const withLink = ({ organization_id, text }: ParsedSecret) =>
    sql<{ readonly user_id: UserId }>`
      SELECT s.user_id FROM sign_ins s
      WHERE s.organization_id = ${organization_id} AND s.link_hash = decode(${hash("sha256", text)}, 'hex')
    `.pipe(Effect.orDie, Effect.map(([found]) => Option.fromUndefinedOr(found?.user_id)))

  const hasPassword = (organization: OrganizationId) =>
    sql`SELECT FROM sign_ins s WHERE s.organization_id = ${organization} AND s.password_hash IS NOT NULL LIMIT 1`.pipe(
      Effect.orDie,
      Effect.map((rows) => rows.length > 0)
    )

  /**
   * Loads the sign-in of a member. With the text of a link, its expiry is included only if the member still has this
   * link.
   */
  const load = (organization: OrganizationId, user_id: UserId, link: ParsedSecret | undefined) =>
    sql<Loaded>`
      SELECT coalesce(s.version, 0) AS version, json_build_object(
        'member', ${sql.literal(shownOf(member, "u"))},
        'organization', json_build_object('id', o.id, 'name', o.name),
        'password_hash', s.password_hash,
        'link_expires_at', CASE WHEN ${link === undefined} OR s.link_hash = decode(${
      hash("sha256", link?.text ?? "")
    }, 'hex')
          THEN ${sql.literal(iso("s.link_expires_at"))} END,
        'passkeys', ${sql.literal(passkeysOfMember)},
        'identities', ${sql.literal(identitiesOfMember)},
        'session', NULL
      ) AS "signIn"
      FROM users u JOIN organizations o ON o.id = $organization
      LEFT JOIN sign_ins s ON s.organization_id = $organization AND s.user_id = u.id
      WHERE u.organization_id = $organization AND u.id = ${user_id}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([loaded]) => loaded === undefined ? new MemberNotFound({ id: user_id }) : Effect.succeed(loaded))
    )

  /**
   * Stores the password and the link, if nobody has changed them since the load. Without a new hash, a link that
   * remains keeps its stored hash.
   */
  const store = (
    { before, decided: { entity }, organization_id }: Change<Loaded, SignIn, Actor | Worker>,
    linkHash: string | null
  ) => {
    const { link_expires_at, member: { id }, password_hash } = entity
    const kept = linkHash === null && link_expires_at !== null
    return sql`
      INSERT INTO sign_ins AS stored (organization_id, user_id, version, password_hash, link_hash, link_expires_at)
      VALUES (${organization_id}, ${id}, 1, ${password_hash}, decode(${linkHash}::text, 'hex'), ${
      kept ? null : link_expires_at
    }::timestamptz)
      ON CONFLICT (organization_id, user_id) DO UPDATE SET version = stored.version + 1, password_hash = excluded.password_hash,
        link_hash = CASE WHEN ${kept} THEN stored.link_hash ELSE excluded.link_hash END,
        link_expires_at = CASE WHEN ${kept} THEN stored.link_expires_at ELSE excluded.link_expires_at END
      WHERE stored.version = ${before.version}
      RETURNING stored.user_id`
  }

  const issueLink = Effect.fnUntraced(function*<Failure>(
    by: Actor | Worker,
    user_id: UserId,
    decide: (signIn: SignIn, context: DecisionContext<Actor | Worker>) => Decision<SignIn, Failure>
  ) {
    const text = linkText.format(by.organization_id, yield* secret)
    const { link_expires_at, member } = yield* write({
      actor: by,
      load: load(by.organization_id, user_id, undefined),
      decide: ({ signIn }, context) => decide(signIn, context),
      save: (change: Change<Loaded, SignIn, Actor | Worker>) =>
        save(sql, change, { saved: store(change, hash("sha256", text)) })
    })
    return { text, expires_at: link_expires_at!, email: member.email }
  })

  const open = Effect.fnUntraced(function*<Failure>(
    by: Actor,
    link: ParsedSecret | undefined,
    decide: (signIn: SignIn, context: DecisionContext) => Decision<SignIn, Failure>
  ) {
    const { organization_id, user_id } = by
    const text = sessionText.format(organization_id, yield* secret)
    const signIn = yield* write({
      actor: by,
      load: load(organization_id, user_id, link),
      decide: ({ signIn }, context) => decide(signIn, context),
      save: (change: Change<Loaded, SignIn>) => {
        const { before: { signIn: before }, decided: { entity } } = change
        const isReplaced = entity.password_hash !== before.password_hash ||
          entity.passkeys.length < before.passkeys.length ||
          entity.identities.length < before.identities.length
        const { after, inserts } = passkeyChanges(sql, by, before.passkeys, entity.passkeys)
        return save(sql, change, {
          saved: store(change, null),
          after: [
            ...after,
            ...identityChanges(sql, by, before.identities, entity.identities),
            ...makeRoom(sql, organization_id, user_id, isReplaced ? 0 : maxSessions - 1)
          ],
          inserts: [
            ...inserts,
            ...(entity.session === null ? [] : [{ table: "api_keys", row: sessionRow(entity.session, user_id, text) }])
          ]
        })
      }
    })
    return { signIn, text }
  })

  const modify = <Failure>(
    by: Actor,
    decide: (signIn: SignIn, context: DecisionContext) => Decision<SignIn, Failure>
  ) =>
    write({
      actor: by,
      load: load(by.organization_id, by.user_id, undefined),
      decide: ({ signIn }, context) => decide(signIn, context),
      save: (change: Change<Loaded, SignIn>) =>
        save(sql, change, {
          saved: store(change, null),
          ...passkeyChanges(sql, by, change.before.signIn.passkeys, change.decided.entity.passkeys)
        }),
      refusals: { passkeys_credential: Effect.fail(new PasskeyExists()) }
    })

  const endSession = ({ organization_id, text }: ParsedSecret) =>
    sql`
      UPDATE api_keys k SET revoked_at = now()
      WHERE k.organization_id = ${organization_id} AND k.hash = decode(${hash("sha256", text)}, 'hex') AND k.is_session
        AND k.revoked_at IS NULL
    `.pipe(Effect.orDie, Effect.asVoid)

  // The time is selected first: a distributed database refuses an update that computes a column by a function that
  // depends on the time zone.
  const extendSession = (organization: OrganizationId, id: ApiKeyId) =>
    sql`
      WITH extended AS (
        SELECT k.id, ${sql.literal(sessionEnd("k"))} AS expires_at FROM api_keys k
        WHERE k.organization_id = ${organization} AND k.id = ${id} AND k.is_session AND k.expires_at > now()
      )
      UPDATE api_keys k SET expires_at = extended.expires_at FROM extended
      WHERE k.organization_id = ${organization} AND k.id = extended.id AND k.is_session AND k.expires_at > now()
    `.pipe(Effect.orDie, Effect.asVoid)

  return SignIns.of({
    withEmail,
    withIdentity,
    identities,
    withLink,
    hasPassword,
    issueLink,
    open,
    modify,
    endSession,
    extendSession
  })
})

export const layer = Layer.effect(SignIns, make)
