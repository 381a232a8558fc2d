/** Stored events: the change feed and the audit log. */
import * as AuditChain from "@candor/domain/AuditChain"
import { type AuditEntry, CursorLost, type Event } from "@candor/domain/Event"
import { ErasureIncomplete, type FeedRequest, Events, type Verified } from "@candor/domain/Events"
import type { OrganizationId } from "@candor/domain/Id"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { EventWatch } from "./EventWatch.ts"
import { sealAll, sha256 } from "./Sealing.ts"

/** Rows of a page; without events it is one row that has no id. */
type PageRow = { readonly head: number; readonly too_old: boolean; readonly begin: number } & (
  | Event
  | { readonly id: null }
)

/** What is kept of a chain besides its events. */
interface Claims {
  readonly sequence: number | null
  readonly hash: string | null
  readonly last: number
  readonly erased: ReadonlyArray<number>
}

/** Entries of the chain that are verified at a time. */
const batch = 2000

const actor = "json_build_object('user_id', e.user_id, 'api_key_id', e.api_key_id, 'worker', e.worker) AS actor"
const shown = `e.id, e.sequence, e.type, e.subject_id, ${actor}, e.request_id, e.occurred_at, e.data`

/** The least UUIDv7 of a time (RFC 9562, section 5.7): ids of later events are greater. */
const leastId = (time: string): string => {
  const millis = Date.parse(time).toString(16).padStart(12, "0")
  return `${millis.slice(0, 8)}-${millis.slice(8)}-7000-8000-000000000000`
}

