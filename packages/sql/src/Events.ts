/** Stored events: the change feed and the audit log. */
import * as AuditChain from "@candor/domain/AuditChain"
import { type AuditEntry, CursorTooOld, type Event } from "@candor/domain/Event"
import { type FeedRequest, Events } from "@candor/domain/Events"
import type { OrganizationId } from "@candor/domain/Id"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { EventWatch } from "./EventWatch.ts"
import { sealAll, sha256 } from "./Sealing.ts"

/** Rows of a page; without events it is one row that has no id. */
type PageRow = { readonly head: number; readonly too_old: boolean; readonly begin: number } & (
  | Event
  | { readonly id: null }
)

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
  const provide = Effect.provideContext(yield* Effect.context<SqlClient.SqlClient>())

  const read = (organization: OrganizationId, { after, limit, since, types }: FeedRequest) =>
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
        ORDER BY e.sequence LIMIT ${limit + 1}
      ) page ON true
      ORDER BY page.sequence
    `.pipe(
      Effect.orDie,
      Effect.flatMap((rows) => {
        const { begin, head, too_old } = rows[0]!
        if (too_old && after !== undefined) return Effect.fail(new CursorTooOld({ after, latest: head }))
        const found = rows.filter((row) => row.id !== null).map(({ begin: _, head: __, too_old: ___, ...event }) => event)
        const events = found.slice(0, limit)
        const has_more = found.length > limit
        return Effect.succeed({ events, has_more, next: has_more ? events.at(-1)!.sequence : Math.max(head, begin) })
      })
    )

  const page = Effect.fn("Events.page")(function*(organization: OrganizationId, request: FeedRequest) {
    const sealed = yield* read(organization, request)
    if (sealed.has_more) return sealed
    yield* provide(sealAll(organization))
    return yield* read(organization, request)
  })

  const audit = Effect.fn("Events.audit")(function*(
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

  const headOf = (organization: OrganizationId) =>
    sql<AuditChain.Head>`SELECT sequence, hash FROM event_heads WHERE organization_id = ${organization}`

  const verify = Effect.fn("Events.verify")(function*(organization: OrganizationId) {
    yield* provide(sealAll(organization))
    const [stored = AuditChain.origin] = yield* headOf(organization)
    let head = AuditChain.origin
    while (head.sequence < stored.sequence) {
      const rows = yield* chainAfter(organization, head.sequence)
      if (rows.length === 0) return Option.some<AuditChain.Break>({ sequence: head.sequence + 1, reason: "missing" })
      const verified = AuditChain.verify(head, rows, sha256)
      if ("reason" in verified) return Option.some(verified)
      head = verified
    }
    // A chain that was rewritten from some event on has another end, or a head beside it.
    return head.sequence === stored.sequence && head.hash !== stored.hash
      ? Option.some<AuditChain.Break>({ sequence: head.sequence, reason: "changed" })
      : Option.none<AuditChain.Break>()
  }, Effect.orDie)

  const erase = Effect.fn("Events.erase")(function*(organization: OrganizationId, subject_id: string) {
    // Only what has its digest can lose its data.
    yield* provide(sealAll(organization))
    const rows = yield* sql`
      UPDATE events e SET data = NULL, salt = NULL
      WHERE e.organization_id = ${organization} AND e.sequence IS NOT NULL AND e.salt IS NOT NULL AND (
        e.subject_id = ${subject_id}
        OR ${subject_id} IN (e.data ->> 'candidate_id', e.data ->> 'job_id')
        OR e.data ->> 'application_id' IN (
          SELECT a.subject_id::text FROM events a
          WHERE a.organization_id = ${organization} AND a.type LIKE 'application.%'
            AND ${subject_id} IN (a.data ->> 'candidate_id', a.data ->> 'job_id')
        )
      )
      RETURNING e.id
    `
    return rows.length
  }, Effect.orDie)

  return Events.of({ page, changed: watch.changed, audit, verify, erase })
})

export const layer = Layer.effect(Events, make).pipe(Layer.provide(EventWatch.layer))
