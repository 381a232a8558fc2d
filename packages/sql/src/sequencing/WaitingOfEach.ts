/**
 * The same batch of waiting events (`WaitingEvents.ts`) in a database that is distributed by organization: a statement finds which
 * organizations have some, and one for each of these reads them.
 */
import { Duration, Effect } from "effect"
import type { OrganizationId } from "@candor/domain/Id"
import type { SqlClient, SqlError } from "effect/sql"
import { horizon, plainHorizon } from "./Horizon.ts"
import { type BatchRequest, leaseDuration, maxBytes, maxEvents, maxOrganizations, type Row, type WaitingEvent } from "./WaitingEvents.ts"
import { ofOrganization } from "../statements/OfOrganization.ts"

/** Statements that read events at a time. */
const concurrency = 4

/** Transactions as they were before the events are read. An event of an earlier one than the horizon is there since. */
interface Snapshot {
  readonly horizon: number
  readonly next_transaction: number
}

const snapshotOf = (sql: SqlClient.SqlClient, holder: string | null) =>
  sql<Snapshot>`
    SELECT ${holder === null ? plainHorizon : horizon}::text::bigint AS horizon, pg_snapshot_xmax(s.taken)::text::bigint AS next_transaction
    FROM (SELECT pg_current_snapshot() AS taken) s`

/** The organizations whose events wait, after this one. */
const listed = (sql: SqlClient.SqlClient, from: string) =>
  sql<{ readonly organization_id: OrganizationId }>`
    SELECT DISTINCT organization_id FROM events WHERE sequence IS NULL AND organization_id > ${from}::uuid
    ORDER BY organization_id LIMIT ${maxOrganizations}`

interface OfOne {
  readonly events: ReadonlyArray<WaitingEvent & { readonly transaction: number }>
  /** The first transaction that holds events up. */
  readonly held: number | undefined
  readonly waits: boolean
}

const of = (sql: SqlClient.SqlClient, { horizon, next_transaction }: Snapshot, share: number) =>
  Effect.fnUntraced(function*(organization: OrganizationId) {
    // Before the events: a head that moves in between is found out when the numbers are saved.
    const [head] = yield* sql<{ readonly sequence: number; readonly hash: string }>`
      SELECT h.sequence, h.hash FROM event_heads h WHERE h.organization_id = ${organization}`
    const found = yield* sql<Omit<OfOne["events"][number], "head_sequence" | "head_hash">>`
      WITH batch AS MATERIALIZED (
        SELECT e.*, coalesce(e.data_bytes, octet_length(e.data::text), 0) AS bytes, count(*) OVER () AS found
        FROM (
          SELECT * FROM events e
          WHERE e.organization_id = $organization AND e.sequence IS NULL
            AND e.transaction_id < ${horizon}::text::xid8
          ORDER BY e.transaction_id, e.id LIMIT ${share}
        ) e
      ), measured AS (
        SELECT batch.*, sum(batch.bytes) OVER (ORDER BY batch.transaction_id, batch.id) AS total FROM batch
      )
      SELECT e.organization_id, e.id, e.type, e.subject_id, e.user_id, e.api_key_id, e.worker, e.request_id, e.occurred_at, e.data, e.salt, e.found,
        e.transaction_id::text::bigint AS transaction
      FROM measured e WHERE e.total = e.bytes OR e.total <= ${maxBytes}
      ORDER BY e.transaction_id, e.id
    `.pipe(ofOrganization(sql, organization))
    const [held] = yield* sql<{ readonly transaction: number }>`
      SELECT e.transaction_id::text::bigint AS transaction FROM events e
      WHERE e.organization_id = $organization AND e.sequence IS NULL
        AND e.transaction_id >= ${horizon}::text::xid8 AND e.transaction_id < ${next_transaction}::text::xid8
      ORDER BY e.transaction_id, e.id LIMIT 1
    `.pipe(ofOrganization(sql, organization))
    const events = found.map((event) => ({ ...event, head_sequence: head?.sequence ?? null, head_hash: head?.hash ?? null }))
    return { events, held: held?.transaction, waits: events.length > 0 || held !== undefined }
  })

/** Takes the lease where it is free; whether it did. */
const takeLease = (sql: SqlClient.SqlClient, holder: string) =>
  Effect.map(
    sql`
      UPDATE sequencing SET holder = ${holder}::uuid, held_until = now() + ${Duration.toMillis(leaseDuration)}::integer * interval '1 millisecond'
      WHERE holder = ${holder}::uuid OR held_until < now()
      RETURNING true`,
    (rows) => rows.length > 0
  )

/** Takes the lease where it is free and something can be sequenced, and reads a batch, as `takeBatch` does. */
export const takeBatchOfEach = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  { excluded, from, holder, requested }: BatchRequest
): Effect.fn.Return<ReadonlyArray<Row>, SqlError.SqlError> {
  const [snapshot] = yield* snapshotOf(sql, holder)
  const list = from === null ? [] : (yield* listed(sql, from)).map(({ organization_id }) => organization_id)
  const all = [...new Set([...list, ...requested])].filter((organization) => !excluded.includes(organization)).toSorted()
  const share = Math.max(1, Math.floor(maxEvents / Math.max(1, all.length)))
  const found = yield* Effect.forEach(all, (organization) =>
    Effect.map(of(sql, snapshot!, share)(organization), (one): OfOne & { readonly organization_id: OrganizationId } =>
      ({ organization_id: organization, ...one })), { concurrency: holder === null ? 1 : concurrency })
  const sequenceable = found.flatMap(({ events: [first], organization_id }) =>
    first === undefined ? [] : [{ organization_id, transaction: first.transaction }])
  const leased = holder === null || sequenceable.length > 0 && (yield* takeLease(sql, holder))
  const status = {
    leased,
    sequenceable,
    held: found.flatMap(({ held, organization_id }) =>
      held !== undefined && requested.includes(organization_id) ? [{ organization_id, transaction: held }] : []),
    waiting: found.filter(({ waits }) => waits).length,
    share,
    last: list.length === maxOrganizations ? list.at(-1)! : null,
    next_transaction: snapshot!.next_transaction
  }
  const [first, ...others] = leased ? found.flatMap(({ events }) => events) : []
  return first === undefined ? [{ status, id: null }] : [{ status, ...first }, ...others.map((event) => ({ status: null, ...event }))]
})
