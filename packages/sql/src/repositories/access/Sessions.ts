/** Rows of sessions, which are API keys with `is_session`. */
import { type Session, sessionName } from "@candor/domain/authentication/Session"
import type { OrganizationId, UserId } from "@candor/domain/Id"
import type { SqlClient, Statement } from "effect/sql"
import { keyRow } from "./StoredKey.ts"

/** Returns the row of a new session. Authentication limits its scope to the member's role. */
export const sessionRow = ({ created_at, expires_at, id }: Session, user_id: UserId, text: string) => ({
  ...keyRow({
    id,
    user_id,
    name: sessionName,
    scope: "admin",
    created_at,
    expires_at,
    revoked_at: null,
    replaced_by: null
  }, text),
  is_session: true
})

/** Ends the sessions of a member except the newest `kept`, if a change was saved. */
export const endSessions = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  user_id: UserId,
  kept: number
): Statement.Fragment =>
  sql`ended_sessions AS (
    UPDATE api_keys k SET revoked_at = now()
    WHERE k.organization_id = ${organization} AND EXISTS (SELECT FROM saved) AND k.id IN (
      SELECT newest.id FROM api_keys newest
      WHERE newest.organization_id = ${organization} AND newest.user_id = ${user_id} AND newest.is_session
        AND newest.revoked_at IS NULL AND newest.expires_at > now()
      ORDER BY newest.created_at DESC, newest.id DESC OFFSET ${kept}
    )
  )`

/**
 * Ends the sessions of a member who opens another one, except the newest `kept`, and deletes those that ended more than
 * a day ago. Until then a statement that authenticated them may still be running, and a deleted row would make its
 * whole batch fail.
 */
export const makeRoom = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  user_id: UserId,
  kept: number
): ReadonlyArray<Statement.Fragment> => [
  endSessions(sql, organization, user_id, kept),
  sql`removed_sessions AS (
    DELETE FROM api_keys k
    WHERE k.organization_id = ${organization} AND k.user_id = ${user_id} AND k.is_session
      AND least(k.revoked_at, k.expires_at) < now() - interval '1 day' AND EXISTS (SELECT FROM saved)
  )`
]
