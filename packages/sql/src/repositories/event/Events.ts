/** Stored events: the change feed and the audit log. */
import * as AuditChain from "@candor/domain/event/AuditChain"
import { CursorLost, type Event } from "@candor/domain/event/Event"
import { AuditLog, ErasureIncomplete, type Verified } from "@candor/domain/event/AuditLog"
import { type FeedPage, type FeedRequest, Events, maxPageBytes } from "@candor/domain/event/Events"
import type { OrganizationId } from "@candor/domain/Id"
import { listOf } from "@candor/domain/Encoded"
import * as Timestamp from "@candor/domain/Timestamp"
import { Context, Effect, Layer, Option, PartitionedSemaphore } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient, type SqlError } from "effect/sql"
import { auditPage, type EventJson, eventsOf, feedPage, feedPageAsJson, type FeedRow, type Shown, within } from "./EventPages.ts"
import { EventWatch } from "./EventWatch.ts"
import { sha256 } from "../../sequencing/SequenceNumbers.ts"
import { Sequencer } from "../../sequencing/Sequencer.ts"
import { whereWritable } from "../../database/SqlFailures.ts"
import * as SharedReads from "./SharedReads.ts"

/** The end of a chain as it is kept besides its events, and the sequence numbers that were erased. */
interface Claims {
  readonly sequence: number | null
  readonly hash: string | null
  readonly last: number
  readonly erased: ReadonlyArray<number>
}

/** A page of the feed, with events in some form. */
interface Page<Form> extends Omit<FeedPage, "events"> {
  readonly events: ReadonlyArray<Form>
}

/** A page of the feed, and whether the organization has events without a sequence number. */
interface Read<Form> extends Page<Form> {
  readonly waiting: boolean
}

/** Selects a page with events in some form. */
type Select<Form extends Shown> = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  request: FeedRequest
) => Effect.Effect<ReadonlyArray<FeedRow<Form>>, SqlError.SqlError>

/** Entries of the chain that are verified at a time, at most; `maxPageBytes` bounds them too. */
const verifiedEvents = 500

