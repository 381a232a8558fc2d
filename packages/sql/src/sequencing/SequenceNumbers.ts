/** Saves sequence numbers and hashes of events: a batch of many organizations in one statement. */
import * as AuditChain from "@candor/domain/event/AuditChain"
import type { OrganizationId } from "@candor/domain/Id"
import { PgTypes } from "@effect/sql-pg"
import { Data, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { hash } from "node:crypto"
import type { WaitingEvent } from "./WaitingEvents.ts"

/** SHA-256 of the UTF-8 bytes of a text, in hexadecimal. */
export const sha256: AuditChain.Hash = (text) => hash("sha256", text)

/** The new end of one organization's chain after a batch. */
export interface ChainUpdate {
  readonly organization_id: OrganizationId
  /** The sequence number of the head before the batch; 0 if the chain was empty. */
  readonly previous: number
  readonly head: AuditChain.Head
  readonly links: ReadonlyArray<AuditChain.Link>
}

/** Computes the links of a batch, in which the events of an organization are adjacent and in order. */
export const chainUpdates = (events: ReadonlyArray<WaitingEvent>): ReadonlyArray<ChainUpdate> =>
  [...Map.groupBy(events, ({ organization_id }) => organization_id)].map(([organization_id, own]) => {
    const { head_hash, head_sequence } = own[0]!
    const previous = head_sequence === null || head_hash === null
      ? AuditChain.origin
      : { sequence: head_sequence, hash: head_hash }
    const links = AuditChain.append(previous, own, sha256)
    const { hash, sequence } = links.at(-1)!
    return { organization_id, previous: previous.sequence, head: { sequence, hash }, links }
  })

/**
 * Saves chain updates, and returns the organizations that were saved. The head of an organization is compared and set:
 * if another process has moved it since it was read, or has locked its row, nothing of that update is saved. Also
 * releases the lease of `holder` if `release` is true.
 */
export const saveChains = (
  sql: SqlClient.SqlClient,
  updates: ReadonlyArray<ChainUpdate>,
  { holder, release }: { readonly holder: string | null; readonly release: boolean }
) => {
  const heads = updates.map(({ head, organization_id, previous }) => ({ organization_id, previous, ...head }))
  const links = updates.flatMap(({ links, organization_id }) => links.map((link) => ({ organization_id, ...link })))
  return sql<{ readonly organization_id: OrganizationId }>`
    WITH new_head AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${PgTypes.jsonb(heads)})
        AS new_head (organization_id uuid, previous bigint, sequence bigint, hash text)
    ), created AS (
      INSERT INTO event_heads (organization_id, sequence, hash)
      SELECT new_head.organization_id, new_head.sequence, new_head.hash FROM new_head WHERE new_head.previous = 0
      ON CONFLICT (organization_id) DO NOTHING
      RETURNING organization_id
    ), locked AS MATERIALIZED (
      SELECT h.organization_id FROM new_head
      JOIN event_heads h ON h.organization_id = new_head.organization_id AND h.sequence = new_head.previous
      FOR UPDATE OF h SKIP LOCKED
    ), moved AS (
      UPDATE event_heads h SET sequence = new_head.sequence, hash = new_head.hash
      FROM new_head JOIN locked ON locked.organization_id = new_head.organization_id
      WHERE h.organization_id = new_head.organization_id
      RETURNING h.organization_id
    ), saved AS (
      SELECT created.organization_id FROM created UNION ALL SELECT moved.organization_id FROM moved
    ), sequenced AS (
      UPDATE events e SET sequence = link.sequence, digest = link.digest, hash = link.hash
      FROM jsonb_to_recordset(${PgTypes.jsonb(links.map((link, ordinal) => ({ ...link, ordinal })))})
        AS link (ordinal integer, organization_id uuid, id uuid, sequence bigint, digest text, hash text)
      WHERE e.organization_id = link.organization_id AND e.id = link.id
        -- Always true. Lowers the planner's estimate of 100 rows, so that it uses the index.
        AND link.ordinal BETWEEN 0 AND 1000
        AND link.organization_id IN (SELECT saved.organization_id FROM saved)
    ), released AS (
      UPDATE sequencing SET held_until = '-infinity' WHERE holder = ${holder}::uuid AND ${release}::boolean
    )
    SELECT saved.organization_id FROM saved
  `
}

/** Some events of a chain update already have their numbers. */
class Sequenced extends Data.TaggedError("Sequenced") {}

/**
 * Saves one organization on a distributed database: a transaction with a statement for each table. Saves all numbers,
 * or none.
 */
export const saveChain = (
  sql: SqlClient.SqlClient,
  { head: { hash, sequence }, links, organization_id, previous }: ChainUpdate
) =>
  Effect.gen(function*() {
    const moved = yield* previous === 0
      ? sql`
        INSERT INTO event_heads (organization_id, sequence, hash) VALUES (${organization_id}, ${sequence}, ${hash})
        ON CONFLICT (organization_id) DO NOTHING RETURNING organization_id`
      : sql`
        UPDATE event_heads SET sequence = ${sequence}, hash = ${hash}
        WHERE organization_id = ${organization_id} AND sequence = ${previous} RETURNING organization_id`
    if (moved.length === 0) return []
    const numbered = yield* sql`
      UPDATE events e SET sequence = x.sequence, digest = x.digest, hash = x.hash
      FROM jsonb_to_recordset(${PgTypes.jsonb(links)}) AS x (id uuid, sequence bigint, digest text, hash text)
      WHERE e.organization_id = ${organization_id} AND e.id = x.id AND e.sequence IS NULL
      RETURNING e.id`
    if (numbered.length < links.length) return yield* new Sequenced()
    return [{ organization_id }]
  }).pipe(sql.withTransaction, Effect.catchTag("Sequenced", () => Effect.succeed([])))
