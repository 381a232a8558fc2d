/** Pages of the audit log. An index finds each page: by subject, by key, by member, by types, or by sequence number. */
import type { AuditFilter, AuditRequest } from "@candor/domain/event/AuditLog"
import type { AuditEntry } from "@candor/domain/event/Event"
import { maxPageBytes, maxPageSearch } from "@candor/domain/event/Events"
import { eventTypes, matches } from "@candor/domain/event/EventType"
import type { OrganizationId } from "@candor/domain/Id"
import { nouns } from "@candor/domain/nouns"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { bytes, columns, fragment, leastId, type Measured, measuredPage } from "./EventPages.ts"

type AuditRow = Measured & AuditEntry

/** A condition: the event is about a row that may be hidden even from administrators. */
const isHeldBack = nouns.filter(({ othersAfterOwn }) => othersAfterOwn !== undefined).map(({ subject }) =>
  `e.type LIKE '${subject}.%'`
).join(" OR ")

const auditColumns = fragment(`${columns.replace(", e.data", "")}, e.digest, e.hash`)

/**
 * Milliseconds by which sequence numbers may deviate from the order of time. Numbers follow the order in which
 * transactions began, and a change takes its time before its transaction, at most minutes if a large candidate is
 * deleted in portions.
 */
const disorder = 600_000

/** The filter (or the sequence) whose index finds the entries of a page. */
type Lead = "subject_id" | "api_key_id" | "user_id" | "types" | "sequence"

/** Returns the filter whose index is read: the one that is expected to leave the fewest entries. */
const leadOf = (filter: AuditFilter): Lead =>
  (["subject_id", "api_key_id", "user_id", "types"] as const).find((name) => filter[name] !== undefined) ?? "sequence"

/** Returns all event types that the filters match. */
const typesOf = (filters: ReadonlyArray<string>) => eventTypes.filter((type) => matches(filters, type))

/** Makes the function that reads a page of the audit log, newest entries first. */
export const auditPages = (sql: SqlClient.SqlClient) => {
  /**
   * The range of the page's sequence numbers: below `below`, and above the number of an event that is surely older than
   * the requested time.
   */
  const bounds = (organization: OrganizationId, { before, created_after, created_before }: AuditRequest) => {
    const below = before ?? Number.MAX_SAFE_INTEGER
    const edge = (comparison: "<" | ">=", id: string, order: "DESC" | "ASC") =>
      sql`(
        SELECT b.sequence FROM events b
        WHERE b.organization_id = ${organization} AND b.id ${sql.literal(comparison)} ${id} AND b.sequence IS NOT NULL
        ORDER BY b.id ${sql.literal(order)} LIMIT 1
      )`
    return sql`
      SELECT ${
      created_after === undefined
        ? sql`0::bigint`
        : sql`coalesce(${edge("<", leastId(created_after, -disorder), "DESC")}, 0)`
    } AS above, ${
      created_before === undefined
        ? sql`${below}::bigint`
        : sql`least(${below}::bigint, ${edge(">=", leastId(created_before, disorder), "ASC")})`
    } AS below`
  }

  const isInTime = ({ created_after, created_before }: AuditFilter) =>
    sql`${created_after === undefined ? sql`true` : sql`e.occurred_at > ${created_after}::timestamptz`}
      AND ${created_before === undefined ? sql`true` : sql`e.occurred_at < ${created_before}::timestamptz`}`

  /** The entries that the lead finds, in order, within the bounds, and at most as many as a page examines. */
  const led = (organization: OrganizationId, request: AuditRequest): Statement.Fragment => {
    const lead = leadOf(request)
    const inBounds = sql`e.organization_id = ${organization}
      AND e.sequence > (SELECT above FROM bounds) AND e.sequence < (SELECT below FROM bounds) AND ${isInTime(request)}`
    const newest = (limit: number) => sql`ORDER BY e.sequence DESC LIMIT ${limit}`
    switch (lead) {
      case "types":
        // The index has the newest entries of each type.
        return sql`
          SELECT e.* FROM unnest(${typesOf(request.types!)}::text[]) AS requested (type)
          CROSS JOIN LATERAL (
            SELECT e.* FROM events e WHERE e.type = requested.type AND ${inBounds} ${newest(request.limit + 1)}
          ) e`
      case "subject_id":
        // A subject has few events. All of them are read, so that PostgreSQL does not search for them by sequence.
        return sql`SELECT e.* FROM events e WHERE e.subject_id = ${request.subject_id!} AND ${inBounds} OFFSET 0`
      case "sequence":
        return sql`SELECT e.* FROM events e WHERE ${inBounds} ${newest(maxPageSearch)}`
      default:
        return sql`SELECT e.* FROM events e WHERE e.${sql.literal(lead)} = ${request[lead]!}::uuid AND ${inBounds} ${
          newest(maxPageSearch)
        }`
    }
  }

  /** The data of an entry; null if it is hidden from the reader. The chain has every entry. */
  const told = (organization: OrganizationId) =>
    sql`CASE WHEN ${sql.literal(isHeldBack)}
    THEN (SELECT s.data FROM $events s WHERE s.organization_id = ${organization} AND s.sequence = e.sequence) ELSE e.data END AS data`

  /** The conditions of the filters other than the lead and the time. */
  const others = (filter: AuditFilter): ReadonlyArray<Statement.Fragment> => {
    const lead = leadOf(filter)
    return [
      ...(lead !== "types" && filter.types !== undefined ? [sql`e.type = ANY (${typesOf(filter.types)}::text[])`] : []),
      ...(["api_key_id", "user_id"] as const).filter((name) => name !== lead && filter[name] !== undefined)
        .map((name) => sql`e.${sql.literal(name)} = ${filter[name]!}::uuid`)
    ]
  }

  const select = (organization: OrganizationId, request: AuditRequest) =>
    sql<AuditRow>`
      WITH bounds AS MATERIALIZED (${bounds(organization, request)})
      SELECT page.* FROM (
        SELECT found.*, count(*) OVER () AS found, sum(found.bytes) OVER (ORDER BY found.sequence DESC) AS total FROM (
          SELECT ${auditColumns}, ${told(organization)}, ${bytes} FROM (${led(organization, request)}) e
          WHERE ${sql.and([sql`true`, ...others(request)])}
          ORDER BY e.sequence DESC LIMIT ${request.limit + 1}
        ) found
      ) page
      WHERE page.total = page.bytes OR page.total <= ${maxPageBytes}
      ORDER BY page.sequence DESC
    `

  /** The last entry that an incomplete page examined; null if it was the last of all. */
  const searchedTo = (organization: OrganizationId, request: AuditRequest) =>
    sql<{ readonly sequence: number }>`
      WITH bounds AS MATERIALIZED (${bounds(organization, request)})
      SELECT e.sequence FROM (${led(organization, request)}) e ORDER BY e.sequence DESC
      OFFSET ${maxPageSearch - 1} LIMIT 1
    `.pipe(Effect.map(([last]) => last?.sequence ?? null))

  return Effect.fnUntraced(function*(organization: OrganizationId, request: AuditRequest): Effect.fn.Return<
    { readonly entries: ReadonlyArray<AuditEntry>; readonly next: number | null },
    SqlError.SqlError
  > {
    const { has_more, items } = measuredPage(yield* select(organization, request), request.limit)
    if (has_more) return { entries: items, next: items.at(-1)!.sequence }
    const isSearch = leadOf(request) !== "subject_id" && others(request).length > 0
    return { entries: items, next: isSearch ? yield* searchedTo(organization, request) : null }
  })
}
