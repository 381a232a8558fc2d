/**
 * Waits for events on behalf of all readers of this process. While somebody waits, one fiber sequences events after
 * each change, at most every 200 ms, and reads the heads of all watched organizations with one statement.
 */
import type { OrganizationId } from "@candor/domain/Id"
import { Array, Clock, Context, Deferred, Duration, Effect, Latch, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { whereWritable } from "../../database/SqlFailures.ts"
import { Wakeups } from "../../database/Wakeups.ts"
import { Sequencer } from "../../sequencing/Sequencer.ts"

/**
 * The minimum pause between polls. It is the actual pause if not every change wakes the fiber, and while events wait
 * for their numbers.
 */
const interval = Duration.millis(200)

/** An organization without readers is watched for this much longer, because readers come back for the next page. */
const idleTime = Duration.seconds(5)

/** Readers that are woken at a time. */
const wakeBatchSize = 20

interface Reader {
  readonly after: number
  readonly changed: Deferred.Deferred<void>
}

interface Watched {
  /** The last known sequence number. */
  head: number
  readers: ReadonlyArray<Reader>
  /** When a reader last arrived or left, in Unix milliseconds. */
  used: number
}

export class EventWatch extends Context.Service<EventWatch, {
  /** Waits until the organization has an event after this sequence number. */
  readonly changed: (organization: OrganizationId, after: number) => Effect.Effect<void>
}>()("@candor/sql/EventWatch") {
  static readonly layer = Layer.effect(
    EventWatch,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { sequenceAll } = yield* Sequencer
      const { hearsAll, subscribe, wait } = yield* Wakeups
      const all = new Map<OrganizationId, Watched>()
      /** Open while organizations are watched. */
      const watching = Latch.makeUnsafe(false)
      /** Open when an organization is new: its first poll does not wait for the interval. */
      const arrival = Latch.makeUnsafe(false)

      /** Sets the head, and returns the readers that waited for it. */
      const advance = (watched: Watched, head: number): ReadonlyArray<Reader> => {
        watched.head = head
        const reached = watched.readers.filter(({ after }) => head > after)
        if (reached.length > 0) watched.readers = watched.readers.filter(({ after }) => head <= after)
        return reached
      }

      /** Wakes readers, a few at a time: hundreds at once would hold up everything else in the process. */
      const wake = (readers: ReadonlyArray<Reader>) =>
        Effect.forEach(
          Array.chunksOf(readers, wakeBatchSize),
          (chunk) => {
            for (const { changed } of chunk) Deferred.doneUnsafe(changed, Effect.void)
            return Effect.sleep(Duration.millis(1))
          },
          { discard: true }
        )

      /**
       * Polls, and returns whether to poll again without a change, because events wait for their numbers. `written` is
       * open after a change.
       */
      const poll = (written: Latch.Latch) =>
        Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          for (const [organization, { readers, used }] of all) {
            if (readers.length === 0 && now - used > Duration.toMillis(idleTime)) all.delete(organization)
          }
          if (all.size === 0) {
            watching.closeUnsafe()
            return false
          }
          written.closeUnsafe()
          const eventsWait = (yield* whereWritable(sequenceAll)) ?? true
          const heads = yield* sql<{ readonly organization_id: OrganizationId; readonly sequence: number }>`
          SELECT h.organization_id, h.sequence FROM event_heads h WHERE h.organization_id = ANY (${[
            ...all.keys()
          ]}::uuid[])
        `
          yield* wake(heads.flatMap(({ organization_id, sequence }) => {
            const watched = all.get(organization_id)
            return watched === undefined ? [] : advance(watched, sequence)
          }))
          return eventsWait
        }).pipe(Effect.catchCause((cause) => Effect.as(Effect.logWarning("Could not look for events", cause), true)))

      /**
       * Waits until another poll is needed. It is needed anyway if `eventsWait`, or if not every change wakes the
       * fiber.
       */
      const awaitNextPoll = (written: Latch.Latch, eventsWait: boolean) =>
        eventsWait || !hearsAll() ? Effect.void : Effect.raceFirst(arrival.await, wait(written))

      // A process without readers does not listen to other processes.
      yield* watching.await.pipe(
        Effect.andThen(subscribe("events")),
        Effect.flatMap((written) =>
          watching.await.pipe(
            Effect.andThen(arrival.close),
            Effect.andThen(poll(written)),
            Effect.tap(Effect.timeoutOption(arrival.await, interval)),
            Effect.flatMap((eventsWait) => awaitNextPoll(written, eventsWait)),
            Effect.forever
          )
        ),
        Effect.forkScoped
      )

      const watch = (organization: OrganizationId, now: number): Watched => {
        const known = all.get(organization)
        if (known !== undefined) return Object.assign(known, { used: now })
        const watched: Watched = { head: 0, readers: [], used: now }
        all.set(organization, watched)
        // In this order, because the fiber that waits for `watching` goes on at once, and closes `arrival`.
        arrival.openUnsafe()
        watching.openUnsafe()
        return watched
      }

      const leave = (watched: Watched, reader: Reader) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          watched.readers = watched.readers.filter((one) => one !== reader)
          watched.used = now
        })

      return EventWatch.of({
        changed: (organization, after) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => {
            const watched = watch(organization, now)
            if (watched.head > after) return Effect.void
            const reader: Reader = { after, changed: Deferred.makeUnsafe<void>() }
            watched.readers = [...watched.readers, reader]
            return Effect.ensuring(Deferred.await(reader.changed), leave(watched, reader))
          })
      })
    })
  )
}
