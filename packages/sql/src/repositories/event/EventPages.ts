/**
 * Pages of events of the change feed, and what pages of the audit log share with them. The database limits a page in
 * bytes: it measures events by `data_bytes`, and does not read the data of those that do not fit.
 */
import type { Event } from "@candor/domain/event/Event"
import type { FeedRequest } from "@candor/domain/event/Events"
import { maxPageBytes, maxPageSearch } from "@candor/domain/event/Events"
import type { OrganizationId } from "@candor/domain/Id"
import { type SqlClient, Statement } from "effect/sql"
import { iso } from "../../database/Types.ts"

const actor = "json_build_object('user_id', e.user_id, 'api_key_id', e.api_key_id, 'worker', e.worker) AS actor"
/** The columns of an event `e`. */
export const columns = `e.id, e.sequence, e.type, e.subject_id, ${actor}, e.request_id, e.occurred_at, e.data`

/** Approximate bytes of an event's JSON besides its data. */
const envelopeBytes = 400

export const fragment = (text: string) => Statement.fragment([Statement.literal(text)])

const feedColumns = fragment(columns)

/** Selects the columns of an event of a page. */
const asColumns = fragment("page.*")

/** Selects the JSON of an event of a page, only for events that fit on the page. */
const asJson = fragment(`page.id, page.sequence, page.found, page.bytes, page.total, CASE WHEN page.id IS NOT NULL THEN
  convert_to((SELECT row_to_json(x)::text FROM (SELECT page.id, page.sequence, page.type, page.subject_id, page.actor,
    page.request_id, ${iso("page.occurred_at")} AS occurred_at, page.data) x), 'UTF8') END AS json`)

/** The bytes of an event. Events that were stored before `data_bytes` existed are measured here. */
export const bytes = fragment(`coalesce(e.data_bytes, octet_length(e.data::text), 0) + ${envelopeBytes} AS bytes`)

/**
 * Returns the least UUIDv7 of a time plus `more` milliseconds (RFC 9562, section 5.7). Ids of later events are greater.
 */
export const leastId = (time: string, more = 0): string => {
  const millis = Math.max(0, Date.parse(time) + more).toString(16).padStart(12, "0")
  return `${millis.slice(0, 8)}-${millis.slice(8)}-7000-8000-000000000000`
}

/** Converts types to patterns for LIKE: `job.*` matches every type that begins with `job.`. */
export const patterns = (types: ReadonlyArray<string>): ReadonlyArray<string> =>
  types.map((type) => type.replace(/[\\%_]/g, "\\$&").replace(/\*$/, "%"))

/** The columns that all rows of a page share. */
interface FeedStatus {
  readonly head: number
  readonly epoch: string
  /** Whether the organization has events without a sequence number. */
  readonly waiting: boolean
  readonly begin: number
  readonly too_old: boolean
}

/** Columns of a page's row that are not part of the event. */
export interface Measured {
  /** The number of events that were found. At least one of them fits on the page. */
  readonly found: number
  readonly bytes: number
  readonly total: number
}

/** An event as JSON. */
export interface EventJson extends Shown {
  readonly json: Uint8Array
}

/** The columns that every form of an event has. */
export interface Shown {
  readonly id: Event["id"]
  readonly sequence: Event["sequence"]
}

/** Rows of a page of the feed. A page without events is one row without an id. */
export type FeedRow<Form extends Shown> = FeedStatus & ((Measured & Form) | { readonly id: null })

/** Selects a page of the feed: events with a sequence number, in order. The position also counts hidden events. */
const selectFeed = <Form extends Shown>(
  shown: Statement.Fragment,
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  { after, except = [], limit, max_bytes = maxPageBytes, since, types }: FeedRequest
) =>
  sql<FeedRow<Form>>`
    WITH feed AS (
      SELECT
        coalesce((SELECT sequence FROM event_heads WHERE organization_id = ${organization}), 0) AS head,
        (SELECT epoch FROM sequencing) AS epoch,
        EXISTS (SELECT FROM public.events WHERE organization_id = ${organization} AND sequence IS NULL) AS waiting
    ), start AS (
      SELECT feed.*, coalesce(${after ?? null}::bigint, (
        SELECT sequence - 1 FROM public.events
        WHERE organization_id = ${organization} AND id >= ${leastId(since)} AND sequence IS NOT NULL
        ORDER BY id LIMIT 1
      ), head) AS begin
      FROM feed
    )
    SELECT start.*,
      start.begin < start.head AND NOT EXISTS (
        SELECT FROM public.events WHERE organization_id = ${organization}
          AND sequence = start.begin + 1 AND occurred_at >= ${since}
      ) AS too_old,
      ${shown}
    FROM start LEFT JOIN LATERAL (
      SELECT found.*, count(*) OVER () AS found, sum(found.bytes) OVER (ORDER BY found.sequence) AS total FROM (
        SELECT ${feedColumns}, ${bytes} FROM $scanned_events e
        WHERE e.organization_id = ${organization} AND e.sequence > start.begin AND e.sequence <= start.begin + ${maxPageSearch}::integer
          AND ${types === undefined ? sql`true` : sql`e.type LIKE ANY (${patterns(types)}::text[])`}
          AND ${except.length === 0 ? sql`true` : sql`NOT e.type LIKE ANY (${patterns(except)}::text[])`}
        ORDER BY e.sequence LIMIT ${limit + 1}
      ) found
    ) page ON page.total = page.bytes OR page.total <= ${max_bytes}
    ORDER BY page.sequence
  `

/** Selects a page of events. */
export const feedPage = (sql: SqlClient.SqlClient, organization: OrganizationId, request: FeedRequest) =>
  selectFeed<Event>(asColumns, sql, organization, request)

/** Selects a page of events as JSON. */
export const feedPageAsJson = (sql: SqlClient.SqlClient, organization: OrganizationId, request: FeedRequest) =>
  selectFeed<EventJson>(asJson, sql, organization, request)

/**
 * Returns the events of a page without the columns for measuring, and whether there are more events than the page has.
 */
export const measuredPage = <Row extends Measured>(rows: ReadonlyArray<Row>, limit: number) => {
  const page = rows.slice(0, limit)
  return {
    items: page.map(({ bytes: _, found: __, total: ___, ...item }) => item),
    has_more: page.length < (rows[0]?.found ?? 0)
  }
}

const hasEvent = <Form extends Shown>(row: FeedRow<Form>): row is FeedStatus & Measured & Form => row.id !== null

/** Returns the events of a page of the feed, and whether more were found than it has. */
export const eventsOf = <Form extends Shown>(rows: ReadonlyArray<FeedRow<Form>>, limit: number) => {
  const { has_more, items } = measuredPage(rows.filter(hasEvent<Form>), limit)
  const events = items.map(({ begin: _, epoch: __, head: ___, too_old: ____, waiting: _____, ...event }) => event)
  return { events: events as unknown as ReadonlyArray<Form>, has_more }
}
