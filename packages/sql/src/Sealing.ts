/**
 * Sealing: giving events their place. An event is sealed when no transaction that began before its
 * own is under way any more, in the order of the transactions; so a reader who has seen an event
 * has seen everything that can ever come before it.
 */
import * as AuditChain from "@candor/domain/AuditChain"
import type { OrganizationId } from "@candor/domain/Id"
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hash } from "node:crypto"
import { few } from "./Batching.ts"

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export const sha256: AuditChain.Hash = (text) => hash("sha256", text)

/** Events that are sealed at a time: so few that whoever asks meanwhile does not wait for long, and within the range of `few`. */
const batch = 100

interface Row extends AuditChain.Unsealed {
  readonly head_sequence: number | null
  readonly head_hash: string | null
}

/**
 * Seals at most `batch` events of an organization, and says whether there may be more. Any number of
 * processes may do so at once: the head is compared and set, and who is late has sealed nothing.
 */
const seal = Effect.fnUntraced(function*(organization: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Row>`
    SELECT h.sequence AS head_sequence, h.hash AS head_hash, e.id, e.type, e.subject_id, e.user_id, e.api_key_id,
      e.worker, e.request_id, e.occurred_at, e.data, e.salt
    FROM events e
    LEFT JOIN event_heads h ON h.organization_id = e.organization_id
    WHERE e.organization_id = ${organization} AND e.sequence IS NULL
      AND (
        e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
        -- Made on another server, from which this database was restored.
        OR e.transaction_id >= pg_snapshot_xmax(pg_current_snapshot())
      )
    ORDER BY e.transaction_id, e.id
    LIMIT ${batch}
  `
  const [first] = rows
  if (first === undefined) return false
  const head: AuditChain.Head = first.head_sequence === null || first.head_hash === null
    ? AuditChain.origin
    : { sequence: first.head_sequence, hash: first.head_hash }
  const seals = AuditChain.seal(head, rows, sha256)
  const last = seals.at(-1)!
  const saved = yield* sql`
    WITH saved AS (
      INSERT INTO event_heads (organization_id, sequence, hash) VALUES (${organization}, ${last.sequence}, ${last.hash})
      ON CONFLICT (organization_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash
      WHERE event_heads.sequence = ${head.sequence}
      RETURNING organization_id
    ), sealed AS (
      UPDATE events e SET sequence = seal.sequence, digest = seal.digest, hash = seal.hash
      FROM jsonb_to_recordset(${PgTypes.jsonb(seals.map((seal, place) => ({ ...seal, place })))})
        AS seal (place integer, id uuid, sequence bigint, digest text, hash text)
      WHERE e.organization_id = ${organization} AND e.id = seal.id AND ${few} AND EXISTS (SELECT FROM saved)
    )
    SELECT FROM saved
  `
  return saved.length === 0 || rows.length === batch
}, Effect.orDie)

/** Seals until nothing is left that can be sealed: everything that was answered before the call. */
export const sealAll = (organization: OrganizationId): Effect.Effect<void, never, SqlClient.SqlClient> =>
  Effect.repeat(seal(organization), { while: (more) => more }).pipe(Effect.asVoid)
