/**
 * Finds out which queues have due work, for all queues whose consumers wait: by one statement after a change, when work
 * falls due, and after a pause. The library's own queue would poll each of them every 250 ms (decision 0014).
 */
import { Clock, Deferred, Duration, Effect, Latch } from "effect"
import { SqlClient } from "effect/sql"
import { Wakeups } from "../database/Wakeups.ts"

/** The minimum pause between two polls. */
const pace = Duration.millis(100)

/** A poll that takes longer has failed: the session may have gone silent. Each queue then polls by itself. */
const timeout = Duration.seconds(2)

/** Milliseconds after a poll with due work in which the queue is taken from without another poll. */
const openMillis = 1000

export interface DueQueues {
  /** Waits until the queue may have due work that no worker has taken. */
  readonly awaitDue: (queue: string) => Effect.Effect<void>
}

interface Options {
  /** After this time a worker's lock expires. */
  readonly lockExpiration: Duration.Duration
  /** Called after each poll with the name of each queue. */
  readonly polled: (queue: string) => Effect.Effect<void>
}

/** Makes the poller, for as long as the scope is open. */
export const make = Effect.fnUntraced(function*({ lockExpiration, polled }: Options) {
  const sql = yield* SqlClient.SqlClient
  const wakeups = yield* Wakeups
  const clock = yield* Clock.Clock
  /** Open after a change, and when a consumer begins to wait for another queue. */
  const changed = yield* wakeups.subscribe("work")
  const waiting = new Map<string, Deferred.Deferred<void>>()
  /** Open while consumers wait for queues. */
  const someWait = Latch.makeUnsafe(false)
  const openUntil = new Map<string, number>()

  /** The milliseconds until the first untaken element of each queue is due; negative if it is already. */
  const millisUntilDue = (queues: ReadonlyArray<string>) =>
    sql<{ readonly queue: string; readonly millis: number }>`
      SELECT waiting.queue, first.millis
      FROM unnest(${queues}::text[]) AS waiting (queue) CROSS JOIN LATERAL (
        SELECT extract(epoch FROM q.visible_at - now()::timestamp)::float8 * 1000 AS millis FROM queue q
        WHERE q.queue_name = waiting.queue AND q.state = 'pending' AND (
          q.acquired_at IS NULL OR q.acquired_at < now() - ${
      Duration.toSeconds(lockExpiration)
    }::integer * interval '1 second'
        )
        ORDER BY q.visible_at LIMIT 1
      ) first
    `

  const open = (queue: string) => {
    const waits = waiting.get(queue)
    if (waits === undefined) return
    waiting.delete(queue)
    openUntil.set(queue, clock.currentTimeMillisUnsafe() + openMillis)
    Deferred.doneUnsafe(waits, Effect.void)
  }

  /** Polls, opens the queues with due work, and returns the milliseconds until work of the next queue is due. */
  const pollOnce = Effect.gen(function*() {
    changed.closeUnsafe()
    const queues = [...waiting.keys()]
    // If the database does not answer, each queue's own statement fails, and reports it.
    const found = yield* Effect.catch(
      Effect.timeout(millisUntilDue(queues), timeout),
      () => Effect.succeed(queues.map((queue) => ({ queue, millis: 0 })))
    )
    yield* Effect.forEach(queues, polled, { discard: true })
    for (const { millis, queue } of found) if (millis <= 0) open(queue)
    if (waiting.size === 0) someWait.closeUnsafe()
    return Math.min(...found.map(({ millis }) => millis).filter((millis) => millis > 0))
  })

  yield* someWait.await.pipe(
    Effect.andThen(pollOnce),
    Effect.tap(Effect.sleep(pace)),
    Effect.flatMap((millis) => wakeups.wait(changed, Duration.millis(Math.ceil(millis)))),
    Effect.forever,
    Effect.forkScoped
  )

  const awaitDue = (queue: string) =>
    Effect.suspend(() => {
      if (clock.currentTimeMillisUnsafe() < (openUntil.get(queue) ?? 0)) return polled(queue)
      const waits = waiting.get(queue) ?? Deferred.makeUnsafe<void>()
      waiting.set(queue, waits)
      changed.openUnsafe()
      someWait.openUnsafe()
      return Deferred.await(waits)
    })

  return { awaitDue } satisfies DueQueues
})
