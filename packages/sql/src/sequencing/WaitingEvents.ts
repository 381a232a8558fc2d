/**
 * Reads events that wait for their sequence number: a batch of many organizations in one statement. The organizations
 * are found in the index of waiting events, which is empty while nothing waits. So the cost is the same with ten
 * organizations as with a hundred thousand.
 */
import type * as AuditChain from "@candor/domain/event/AuditChain"
import type { OrganizationId } from "@candor/domain/Id"
import { Duration } from "effect"
import type { SqlClient } from "effect/sql"
import { horizon, plainHorizon } from "./Horizon.ts"

/** The events of a batch. Hashing more at a time would make requests wait for the processor. */
export const maxEvents = 100

/** The organizations of a batch. Each gets an equal share of its events. */
export const maxOrganizations = 100

/** The size of a batch in bytes of JSON. It has at least one event, however large. */
export const maxBytes = 1_048_576

/** A process that dies or goes silent while it sequences is replaced after this time. */
export const leaseDuration = Duration.seconds(3)

/** The lowest id. */
export const firstOrganization = "00000000-0000-0000-0000-000000000000"

/** An event of a batch, with the head of its organization's chain. */
export interface WaitingEvent extends AuditChain.Unsequenced {
  readonly organization_id: OrganizationId
  readonly head_sequence: number | null
  readonly head_hash: string | null
  /** The number of its organization's events that were found for the batch, which may not have room for all. */
  readonly found: number
}

/** An organization, and the transaction of the first of its events in question. */
interface FirstTransaction {
  readonly organization_id: OrganizationId
  readonly transaction: number
}

/** The result of reading a batch, besides its events. */
interface Status {
  /** Whether this process has the lease. Without it the batch is empty. */
  readonly leased: boolean
  /** Organizations whose events can be sequenced. */
  readonly sequenceable: ReadonlyArray<FirstTransaction>
  /** Requested organizations with events that wait for an earlier transaction to end. */
  readonly held: ReadonlyArray<FirstTransaction>
  /** The number of organizations with waiting events, among those that were listed. */
  readonly waiting: number
  /** The most events of one organization in the batch. */
  readonly share: number
  /** The last organization of the list if the list was full; null if it has all. */
  readonly last: OrganizationId | null
  /** Transactions from this id on began after the statement. */
  readonly next_transaction: number
}

/** Releases the lease if the process still has it. */
export const releaseLease = (sql: SqlClient.SqlClient, holder: string) =>
  sql`UPDATE sequencing SET held_until = '-infinity' WHERE holder = ${holder}::uuid`

/**
 * The rows of the statement: one for each event of the batch, or a single one without an event. Only the first row has
 * the status. Its lists have an entry for each organization, so a copy in each row would make the result grow
 * quadratically.
 */
export type Row = { readonly status: Status | null } & (WaitingEvent | { readonly id: null })

export interface BatchRequest {
  /** The id of this process in the lease; null takes a batch without the lease. */
  readonly holder: string | null
  /** Organizations whose events go first. */
  readonly requested: ReadonlyArray<OrganizationId>
  /** Organizations that are skipped. */
  readonly excluded: ReadonlyArray<OrganizationId>
  /** Lists organizations after this one; null lists only the requested ones. */
  readonly from: string | null
}

/**
 * Takes the lease if it is free and there are events to sequence, and reads a batch. Within a transaction the horizon
 * is that of the whole server (see `horizon`), and no lease is needed.
 */
