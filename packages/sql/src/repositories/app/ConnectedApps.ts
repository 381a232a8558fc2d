/** Stored connected apps, with their codes and tokens, of which only hashes are stored. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { Scope } from "@candor/domain/access/Scope"
import { accessTexts, codeText, familyText, formatRefresh, type ParsedRefresh } from "@candor/domain/app/AppTokens"
import {
  accessEnd,
  type ConnectedApp,
  ConnectedAppNotFound,
  type Grant,
  GrantRefused,
  type HeldGrant,
  type Holding,
  noun,
  presentScope
} from "@candor/domain/app/ConnectedApp"
import { ConnectedApps } from "@candor/domain/app/ConnectedApps"
import { type ParsedSecret, secretBytes } from "@candor/domain/authentication/SecretText"
import type { AnyContext, Decision, DecisionContext } from "@candor/domain/Decision"
import type { ConnectedAppId, OrganizationId, UserId } from "@candor/domain/Id"
import { defaultPolicy, scopesBeyond } from "@candor/domain/organization/AppPolicy"
import { MemberNotFound, noun as member } from "@candor/domain/organization/Member"
import type { AppPolicyState } from "@candor/domain/organization/Organization"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import { millisBetween } from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { Hex } from "effect/encoding"
import { SqlClient, type Statement } from "effect/sql"
import { hash } from "node:crypto"
import type { Change } from "../../statements/Change.ts"
import { isStill, object, jsonColumns, rowColumns, shownColumns, shownOf } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { deliverRowEvents } from "../../statements/Outbox.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { columnsOf, pick } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { type AccessVersion, nextAccessVersion } from "../access/AccessVersion.ts"
import { endApps, ownKeyRow, revokeApps, tokenRow } from "./AppRows.ts"

const sha256 = (text: string) => hash("sha256", text)

/** Days for which rows of expired tokens and unredeemed codes are kept. */
const keptDays = 1

interface LoadedHolding extends Holding, AccessVersion {
  readonly active_apps: number
}

interface LoadedGrant extends HeldGrant, AccessVersion {
  readonly isLatest: boolean
}

interface LoadedPolicy extends AppPolicyState, AccessVersion {}

type Decide = (held: LoadedGrant, context: AnyContext) => Decision<Grant, GrantRefused>

interface IssuedScope {
  readonly scope: Scope
  readonly expires_in: number
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const secret = Effect.map(random.randomBytes(secretBytes), Hex.encode)

  const shown = sql.literal(
    `${
      columnsOf("a", shownColumns(noun).filter((name) => name !== "last_used_at"))
    }, usage.window_start AS last_used_at`
  )
  const apps =
    sql`connected_apps a LEFT JOIN api_key_usage usage ON usage.organization_id = $organization AND usage.api_key_id = a.id`

  // An app whose code nobody has redeemed is not listed yet.
  const list = (organization: OrganizationId, page: PageRequest, user: UserId | undefined) =>
    sql<ConnectedApp>`
      SELECT ${shown} FROM ${apps}
      WHERE a.organization_id = $organization AND a.turn > 0 AND ${
      user === undefined ? sql`true` : sql`a.user_id = ${user}`
    } AND ${after(sql, "a", page)}
      ${newestFirst(sql, "a", page)}
    `.pipe(ofOrganization(sql, organization), Effect.map((rows) => fromRows(page, rows)), Effect.orDie)

