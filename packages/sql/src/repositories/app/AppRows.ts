/** Rows of connected apps, and the rows of `api_keys` that authenticate their requests. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { accessEnd, type Grant, noun } from "@candor/domain/app/ConnectedApp"
import { ApiKeyId, type OrganizationId } from "@candor/domain/Id"
import type { Scope } from "@candor/domain/access/Scope"
import type { Timestamp } from "@candor/domain/Timestamp"
import type { SqlClient, Statement } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import { jsonColumns, object } from "../../statements/Nouns.ts"
import { insertRowEvents, originOf } from "../../statements/Outbox.ts"
import { keyRow } from "../access/StoredKey.ts"

const key = ({ id, name, user_id }: Grant, scope: Scope) => ({
  id: ApiKeyId.make(id),
  user_id,
  name,
  scope,
  revoked_at: null,
  replaced_by: null
})

/** Returns the `api_keys` row that counts the requests of an app. Nobody has its text. */
export const ownKeyRow = (grant: Grant, scope: Scope, text: string) => ({
  ...keyRow({ ...key(grant, scope), created_at: grant.created_at, expires_at: grant.expires_at }, text),
  app_id: grant.id
})

/** Returns the row of an access token that is issued now. */
export const tokenRow = (grant: Grant, scope: Scope, id: string, text: string, now: Timestamp) => ({
  ...keyRow({ ...key(grant, scope), id: ApiKeyId.make(id), created_at: now, expires_at: accessEnd(grant, now) }, text),
  app_id: grant.id
})

/** Ends the apps that meet a condition and have not ended yet, with all their tokens, if a change was saved. */
export const endApps = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  condition: Statement.Fragment
): ReadonlyArray<Statement.Fragment> => [
  sql`ended_apps AS (
    UPDATE connected_apps SET revoked_at = now()
    WHERE organization_id = ${organization} AND revoked_at IS NULL AND ${condition} AND EXISTS (SELECT FROM saved)
    RETURNING *
  )`,
  sql`ended_tokens AS (
    UPDATE api_keys k SET revoked_at = now()
    WHERE k.organization_id = ${organization} AND k.revoked_at IS NULL AND k.app_id IN (SELECT id FROM ended_apps)
  )`
]

/** Ends the apps that meet a condition, each with its event, as a side write of another change. */
export const revokeApps = (
  sql: SqlClient.SqlClient,
  { context, organization_id }: Change<unknown, unknown, Actor | Worker>,
  condition: Statement.Fragment
): ReadonlyArray<Statement.Fragment> => [
  ...endApps(sql, organization_id, condition),
  insertRowEvents(
    sql,
    "connected_app.revoked",
    sql`SELECT a.organization_id, a.id, to_jsonb(${
      sql.literal(object(jsonColumns(noun, "a", "event")))
    }) AS data FROM ended_apps a`,
    originOf(sql, context, "after")
  )
]
