/** Rows of passkeys, stored with the change of a member's sign-in. */
import type { Holder, Passkey } from "@candor/domain/authentication/Passkey"
import type { SqlClient } from "effect/sql"
import { iso } from "../../database/Types.ts"
import type { Save } from "../../statements/Saving.ts"

/** The passkeys of the member `u` as JSON, oldest first. */
export const passkeysOfMember = `coalesce((
    SELECT json_agg(json_build_object('id', p.id, 'name', p.name, 'credential_id', p.credential_id, 'public_key', p.public_key,
      'counter', p.counter, 'created_at', ${iso("p.created_at")}, 'last_used_at', ${
  iso("p.last_used_at")
}) ORDER BY p.created_at, p.id)
    FROM passkeys p WHERE p.organization_id = $organization AND p.user_id = u.id
  ), '[]'::json)`

/** Returns the statements for changed passkeys: adds new ones, updates a used one, and deletes removed ones. */
export const passkeyChanges = (
  sql: SqlClient.SqlClient,
  { organization_id, user_id }: Holder,
  before: ReadonlyArray<Passkey>,
  after: ReadonlyArray<Passkey>
): Required<Pick<Save, "after" | "inserts">> => {
  const removed = before.map(({ id }) => id).filter((id) => after.every((passkey) => passkey.id !== id))
  const added = after.filter(({ id }) => before.every((passkey) => passkey.id !== id))
  const used = after.find((passkey) =>
    before.some(({ id, last_used_at }) => passkey.id === id && passkey.last_used_at !== last_used_at)
  )
  return {
    inserts: added.map((passkey) => ({ table: "passkeys", row: { user_id, ...passkey } })),
    after: [
      ...(removed.length === 0 ? [] : [
        sql`removed_passkeys AS (
          DELETE FROM passkeys p
          WHERE p.organization_id = ${organization_id} AND p.user_id = ${user_id} AND p.id = ANY (${removed}::uuid[])
            AND EXISTS (SELECT FROM saved)
        )`
      ]),
      ...(used === undefined ? [] : [
        sql`used_passkey AS (
          UPDATE passkeys p SET counter = ${used.counter}, last_used_at = ${used.last_used_at}
          WHERE p.organization_id = ${organization_id} AND p.user_id = ${user_id} AND p.id = ${used.id} AND EXISTS (SELECT FROM saved)
        )`
      ])
    ]
  }
}
