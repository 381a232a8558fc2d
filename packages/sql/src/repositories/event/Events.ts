/** The change feed of stored events. */
import { CursorLost, type Event } from "@candor/domain/event/Event"
import { type FeedPage, type FeedRequest, Events, maxPageSearch } from "@candor/domain/event/Events"
import type { OrganizationId } from "@candor/domain/Id"
import { listOf } from "@candor/domain/Encoded"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient, type SqlError } from "effect/sql"
import { type EventJson, eventsOf, feedPage, feedPageAsJson, type FeedRow, type Shown } from "./EventPages.ts"
import { EventWatch } from "./EventWatch.ts"
import { PageTurns } from "./PageTurns.ts"
import { Sequencer } from "../../sequencing/Sequencer.ts"
import { whereWritable } from "../../database/SqlFailures.ts"
import { CurrentViewer, ofAllJobs, seesWhatOthersDo } from "../../database/Viewer.ts"
import * as SharedReads from "./SharedReads.ts"

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

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const watch = yield* EventWatch
  const sequencer = yield* Sequencer
  const random = yield* SecureRandom.SecureRandom
  const { inTurn, unlessInTransaction } = yield* PageTurns
  const share = yield* SharedReads.make<Read<Event>, CursorLost>()

  /**
   * Sequences the organization's events. If the database takes no writes, only events that already have their numbers
   * are read.
   */
  const sequence = (organization: OrganizationId) => ofAllJobs(whereWritable(sequencer.sequence(organization)))

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
        const { events, has_more: isFull } = eventsOf(rows, request.limit)
        const searched = Math.max(begin, Math.min(head, begin + maxPageSearch))
        const next = isFull ? events.at(-1)!.sequence : searched
        return Effect.succeed({ events, has_more: next < head, head, epoch, next, waiting })
      })
    )

  const refuseAhead = <Form>(
    { after }: FeedRequest,
    { waiting: _, ...page }: Read<Form>
  ): Effect.Effect<Page<Form>, CursorLost> =>
    after !== undefined && after > page.head ? lost("cursor_ahead", after, page.head) : Effect.succeed(page)

  const whole = Effect.fnUntraced(function*<Form extends Shown>(
    organization: OrganizationId,
    request: FeedRequest,
    select: Select<Form>
  ) {
    const first = yield* read(organization, request, select)
    // The first read has everything that was committed before the call, except events without a number.
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
    // A shared read runs without a viewer of its own.
    const shared = Effect.flatMap(
      CurrentViewer,
      (viewer) => seesWhatOthersDo(viewer) ? share(JSON.stringify([organization, request]), own) : own
    )
    return Effect.flatMap(unlessInTransaction(own, shared), (page) => refuseAhead(request, page))
  }

  const startEpoch = Effect.gen(function*() {
    const epoch = (yield* random.uuidV4()).slice(0, 8)
    yield* Effect.orDie(sql`UPDATE sequencing SET epoch = ${epoch}`)
    return epoch
  })

  return Events.of({ page, encodedPage, sequencedPage, changed: watch.changed, startEpoch })
})

export const layer = Layer.effect(Events, make).pipe(
  Layer.provide([EventWatch.layer, PageTurns.layer]),
  Layer.provide(Sequencer.layer)
)