/** Pages that this process reads at a time. Organizations take turns. */
const concurrentPages = 4

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const watch = yield* EventWatch
  const sequencer = yield* Sequencer
  const random = yield* SecureRandom.SecureRandom
  const turns = yield* PartitionedSemaphore.make<OrganizationId>({ permits: concurrentPages })
  const share = yield* SharedReads.make<Read<Event>, CursorLost>()

  /** Sequences the organization's events. Where the database takes no writes, those that have their numbers are read. */
  const sequence = (organization: OrganizationId) => whereWritable(sequencer.sequence(organization))

  /** Runs a read within its transaction, if it has one; else as `otherwise` says, which may wait for other callers. */
  const unlessInTransaction = <A, E>(read: Effect.Effect<A, E>, otherwise: Effect.Effect<A, E>) =>
    Effect.contextWith((context: Context.Context<never>) =>
      Context.getOrUndefined(context, sql.transactionService) === undefined ? otherwise : read)

  const inTurn = <A, E>(organization: OrganizationId, read: Effect.Effect<A, E>) =>
    unlessInTransaction(read, turns.withPermit(organization)(read))

  const lost = (reason: CursorLost["reason"], after: number, latest: number) =>
    Effect.fail(new CursorLost({ reason, after, latest }))

  const read = <Form extends Shown>(
    organization: OrganizationId,
    request: FeedRequest,
    select: Select<Form>
  ): Effect.Effect<Read<Form>, CursorLost> =>
    inTurn(organization, Effect.orDie(select(sql, organization, request))).pipe(
      Effect.flatMap((rows) => {
        const { after } = request
        const { begin, epoch, head, too_old, waiting } = rows[0]!
        if (after !== undefined && (request.epoch ?? epoch) !== epoch) return lost("feed_restored", after, head)
        if (after !== undefined && too_old) return lost("cursor_too_old", after, head)
        const { events, has_more } = eventsOf(rows, request.limit)
        const next = has_more ? events.at(-1)!.sequence : Math.max(head, begin)
        return Effect.succeed({ events, has_more, head, epoch, next, waiting })
      })
    )

  const refuseAhead = <Form>({ after }: FeedRequest, { waiting: _, ...page }: Read<Form>): Effect.Effect<Page<Form>, CursorLost> =>
    after !== undefined && after > page.head ? lost("cursor_ahead", after, page.head) : Effect.succeed(page)

  const whole = Effect.fnUntraced(function*<Form extends Shown>(
    organization: OrganizationId,
    request: FeedRequest,
    select: Select<Form>
  ) {
    const first = yield* read(organization, request, select)
    // Whatever was committed before the call is in the first read, unless an event has no number yet.
    if (first.has_more || !first.waiting) return yield* refuseAhead(request, first)
    yield* sequence(organization)
    return yield* refuseAhead(request, yield* read(organization, request, select))
  })

  const page = (organization: OrganizationId, request: FeedRequest) => whole<Event>(organization, request, feedPage)

  const encodedPage = (organization: OrganizationId, request: FeedRequest) =>
    Effect.map(whole<EventJson>(organization, request, feedPageAsJson), ({ events, ...page }) => ({
      ...page,
      count: events.length,
      events: listOf<Event>(events.map(({ json }) => json))
    }))

  const sequencedPage = (organization: OrganizationId, request: FeedRequest) => {
    const own = read<Event>(organization, request, feedPage)
    return Effect.flatMap(
      unlessInTransaction(own, share(JSON.stringify([organization, request]), own)),
      (page) => refuseAhead(request, page)
    )
  }

  const audit = Effect.fnUntraced(function*(
    organization: OrganizationId,
    request: { readonly before: number | undefined; readonly limit: number }
  ) {
    yield* sequence(organization)
    const rows = yield* inTurn(organization, Effect.orDie(auditPage(sql, organization, request)))
    const { has_more, items } = within(rows, request.limit)
    return { entries: items, has_more }
  })

  const chainAfter = (organization: OrganizationId, sequence: number) =>
    sql<AuditChain.Sequenced>`
      SELECT id, sequence, type, subject_id, user_id, api_key_id, worker, request_id, occurred_at, data, salt, digest, hash
      FROM (
        SELECT e.*, bytes, sum(bytes) OVER (ORDER BY sequence) AS total
        FROM events e CROSS JOIN LATERAL (SELECT coalesce(data_bytes, octet_length(data::text), 0) AS bytes) measured
        WHERE e.organization_id = ${organization} AND e.sequence > ${sequence}
        ORDER BY e.sequence LIMIT ${verifiedEvents}
      ) event
      WHERE total = bytes OR total <= ${maxPageBytes}
      ORDER BY sequence
    `

  /** Selects the end of the organization's chain, and the numbers that its events record as erased. */
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
    yield* sequence(organization)
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
    // The end is kept twice, so that a chain that was cut, or written anew from some event on, shows.
    const end = claimed?.sequence ?? 0
    if (end > head.sequence) return broken({ sequence: head.sequence + 1, reason: "missing" })
    if (end < head.sequence || (claimed?.hash ?? AuditChain.origin.hash) !== head.hash) {
      return broken({ sequence: Math.max(1, end), reason: "changed" })
    }
    return { head, broken: Option.none<AuditChain.Break>() }
  }, Effect.orDie)

  /** Selects the ids of events of a subject (a job or a candidate) and of what belongs to it. */
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

  /** Selects the events of a subject that have not been erased, with their sequence numbers. */
  const erasable = (organization: OrganizationId, subject_id: string) =>
    sql`
      SELECT e.id, e.sequence FROM events e
      WHERE e.organization_id = ${organization} AND e.salt IS NOT NULL AND e.type <> 'audit.erased'
        AND e.id IN (${related(organization, subject_id)})
    `

  const countErasable = (organization: OrganizationId, subject_id: string) =>
    Effect.map(erasable(organization, subject_id), (rows) => rows.length).pipe(Effect.orDie)

  const erase = Effect.fnUntraced(function*(organization: OrganizationId, subject_id: string, by: string) {
    // Only an event that has its digest can lose its data.
    yield* sequence(organization)
    const [result] = yield* sql<{ readonly erased: number; readonly incomplete: boolean }>`
      WITH related AS MATERIALIZED (
        ${erasable(organization, subject_id)}
      ), erased AS (
        UPDATE events e SET data = NULL, salt = NULL, data_bytes = 0 FROM related
        WHERE e.organization_id = ${organization} AND e.id = related.id
          -- All or nothing: the data of an event leads to others that are still to be erased.
          AND NOT EXISTS (SELECT FROM related WHERE sequence IS NULL)
        RETURNING e.id, e.sequence
      ), answers AS (
        UPDATE webhook_deliveries d SET last_response = NULL, last_error = NULL
        FROM erased WHERE d.organization_id = ${organization} AND d.event_id = erased.id
      ), recorded AS (
        INSERT INTO events (organization_id, id, type, subject_id, data, data_bytes, worker, request_id, occurred_at)
        SELECT ${organization}::uuid, ${yield* random.uuidV7()}::uuid, 'audit.erased', ${subject_id}::uuid,
          jsonb_build_object('subject_id', ${subject_id}::text, 'sequences', jsonb_agg(erased.sequence)),
          80 + octet_length(jsonb_agg(erased.sequence)::text),
          ${by}, ${by}, ${yield* Timestamp.now}::timestamptz
        FROM erased HAVING count(*) > 0
      )
      SELECT (SELECT count(*) FROM erased) AS erased, EXISTS (SELECT FROM related WHERE sequence IS NULL) AS incomplete
    `.pipe(Effect.orDie)
    return result!.incomplete ? yield* new ErasureIncomplete({ subject_id }) : result!.erased
  })

  const startEpoch = Effect.gen(function*() {
    const epoch = (yield* random.uuidV4()).slice(0, 8)
    yield* Effect.orDie(sql`UPDATE sequencing SET epoch = ${epoch}`)
    return epoch
  })

  return Context.make(Events, { page, encodedPage, sequencedPage, changed: watch.changed, startEpoch }).pipe(
    Context.add(AuditLog, { page: audit, verify, countErasable, erase })
  )
})

export const layer = Layer.effectContext(make).pipe(
  Layer.provide(EventWatch.layer),
  Layer.provide(Sequencer.layer)
)