  const get = (organization: OrganizationId, id: ConnectedAppId) =>
    sql<ConnectedApp>`SELECT ${shown} FROM ${apps} WHERE a.organization_id = $organization AND a.id = ${id}`.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([app]) => app === undefined ? new ConnectedAppNotFound({ id }) : Effect.succeed(app))
    )

  const policyOf = sql`coalesce(o.app_policy, ${JSON.stringify(defaultPolicy)}::jsonb) AS app_policy`

  const holding = (organization: OrganizationId, id: UserId) =>
    sql<LoadedHolding>`
      SELECT ${sql.literal(shownOf(member, "u"))} AS member, ${policyOf}, o.access_version, (
        SELECT count(*)::integer FROM connected_apps a
        WHERE a.organization_id = $organization AND a.user_id = u.id AND a.revoked_at IS NULL AND a.expires_at > now()
      ) AS active_apps
      FROM users u JOIN organizations o ON o.id = $organization WHERE u.organization_id = $organization AND u.id = ${id}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([found]) => found === undefined ? new MemberNotFound({ id }) : Effect.succeed(found))
    )

  const scopeOfClient = (organization: OrganizationId, user: UserId, client_id: string) =>
    sql<Pick<Grant, "scope">>`
      SELECT a.scope FROM connected_apps a
      WHERE a.organization_id = $organization AND a.user_id = ${user} AND a.client_id = ${client_id} AND a.turn > 0
        AND a.revoked_at IS NULL AND a.expires_at > now()
      ORDER BY array_position(${[...Scope.literals]}::text[], a.scope) DESC LIMIT 1
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([app]) => app?.scope))

  const authorize = Effect.fnUntraced(function*<Failure>(
    by: Actor,
    decide: (holding: LoadedHolding, context: DecisionContext) => Decision<Grant, Failure>
  ) {
    const { organization_id, user_id } = by
    const text = codeText.format(organization_id, yield* secret)
    yield* write({
      actor: by,
      load: holding(organization_id, user_id),
      decide,
      save: (change: Change<LoadedHolding, Grant>) =>
        save(sql, change, {
          saved: nextAccessVersion(sql, organization_id, change.before),
          after: [sql`removed_codes AS (
            DELETE FROM connected_apps a WHERE a.organization_id = ${organization_id} AND a.user_id = ${user_id} AND a.turn = 0
              AND a.expires_at < now() - interval '${sql.literal(String(keptDays))} day' AND EXISTS (SELECT FROM saved)
          )`],
          inserts: [{
            table: noun.table,
            row: { ...pick(change.decided.entity, rowColumns(noun)), code_hash: `\\x${sha256(text)}` }
          }]
        })
    })
    return text
  })

  const grant = sql.literal(object(jsonColumns(noun, "a", "row")))

  const load = (organization: OrganizationId, condition: Statement.Fragment, isLatest: Statement.Fragment) =>
    sql<LoadedGrant>`
      SELECT ${grant} AS grant, ${
      sql.literal(shownOf(member, "u"))
    } AS member, ${policyOf}, o.access_version, ${isLatest} AS "isLatest"
      FROM connected_apps a JOIN users u ON u.organization_id = $organization AND u.id = a.user_id JOIN organizations o ON o.id = $organization
      WHERE a.organization_id = $organization AND ${condition}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([found]) => found === undefined ? new GrantRefused() : Effect.succeed(found))
    )

  const isLoaded = (before: Grant) => isStill(sql, pick(before, ["turn", "revoked_at"]))

  const revoked = (
    { decided: { entity: { id } }, organization_id }: Change<unknown, Grant, Actor | Worker>,
    before: Grant
  ) => ({
    saved: sql`SELECT id FROM connected_apps WHERE organization_id = ${organization_id} AND id = ${id} AND ${
      isLoaded(before)
    } FOR UPDATE`,
    after: endApps(sql, organization_id, sql`id = ${id}`)
  })

  /**
   * Stores the next tokens of an app, or that it has ended. The access version orders this before or after changes of
   * policies and members, so that those also end what this issues.
   */
  const issue = Effect.fnUntraced(function*(
    by: Worker,
    found: Effect.Effect<LoadedGrant, GrantRefused>,
    family: string,
    decide: Decide
  ) {
    const { organization_id } = by
    const [turn, accessSecret, own] = yield* Effect.all([secret, secret, secret])
    const textOf = ({ resource }: Grant) => accessTexts[resource].format(organization_id, accessSecret)
    let scope: IssuedScope
    const entity = yield* write({
      actor: by,
      load: found,
      decide,
      save: (change: Change<LoadedGrant, Grant, Worker>) => {
        const { before, context: { nextId, now }, decided: { entity } } = change
        if (entity.revoked_at !== null) return save(sql, change, revoked(change, before.grant))
        scope = {
          scope: presentScope(before),
          expires_in: Math.floor(millisBetween(now, accessEnd(entity, now)) / 1000)
        }
        const isFirst = before.grant.turn === 0
        return save(sql, change, {
          before: [sql`next_access_version AS (${nextAccessVersion(sql, organization_id, before)})`],
          saved: sql`
            UPDATE connected_apps SET turn = ${entity.turn}, expires_at = ${entity.expires_at}, turn_hash = decode(${
            sha256(turn)
          }, 'hex'),
              family_hash = decode(${sha256(family)}, 'hex')
            WHERE organization_id = ${organization_id} AND id = ${entity.id} AND ${isLoaded(before.grant)}
              AND EXISTS (SELECT FROM next_access_version)
            RETURNING id`,
          after: [
            sql`extended AS (
              UPDATE api_keys k SET expires_at = ${entity.expires_at}, scope = ${scope.scope}
              WHERE k.organization_id = ${organization_id} AND k.id = ${entity.id} AND EXISTS (SELECT FROM saved)
            )`,
            sql`removed_tokens AS (
              DELETE FROM api_keys k WHERE k.organization_id = ${organization_id} AND k.user_id = ${entity.user_id} AND k.id <> k.app_id
                AND least(k.revoked_at, k.expires_at) < now() - interval '${
              sql.literal(String(keptDays))
            } day' AND EXISTS (SELECT FROM saved)
            )`,
            // When a self-registered app gets a wider scope, its earlier grants end. A client with a metadata document
            // may be several programs with one id, whose grants go on.
            ...(isFirst && entity.client_host === null
              ? [
                ...revokeApps(
                  sql,
                  change,
                  sql`user_id = ${entity.user_id} AND client_id = ${entity.client_id} AND resource = ${entity.resource} AND turn > 0
                  AND scope = ANY (${Scope.literals.slice(0, Scope.literals.indexOf(entity.scope))}::text[])`
                ),
                deliverRowEvents(sql)
              ]
              : [])
          ],
          inserts: [
            ...(isFirst ? [ownKeyRow(entity, scope.scope, own)] : []),
            tokenRow(entity, scope.scope, nextId(), textOf(entity), now)
          ].map((row) => ({ table: "api_keys", row }))
        })
      }
    })
    if (entity.revoked_at !== null) return yield* new GrantRefused()
    return { access: textOf(entity), refresh: formatRefresh(family, turn), ...scope! }
  })

  const byHash = (
    column: "code_hash" | "family_hash",
    { organization_id, text }: ParsedSecret,
    isLatest: Statement.Fragment
  ) => load(organization_id, sql`a.${sql.literal(column)} = decode(${sha256(text)}, 'hex')`, isLatest)

  const redeem = Effect.fnUntraced(function*(by: Worker, code: ParsedSecret, decide: Decide) {
    const family = familyText.format(code.organization_id, yield* secret)
    return yield* issue(by, byHash("code_hash", code, sql`true`), family, decide)
  })

  const refresh = (by: Worker, { family, turn }: ParsedRefresh, decide: Decide) =>
    issue(by, byHash("family_hash", family, sql`a.turn_hash = decode(${sha256(turn)}, 'hex')`), family.text, decide)

  const ofToken = ({ organization_id, text }: ParsedSecret, client_id: string) =>
    sql<Pick<Grant, "id" | "client_id">>`
      SELECT a.id, a.client_id FROM connected_apps a
      WHERE a.organization_id = $organization AND a.id = coalesce(
        (SELECT f.id FROM connected_apps f WHERE f.organization_id = $organization AND f.family_hash = decode(${
      sha256(text)
    }, 'hex')),
        (SELECT k.app_id FROM api_keys k WHERE k.organization_id = $organization AND k.hash = decode(${
      sha256(text)
    }, 'hex'))
      )
    `.pipe(
      ofOrganization(sql, organization_id),
      Effect.orDie,
      Effect.map(([app]) => app?.client_id === client_id ? app.id : undefined)
    )

  const modify = <Failure>(
    by: Actor | Worker,
    id: ConnectedAppId,
    decide: (grant: Grant, context: AnyContext) => Decision<Grant, Failure>
  ) =>
    write({
      actor: by,
      load: Effect.mapError(load(by.organization_id, sql`a.id = ${id}`, sql`true`), () =>
        new ConnectedAppNotFound({ id })),
      decide: ({ grant }, context) =>
        decide(grant, context),
      save: (change: Change<LoadedGrant, Grant, Actor | Worker>) =>
        save(sql, change, revoked(change, change.before.grant))
    })

  const loadPolicy = (organization: OrganizationId) =>
    sql<LoadedPolicy>`SELECT o.id, ${policyOf}, o.access_version FROM organizations o WHERE o.id = ${organization}`
      .pipe(
        Effect.orDie,
        Effect.map(([found]) => found!)
      )

  const policy = (organization: OrganizationId) => Effect.map(loadPolicy(organization), ({ app_policy }) => app_policy)

  const setPolicy = (by: Actor, decide: (state: AppPolicyState) => Decision<AppPolicyState, never>) => {
    const { organization_id } = by
    return write({
      actor: by,
      load: loadPolicy(organization_id),
      decide: ({ app_policy, id }) => decide({ app_policy, id }),
      save: (change: Change<LoadedPolicy, AppPolicyState>) => {
        const { before, decided: { entity: { app_policy } } } = change
        const { clients, hosts } = app_policy
        const isRefused = clients === "all"
          ? sql`false`
          : clients === "none"
          ? sql`true`
          : sql`NOT coalesce(client_host, redirect_host) = ANY (${hosts}::text[])`
        return save(sql, change, {
          saved: sql`
            UPDATE organizations SET app_policy = ${
            JSON.stringify(app_policy)
          }::jsonb, access_version = access_version + 1
            WHERE id = ${organization_id} AND access_version = ${before.access_version}
            RETURNING id`,
          after: [
            ...revokeApps(sql, change, isRefused),
            sql`narrowed AS (
              UPDATE api_keys k SET scope = ${app_policy.max_scope}
              WHERE k.organization_id = ${organization_id} AND k.app_id IS NOT NULL AND k.revoked_at IS NULL
                AND k.scope = ANY (${
              scopesBeyond(app_policy)
            }::text[]) AND k.app_id NOT IN (SELECT id FROM ended_apps) AND EXISTS (SELECT FROM saved)
            )`
          ]
        })
      }
    }).pipe(Effect.map(({ app_policy }) => app_policy))
  }

  return ConnectedApps.of({
    list,
    get,
    holding,
    scopeOfClient,
    authorize,
    redeem,
    refresh,
    ofToken,
    modify,
    policy,
    setPolicy
  })
})

export const layer = Layer.effect(ConnectedApps, make)
