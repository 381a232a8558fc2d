/**
 * Reads a batch of waiting events (`WaitingEvents.ts`) from a database that is distributed by organization: one
 * statement lists the organizations that have some, and further statements read the events of each.
 */
import { Duration, Effect } from "effect"
import type { OrganizationId } from "@candor/domain/Id"
import type { SqlClient, SqlError } from "effect/sql"
import { horizon, plainHorizon } from "./Horizon.ts"
import {
  type BatchRequest,
  leaseDuration,
  maxBytes,
  maxEvents,
  maxOrganizations,
  type Row,
  type WaitingEvent
} from "./WaitingEvents.ts"
import { ofOrganization } from "../statements/OfOrganization.ts"

/** Organizations whose events are read at a time. */
const concurrency = 4

interface Snapshot {
  /** All events of transactions before this one are stored. */
  readonly horizon: number
  /** Transactions from this id on began after the snapshot. */
  readonly next_transaction: number
}

const takeSnapshot = (sql: SqlClient.SqlClient, holder: string | null) =>
  Effect.map(
    sql<Snapshot>`
      SELECT ${
      holder === null ? plainHorizon : horizon
    }::text::bigint AS horizon, pg_snapshot_xmax(s.taken)::text::bigint AS next_transaction
      FROM (SELECT pg_current_snapshot() AS taken) s`,
    ([snapshot]) => snapshot!
  )

/** Lists organizations with waiting events, after `from`. */
const listOrganizations = (sql: SqlClient.SqlClient, from: string) =>
  Effect.map(
    sql<{ readonly organization_id: OrganizationId }>`
      SELECT DISTINCT organization_id FROM events WHERE sequence IS NULL AND organization_id > ${from}::uuid
      ORDER BY organization_id LIMIT ${maxOrganizations}`,
    (rows) => rows.map(({ organization_id }) => organization_id)
  )

/** A waiting event with its transaction. */
type StoredEvent = WaitingEvent & { readonly transaction: number }

/** The most that one organization has in a batch. A single event may exceed the limit of bytes. */
interface Share {
  readonly events: number
  readonly bytes: number
}

/**
 * Reads the events of an organization that can be sequenced, and the first transaction whose events are beyond the
 * horizon.
 */
const readOrganization = (sql: SqlClient.SqlClient, { horizon, next_transaction }: Snapshot, share: Share) =>
  Effect.fnUntraced(function*(organization_id: OrganizationId) {
    // Read before the events: if the head moves in between, saving the numbers fails.
    const [head] = yield* sql<{ readonly sequence: number; readonly hash: string }>`
      SELECT h.sequence, h.hash FROM event_heads h WHERE h.organization_id = ${organization_id}`
    const found = yield* sql<Omit<StoredEvent, "head_sequence" | "head_hash">>`
      WITH batch AS MATERIALIZED (
        SELECT e.*, coalesce(e.data_bytes, octet_length(e.data::text), 0) AS bytes, count(*) OVER () AS found
        FROM (
          SELECT * FROM events e
          WHERE e.organization_id = $organization AND e.sequence IS NULL
            AND (e.transaction_id < ${horizon}::text::xid8 OR e.transaction_id >= ${next_transaction}::text::xid8)
          ORDER BY e.transaction_id, e.id LIMIT ${share.events}
        ) e
      ), measured AS (
        SELECT batch.*, sum(batch.bytes) OVER (ORDER BY batch.transaction_id, batch.id) AS total FROM batch
      )
      SELECT e.organization_id, e.id, e.type, e.subject_id, e.user_id, e.api_key_id, e.worker, e.request_id, e.occurred_at, e.data, e.salt, e.found,
        e.transaction_id::text::bigint AS transaction
      FROM measured e WHERE e.total = e.bytes OR e.total <= ${share.bytes}
      ORDER BY e.transaction_id, e.id
    `.pipe(ofOrganization(sql, organization_id))
    const [held] = yield* sql<{ readonly transaction: number }>`
      SELECT e.transaction_id::text::bigint AS transaction FROM events e
      WHERE e.organization_id = $organization AND e.sequence IS NULL
        AND e.transaction_id >= ${horizon}::text::xid8 AND e.transaction_id < ${next_transaction}::text::xid8
      ORDER BY e.transaction_id, e.id LIMIT 1
    `.pipe(ofOrganization(sql, organization_id))
    const events = found.map((event): StoredEvent => ({
      ...event,
      head_sequence: head?.sequence ?? null,
      head_hash: head?.hash ?? null
    }))
    return { organization_id, events, held: held?.transaction }
  })

/** Takes the lease if it is free. Returns whether this process has it. */
const takeLease = (sql: SqlClient.SqlClient, holder: string) =>
  Effect.map(
    sql`
      UPDATE sequencing SET holder = ${holder}::uuid, held_until = now() + ${
      Duration.toMillis(leaseDuration)
    }::integer * interval '1 millisecond'
      WHERE holder = ${holder}::uuid OR held_until < now()
      RETURNING true`,
    (rows) => rows.length > 0
  )

/** Takes the lease if it is free and there are events to sequence, and reads a batch, as `takeBatch` does. */
export const takeBatchOfEach = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  { excluded, from, holder, requested }: BatchRequest
): Effect.fn.Return<ReadonlyArray<Row>, SqlError.SqlError> {
  const snapshot = yield* takeSnapshot(sql, holder)
  const listed = from === null ? [] : yield* listOrganizations(sql, from)
  const all = [...new Set([...listed, ...requested])].toSorted()
  const included = all.filter((organization) => !excluded.includes(organization))
  const share = {
    events: Math.max(1, Math.floor(maxEvents / Math.max(1, all.length))),
    bytes: Math.floor(maxBytes / Math.max(1, included.length))
  }
  const read = yield* Effect.forEach(included, readOrganization(sql, snapshot, share), {
    concurrency: holder === null ? 1 : concurrency
  })
  // An event of a later transaction was either committed since the snapshot, or made on another server, from which this
  // database was restored. In the latter case its transaction id is still in the future.
  const isLater = ({ transaction }: StoredEvent) => transaction >= snapshot.next_transaction
  const { next_transaction } = read.some(({ events }) => events.some(isLater))
    ? yield* takeSnapshot(sql, holder)
    : snapshot
  const found = read.map(({ events, ...others }) => ({
    ...others,
    waits: events.length > 0 || others.held !== undefined,
    events: events.filter((event) => !isLater(event) || event.transaction >= next_transaction)
  }))
  const sequenceable = found.flatMap(({ events: [first], organization_id }) =>
    first === undefined ? [] : [{ organization_id, transaction: first.transaction }]
  )
  const leased = holder === null || sequenceable.length > 0 && (yield* takeLease(sql, holder))
  const status = {
    leased,
    sequenceable,
    held: found.flatMap(({ held, organization_id }) =>
      held !== undefined && requested.includes(organization_id) ? [{ organization_id, transaction: held }] : []
    ),
    // Excluded organizations have waiting events, too.
    waiting: new Set([
      ...listed,
      ...found.filter(({ waits }) => waits).map(({ organization_id }) => organization_id)
    ]).size,
    share: share.events,
    last: listed.length === maxOrganizations ? listed.at(-1)! : null,
    next_transaction: snapshot.next_transaction
  }
  const [first, ...others] = leased ? found.flatMap(({ events }) => events) : []
  return first === undefined
    ? [{ status, id: null }]
    : [{ status, ...first }, ...others.map((event) => ({ status: null, ...event }))]
})