export const takeBatch = (sql: SqlClient.SqlClient, { excluded, from, holder, requested }: BatchRequest) =>
  sql<Row>`
    WITH RECURSIVE snapshot AS MATERIALIZED (
      SELECT pg_snapshot_xmax(s.taken) AS next_transaction, ${holder === null ? plainHorizon : horizon} AS horizon
      FROM (SELECT pg_current_snapshot() AS taken) s
    ), listed AS (
      SELECT 0 AS n, ${from}::uuid AS organization_id
      UNION ALL
      SELECT listed.n + 1, (
        SELECT organization_id FROM events
        WHERE sequence IS NULL AND organization_id > listed.organization_id ORDER BY organization_id LIMIT 1
      )
      FROM listed WHERE listed.n < ${maxOrganizations} AND listed.organization_id IS NOT NULL
    ), waiting AS MATERIALIZED (
      SELECT listed.organization_id FROM listed WHERE listed.n > 0 AND listed.organization_id IS NOT NULL
      UNION
      SELECT requested.organization_id FROM unnest(${requested}::uuid[]) AS requested (organization_id)
      WHERE EXISTS (SELECT FROM events e WHERE e.organization_id = requested.organization_id AND e.sequence IS NULL)
    ), share AS MATERIALIZED (
      SELECT greatest(1, ${maxEvents} / greatest(1, count(*)))::integer AS events, count(*)::integer AS waiting FROM waiting
    ), batch AS MATERIALIZED (
      SELECT e.*, row_number() OVER organization AS ordinal, count(*) OVER (PARTITION BY e.organization_id) AS found
      FROM waiting CROSS JOIN snapshot CROSS JOIN LATERAL (
        SELECT * FROM (
          (SELECT * FROM events e
            WHERE e.organization_id = waiting.organization_id AND e.sequence IS NULL AND e.transaction_id < snapshot.horizon
            ORDER BY e.transaction_id, e.id LIMIT (SELECT events FROM share))
          UNION ALL
          -- Made on another server, from which this database was restored.
          (SELECT * FROM events e
            WHERE e.organization_id = waiting.organization_id AND e.sequence IS NULL
              AND e.transaction_id >= snapshot.next_transaction
            ORDER BY e.transaction_id, e.id LIMIT (SELECT events FROM share))
        ) sequenceable
        ORDER BY transaction_id, id LIMIT (SELECT events FROM share)
      ) e
      WHERE waiting.organization_id <> ALL (${excluded}::uuid[])
      WINDOW organization AS (PARTITION BY e.organization_id ORDER BY e.transaction_id, e.id)
    ), measured AS (
      SELECT batch.*, batch.bytes AS own, sum(batch.bytes) OVER (ORDER BY batch.ordinal, batch.organization_id) AS total
      FROM (SELECT batch.*, coalesce(data_bytes, octet_length(data::text), 0) AS bytes FROM batch) batch
    ), free AS MATERIALIZED (
      SELECT FROM sequencing
      WHERE ${holder}::uuid IS NOT NULL AND (holder = ${holder}::uuid OR held_until < clock_timestamp())
        AND EXISTS (SELECT FROM batch)
      -- The process that is about to release it would be waited for with a connection.
      FOR UPDATE SKIP LOCKED
    ), lease AS (
      UPDATE sequencing
      SET holder = ${holder}::uuid,
        held_until = clock_timestamp() + ${Duration.toMillis(leaseDuration)}::integer * interval '1 millisecond'
      WHERE EXISTS (SELECT FROM free)
      RETURNING true
    ), status AS (
      SELECT ${holder}::uuid IS NULL OR EXISTS (SELECT FROM lease) AS leased, share.waiting, share.events AS share,
        (SELECT listed.organization_id FROM listed WHERE listed.n = ${maxOrganizations}) AS last,
        snapshot.next_transaction::text::bigint AS next_transaction,
        (
          SELECT coalesce(json_agg(json_build_object(
            'organization_id', batch.organization_id, 'transaction', batch.transaction_id::text::bigint
          )), '[]') FROM batch WHERE batch.ordinal = 1
        ) AS sequenceable, (
          SELECT coalesce(json_agg(json_build_object('organization_id', e.organization_id, 'transaction', e.transaction)), '[]')
          FROM unnest(${requested}::uuid[]) AS requested (organization_id) CROSS JOIN LATERAL (
            SELECT e.organization_id, e.transaction_id::text::bigint AS transaction FROM events e
            WHERE e.organization_id = requested.organization_id AND e.sequence IS NULL
              AND e.transaction_id >= snapshot.horizon AND e.transaction_id < snapshot.next_transaction
            ORDER BY e.transaction_id, e.id LIMIT 1
          ) e
        ) AS held
      FROM share CROSS JOIN snapshot
    )
    -- Only the first event has the sum of its own bytes alone: that of the lowest organization, in either order.
    SELECT CASE WHEN e.id IS NULL OR e.total = e.own THEN row_to_json(status) END AS status,
      e.organization_id, e.id, e.type, e.subject_id, e.user_id, e.api_key_id, e.worker, e.request_id, e.occurred_at, e.data, e.salt, e.found, h.sequence AS head_sequence, h.hash AS head_hash
    FROM status
    LEFT JOIN measured e ON status.leased AND (e.total = e.own OR e.total <= ${maxBytes})
    LEFT JOIN event_heads h ON h.organization_id = e.organization_id
    ORDER BY e.organization_id, e.ordinal
  `
