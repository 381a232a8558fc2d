/** Rows of linked identities, stored with the change of a member's sign-in. */
import { isSameIdentity, type LinkedIdentity } from "@candor/domain/authentication/Identity"
import type { Holder } from "@candor/domain/authentication/Passkey"
import type { SqlClient, Statement } from "effect/sql"
import { iso } from "../../database/Types.ts"

/** The linked identities of the member `u` as JSON, in the order of linking. */
export const identitiesOfMember = `coalesce((
    SELECT json_agg(json_build_object('issuer', i.issuer, 'subject', i.subject, 'linked_at', ${iso("i.linked_at")})
      ORDER BY i.linked_at, i.issuer, i.subject)
    FROM identities i WHERE i.organization_id = $organization AND i.user_id = u.id
  ), '[]'::json)`

/**
 * Returns the statements for changed identities: adds a new one, and deletes removed ones. An identity that was linked
 * to another member of the organization moves to this one.
 */
export const identityChanges = (
  sql: SqlClient.SqlClient,
  { organization_id, user_id }: Holder,
  before: ReadonlyArray<LinkedIdentity>,
  after: ReadonlyArray<LinkedIdentity>
): ReadonlyArray<Statement.Fragment> => {
  const unlinked = before.find((identity) => !after.some((other) => isSameIdentity(identity, other)))
  const linked = after.find((identity) =>
    !before.some((other) => isSameIdentity(identity, other) && identity.linked_at === other.linked_at)
  )
  return [
    ...(unlinked === undefined ? [] : [
      sql`unlinked_identity AS (
        DELETE FROM identities i
        WHERE i.organization_id = ${organization_id} AND i.issuer = ${unlinked.issuer} AND i.subject = ${unlinked.subject}
          AND i.user_id = ${user_id} AND EXISTS (SELECT FROM saved)
      )`
    ]),
    ...(linked === undefined ? [] : [
      sql`linked_identity AS (
        INSERT INTO identities (organization_id, issuer, subject, user_id, linked_at)
        SELECT ${organization_id}, ${linked.issuer}, ${linked.subject}, ${user_id}, ${linked.linked_at}::timestamptz FROM saved
        ON CONFLICT (organization_id, issuer, subject) DO UPDATE SET user_id = excluded.user_id, linked_at = excluded.linked_at
      )`
    ])
  ]
}