/** Types as patterns for LIKE: `job.*` is every type that begins with `job.`. */
export const patterns = (types: ReadonlyArray<string>): ReadonlyArray<string> =>
  types.map((type) => type.replace(/[\\%_]/g, "\\$&").replace(/\*$/, "%"))

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const watch = yield* EventWatch
  const random = yield* SecureRandom.SecureRandom
  const provide = Effect.provideContext(yield* Effect.context<SqlClient.SqlClient>())

  const read = (organization: OrganizationId, { after, except = [], limit, since, types }: FeedRequest) =>
    sql<PageRow>`
      WITH known AS (
        SELECT coalesce((SELECT sequence FROM event_heads WHERE organization_id = ${organization}), 0) AS head
      ), place AS (
        SELECT head, coalesce(${after ?? null}::bigint, (
          SELECT sequence - 1 FROM events
          WHERE organization_id = ${organization} AND id >= ${leastId(since)} AND sequence IS NOT NULL
          ORDER BY id LIMIT 1
        ), head) AS begin
        FROM known
      )
      SELECT place.head, place.begin,
        place.begin < place.head AND NOT EXISTS (
          SELECT FROM events WHERE organization_id = ${organization}
            AND sequence = place.begin + 1 AND occurred_at >= ${since}
        ) AS too_old,
        page.*
      FROM place LEFT JOIN LATERAL (
        SELECT ${sql.literal(shown)} FROM events e
        WHERE e.organization_id = ${organization} AND e.sequence > place.begin
          AND ${types === undefined ? sql`true` : sql`e.type LIKE ANY (${patterns(types)}::text[])`}
          AND ${except.length === 0 ? sql`true` : sql`NOT e.type LIKE ANY (${patterns(except)}::text[])`}
        ORDER BY e.sequence LIMIT ${limit + 1}
      ) page ON true
      ORDER BY page.sequence
    `.pipe(
      Effect.orDie,
      Effect.flatMap((rows) => {
        const { begin, head, too_old } = rows[0]!
        if (too_old && after !== undefined) {
          return Effect.fail(new CursorLost({ reason: "cursor_too_old", after, latest: head }))
        }
        const found = rows.filter((row) => row.id !== null).map(({ begin: _, head: __, too_old: ___, ...event }) => event)
        const events = found.slice(0, limit)
        const has_more = found.length > limit
        return Effect.succeed({ events, has_more, head, next: has_more ? events.at(-1)!.sequence : Math.max(head, begin) })
      })
    )

  const page = Effect.fnUntraced(function*(organization: OrganizationId, request: FeedRequest) {
    const sealed = yield* read(organization, request)
    if (sealed.has_more) return sealed
    yield* provide(sealAll(organization))
    const page = yield* read(organization, request)
    const { after } = request
    return after !== undefined && after > page.head
      ? yield* new CursorLost({ reason: "cursor_ahead", after, latest: page.head })
      : page
  })

  const audit = Effect.fnUntraced(function*(
    organization: OrganizationId,
    { before, limit }: { readonly before: number | undefined; readonly limit: number }
  ) {
    yield* provide(sealAll(organization))
    return yield* sql<AuditEntry>`
      SELECT ${sql.literal(shown)}, e.digest, e.hash FROM events e
      WHERE e.organization_id = ${organization} AND e.sequence < ${before ?? Number.MAX_SAFE_INTEGER}
      ORDER BY e.sequence DESC LIMIT ${limit}
    `.pipe(Effect.orDie)
  })

  const chainAfter = (organization: OrganizationId, sequence: number) =>
    sql<AuditChain.Sealed>`
      SELECT id, sequence, type, subject_id, user_id, api_key_id, worker, request_id, occurred_at, data, salt, digest, hash
      FROM events WHERE organization_id = ${organization} AND sequence > ${sequence}
      ORDER BY sequence LIMIT ${batch}
    `

  /** What the organization's chain says of its own end, and of what was erased. */
  const claims = (organization: OrganizationId) =>
    sql<Claims>`
      SELECT h.sequence, h.hash, (
        SELECT coalesce(max(e.sequence), 0) FROM events e WHERE e.organization_id = ${organization}
      ) AS last, (
        SELECT coalesce(json_agg(erased.sequence), '[]') FROM events e
        CROSS JOIN LATERAL jsonb_array_elements(e.data -> 'sequences') AS erased (sequence)
        WHERE e.organization_id = ${organization} AND e.type = 'audit.erased'
      ) AS erased
      FROM organizations o LEFT JOIN event_heads h ON h.organization_id = o.id
      WHERE o.id = ${organization}
    `

  const verify = Effect.fnUntraced(function*(organization: OrganizationId) {
    yield* provide(sealAll(organization))
    const [claimed] = yield* claims(organization)
    const erased = new Set(claimed?.erased)
    let head = AuditChain.origin
    const broken = (at: AuditChain.Break): Verified => ({ head, broken: Option.some(at) })
    while (head.sequence < (claimed?.last ?? 0)) {
      const rows = yield* chainAfter(organization, head.sequence)
      if (rows.length === 0) return broken({ sequence: head.sequence + 1, reason: "missing" })
      const verified = AuditChain.verify(head, rows, erased, sha256)
      if ("reason" in verified) return broken(verified)
      head = verified
    }
    // The end of the chain is kept twice: whoever cuts it, or writes it anew from some event on, has to know.
    const end = claimed?.sequence ?? 0
    if (end > head.sequence) return broken({ sequence: head.sequence + 1, reason: "missing" })
    if (end < head.sequence || (claimed?.hash ?? AuditChain.origin.hash) !== head.hash) {
      return broken({ sequence: Math.max(1, end), reason: "changed" })
    }
    return { head, broken: Option.none<AuditChain.Break>() }
  }, Effect.orDie)

  /** The events that tell of what belongs to a subject: a job or a candidate, and all that came with it. */
  const related = (organization: OrganizationId, subject_id: string) =>
    sql`
      SELECT e.id FROM events e WHERE e.organization_id = ${organization} AND e.subject_id = ${subject_id}
      UNION
      SELECT e.id FROM events e
      WHERE e.organization_id = ${organization}
        AND EXISTS (
          SELECT FROM events s WHERE s.organization_id = ${organization} AND s.subject_id = ${subject_id}
            AND split_part(s.type, '.', 1) IN ('job', 'candidate')
        ) AND (
          ${subject_id} IN (e.data ->> 'candidate_id', e.data ->> 'job_id')
          OR e.data ->> 'application_id' IN (
            SELECT a.subject_id::text FROM events a
            WHERE a.organization_id = ${organization} AND a.type LIKE 'application.%'
              AND ${subject_id} IN (a.data ->> 'candidate_id', a.data ->> 'job_id')
          )
        )
    `

  /** The events that tell of a subject and have not been erased, with their place in the chain. */
  const telling = (organization: OrganizationId, subject_id: string) =>
    sql`
      SELECT e.id, e.sequence FROM events e
      WHERE e.organization_id = ${organization} AND e.salt IS NOT NULL AND e.type <> 'audit.erased'
        AND e.id IN (${related(organization, subject_id)})
    `

  const toErase = (organization: OrganizationId, subject_id: string) =>
    Effect.map(telling(organization, subject_id), (rows) => rows.length).pipe(Effect.orDie)

  const erase = Effect.fnUntraced(function*(organization: OrganizationId, subject_id: string, by: string) {
    // Only what has its digest can lose its data.
    yield* provide(sealAll(organization))
    const [result] = yield* sql<{ readonly erased: number; readonly incomplete: boolean }>`
      WITH telling AS MATERIALIZED (
        ${telling(organization, subject_id)}
      ), erased AS (
        UPDATE events e SET data = NULL, salt = NULL FROM telling
        WHERE e.organization_id = ${organization} AND e.id = telling.id
          -- All or nothing: by what it tells, an event leads to others that are still to be erased.
          AND NOT EXISTS (SELECT FROM telling WHERE sequence IS NULL)
        RETURNING e.id, e.sequence
      ), answers AS (
        UPDATE webhook_deliveries d SET last_response = NULL, last_error = NULL
        FROM erased WHERE d.organization_id = ${organization} AND d.event_id = erased.id
      ), recorded AS (
        INSERT INTO events (organization_id, id, type, subject_id, data, worker, request_id, occurred_at)
        SELECT ${organization}::uuid, ${yield* random.uuidV7()}::uuid, 'audit.erased', ${subject_id}::uuid,
          jsonb_build_object('subject_id', ${subject_id}::text, 'sequences', jsonb_agg(erased.sequence)),
          ${by}, ${by}, ${yield* Timestamp.now}::timestamptz
        FROM erased HAVING count(*) > 0
      )
      SELECT (SELECT count(*) FROM erased) AS erased, EXISTS (SELECT FROM telling WHERE sequence IS NULL) AS incomplete
    `.pipe(Effect.orDie)
    return result!.incomplete ? yield* new ErasureIncomplete({ subject_id }) : result!.erased
  })

  return Events.of({ page, changed: watch.changed, audit, verify, toErase, erase })
})

export const layer = Layer.effect(Events, make).pipe(Layer.provide(EventWatch.layer))
