/**
 * Stored API keys. Sessions and tokens of connected apps are rows of the same table, and are authenticated in the same
 * way, but only `isActive` here sees them.
 */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { type JobAccess, type MemberRole, scopeOf } from "@candor/domain/access/MemberRole"
import { includes, least, type Scope } from "@candor/domain/access/Scope"
import { type ApiKey, ApiKeyNotFound, type Issuing, noun, type Rotated } from "@candor/domain/authentication/ApiKey"
import { ApiKeys, type KeyAddress } from "@candor/domain/authentication/ApiKeys"
import * as ApiKeyText from "@candor/domain/authentication/ApiKeyText"
import { type HourOfUse, hoursKept } from "@candor/domain/authentication/KeyUsage"
import { secretBytes } from "@candor/domain/authentication/SecretText"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { ApiKeyId, OrganizationId, UserId } from "@candor/domain/Id"
import { MemberNotFound, noun as member } from "@candor/domain/organization/Member"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { Hex } from "effect/encoding"
import { SqlClient } from "effect/sql"
import { type AccessVersion, nextAccessVersion } from "./AccessVersion.ts"
import * as Authentication from "../../statements/Authentication.ts"
import type { Change } from "../../statements/Change.ts"
import { keyRow } from "./StoredKey.ts"
import { isStill, rowColumns, shownOf } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { columnsOf, pick } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { iso } from "../../database/Types.ts"

type Context = DecisionContext<Actor | Worker>

interface Loaded extends Issuing, AccessVersion {}

interface LoadedKey extends Loaded {
  readonly key: ApiKey
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const authenticate = yield* Authentication.make

  const isActive = Effect.fnUntraced(function*(keys: ReadonlyArray<KeyAddress>) {
    const rows = yield* sql<
      {
        readonly id: ApiKeyId
        readonly scope: Scope
        readonly role: MemberRole
        readonly job_access: JobAccess
        readonly hides_feedback: boolean
      }
    >`
      SELECT k.id, k.scope, u.role, ${sql.literal(Authentication.jobAccess("u.organization_id"))} AS job_access,
        ${sql.literal(Authentication.hidesFeedback(sql, "u.organization_id"))} AS hides_feedback
      FROM unnest(${keys.map((key) => key.organization_id)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
        AS watched (organization_id, id)
      JOIN api_keys k ON k.organization_id = watched.organization_id AND k.id = watched.id
      JOIN users u ON u.organization_id = k.organization_id AND u.id = k.user_id
      WHERE ${sql.literal(Authentication.isValidKey)}
    `.pipe(Effect.orDie)
    const active = new Map(rows.map((row) => [row.id, row]))
    return keys.map(({ id, job_access, hides_feedback, scope }) => {
      const key = active.get(id)
      return key !== undefined && key.job_access === job_access && key.hides_feedback === hides_feedback &&
        includes(least(key.scope, scopeOf(key.role)), scope)
    })
  })

  /** Keys that people make, without sessions and tokens of apps. */
  const ofPeople = sql.literal("NOT k.is_session AND k.app_id IS NULL")

  const columns = sql.literal(`${columnsOf("k", rowColumns(noun))}, usage.window_start AS last_used_at`)

  /** A key counts its requests by clock hour, and its usage row has the hour of the latest one. */
  const keys = sql`api_keys k
    LEFT JOIN api_key_usage usage ON usage.organization_id = $organization AND usage.api_key_id = k.id`

  const list = (organization: OrganizationId, page: PageRequest) =>
    sql<ApiKey>`
      SELECT ${columns} FROM ${keys}
      WHERE k.organization_id = $organization AND ${ofPeople} AND ${after(sql, "k", page)}
      ${newestFirst(sql, "k", page)}
    `.pipe(ofOrganization(sql, organization), Effect.map((rows) => fromRows(page, rows)), Effect.orDie)

