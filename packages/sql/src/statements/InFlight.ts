/** A limit on the batches in flight. Batchers that are given the same limit share it. */
import { Duration, Effect, Latch } from "effect"

export interface InFlight {
  /** Runs a batch as soon as there is room, and after `maxWait` in any case. Batches that wait start in their order. */
  readonly whenRoom: <A, E, R>(batch: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * Makes a limit of `max` batches. One that has run for `maxWait` is held up, and counts no more; so no batch waits longer
 * than `maxWait` for slow ones.
 */
export const make = (max: number, maxWait: Duration.Duration): InFlight => {
  const waitMillis = Duration.toMillis(maxWait)
  /** When the batches that run have started, in milliseconds of the monotonic clock; the oldest first. */
  const running: Array<{ readonly started: number }> = []
  const hasRoom = Latch.makeUnsafe(true)

  /** The milliseconds until there is room, if no batch ends before: until then `max` batches are younger than `maxWait`. */
  const untilRoom = (now: number): number => {
    const next = running.at(-max)
    return next === undefined ? 0 : next.started + waitMillis - now
  }

  const whenRoom = <A, E, R>(batch: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.clockWith((clock) => {
      const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000
      /** The latch wakes all that wait, in their order; those that find no room any more wait on. */
      const awaitRoom = (until: number): Effect.Effect<void> =>
        Effect.suspend(() => {
          const time = now()
          const millis = Math.min(untilRoom(time), until - time)
          return millis <= 0
            ? Effect.void
            : Effect.flatMap(Effect.timeoutOption(hasRoom.await, millis), () => awaitRoom(until))
        })
      const start = Effect.sync(() => {
        const turn = { started: now() }
        running.push(turn)
        if (untilRoom(turn.started) > 0) hasRoom.closeUnsafe()
        return turn
      })
      const end = (turn: { readonly started: number }) =>
        Effect.sync(() => {
          running.splice(running.indexOf(turn), 1)
          if (untilRoom(now()) <= 0) hasRoom.openUnsafe()
        })
      return Effect.andThen(awaitRoom(now() + waitMillis), Effect.acquireUseRelease(start, () => batch, end))
    })

  return { whenRoom }
}