  const get = (organization: OrganizationId, id: ApiKeyId) =>
    sql<ApiKey>`
      SELECT ${columns} FROM ${keys} WHERE k.organization_id = $organization AND k.id = ${id} AND ${ofPeople}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([key]) => key === undefined ? new ApiKeyNotFound({ id }) : Effect.succeed(key))
    )

  // For an hour without an entry, the array index yields null.
  const usage = (organization: OrganizationId, id: ApiKeyId, limit: number) =>
    sql<HourOfUse>`
      SELECT ${sql.literal(iso("hour"))} AS hour, coalesce(CASE
        WHEN hour = usage.window_start THEN least(usage.used, ${limit})
        WHEN usage.earlier_until = usage.window_start
          THEN usage.earlier_hours[extract(epoch FROM usage.window_start - hour)::integer / 3600]
      END, 0) AS requests
      FROM ${keys}
      CROSS JOIN generate_series(date_trunc('hour', now()) - interval '${
      sql.literal(String(hoursKept - 1))
    } hours', now(), interval '1 hour') AS hour
      WHERE k.organization_id = $organization AND k.id = ${id} AND ${ofPeople}
      ORDER BY hour
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap((hours) => hours.length === 0 ? new ApiKeyNotFound({ id }) : Effect.succeed(hours))
    )

  /** What a decision on a new key of the member `u` needs to know. */
  const issuing = sql.literal(`${shownOf(member, "u")} AS member, o.access_version, (
      SELECT count(*)::integer FROM api_keys k WHERE k.organization_id = $organization AND NOT k.is_session AND k.app_id IS NULL AND ${Authentication.isActiveKey}
    ) AS active_keys`)

  const loadMember = (organization: OrganizationId, id: UserId) =>
    sql<Loaded>`
      SELECT ${issuing} FROM users u JOIN organizations o ON o.id = $organization
      WHERE u.organization_id = $organization AND u.id = ${id}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([loaded]) => loaded === undefined ? new MemberNotFound({ id }) : Effect.succeed(loaded))
    )

  const loadKey = (organization: OrganizationId, id: ApiKeyId) =>
    sql<ApiKey & Loaded>`
      SELECT ${columns}, ${issuing} FROM ${keys}
      JOIN users u ON u.organization_id = $organization AND u.id = k.user_id
      JOIN organizations o ON o.id = $organization
      WHERE k.organization_id = $organization AND k.id = ${id} AND ${ofPeople}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([row]): Effect.Effect<LoadedKey, ApiKeyNotFound> => {
        if (row === undefined) return Effect.fail(new ApiKeyNotFound({ id }))
        const { access_version, active_keys, member, ...key } = row
        return Effect.succeed({ access_version, active_keys, member, key })
      })
    )

  const newText = (organization: OrganizationId) =>
    Effect.map(random.randomBytes(secretBytes), (bytes) => ApiKeyText.format(organization, Hex.encode(bytes)))

  const create = Effect.fnUntraced(function*<Failure>(
    by: Actor | Worker,
    user_id: UserId,
    decide: (issuing: Issuing, context: Context) => Decision<ApiKey, Failure>
  ) {
    const text = yield* newText(by.organization_id)
    const api_key = yield* write({
      actor: by,
      load: loadMember(by.organization_id, user_id),
      decide,
      save: (change: Change<Loaded, ApiKey, Actor | Worker>) =>
        save(sql, change, {
          saved: nextAccessVersion(sql, by.organization_id, change.before),
          inserts: [{ table: noun.table, row: keyRow(change.decided.entity, text) }]
        })
    })
    return { api_key, text }
  })

  const rotate = Effect.fnUntraced(function*<Failure>(
    by: Actor | Worker,
    id: ApiKeyId,
    decide: (key: ApiKey, issuing: Issuing, context: Context) => Decision<Rotated, Failure>
  ) {
    const { organization_id } = by
    const text = yield* newText(organization_id)
    const { key: api_key } = yield* write({
      actor: by,
      load: loadKey(organization_id, id),
      decide: ({ key, ...issuing }, context) => decide(key, issuing, context),
      save: (change: Change<LoadedKey, Rotated, Actor | Worker>) => {
        const { before, decided: { entity: { key, old } } } = change
        return save(sql, change, {
          before: [sql`next_access_version AS (${nextAccessVersion(sql, organization_id, before)})`],
          saved: sql`
            UPDATE api_keys
            SET expires_at = ${old.expires_at}, revoked_at = ${old.revoked_at}, replaced_by = ${old.replaced_by}
            WHERE organization_id = ${organization_id} AND id = ${id}
              AND name = ${before.key.name} AND revoked_at IS NULL AND EXISTS (SELECT FROM next_access_version)
            RETURNING id`,
          inserts: [{ table: noun.table, row: keyRow(key, text) }]
        })
      }
    })
    return { api_key, text }
  })

  // A key has no version. The change is saved only if the fields that it was decided on still have their loaded values.
  const modify = <Failure>(
    by: Actor | Worker,
    id: ApiKeyId,
    decide: (key: ApiKey, context: Context) => Decision<ApiKey, Failure>
  ) =>
    write({
      actor: by,
      load: get(by.organization_id, id),
      decide,
      save: (change: Change<ApiKey, ApiKey, Actor | Worker>) => {
        const changed = ["name", "revoked_at"]
        return save(sql, change, {
          saved: sql`
            UPDATE api_keys SET ${sql.update(pick(change.decided.entity, changed))}
            WHERE organization_id = ${by.organization_id} AND id = ${id} AND ${
            isStill(sql, pick(change.before, changed))
          }
            RETURNING id`
        })
      }
    })

  return ApiKeys.of({ authenticate, isActive, list, get, usage, create, rotate, modify })
})

export const layer = Layer.effect(ApiKeys, make)
