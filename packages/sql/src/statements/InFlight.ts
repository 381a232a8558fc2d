/** A limit on the batches in flight. Batchers that are given the same limit share it. */
import { Duration, Effect, Latch } from "effect"

/** A batch that runs. */
interface Turn {
  /** In milliseconds of the monotonic clock. */
  readonly started: number
}

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
  const running: Array<Turn> = []
  const hasRoom = Latch.makeUnsafe(true)

  /** The milliseconds until there is room, if no batch ends before: until then `max` batches are younger than `maxWait`. */
  const untilRoom = (now: number): number => {
    const next = running.at(-max)
    return next === undefined ? 0 : next.started + waitMillis - now
  }

  const start = (started: number): Turn => {
    const turn = { started }
    running.push(turn)
    if (untilRoom(started) > 0) hasRoom.closeUnsafe()
    return turn
  }

  const end = (turn: Turn, now: number) => {
    running.splice(running.indexOf(turn), 1)
    if (untilRoom(now) <= 0) hasRoom.openUnsafe()
  }

  const whenRoom = <A, E, R>(batch: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.clockWith((clock) => {
      const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000
      const until = now() + waitMillis
      let turn: Turn | undefined
      /** The latch wakes all that wait, in their order; those that find no room any more wait on. */
      const begin: Effect.Effect<A, E, R> = Effect.suspend(() => {
        const time = now()
        const millis = Math.min(untilRoom(time), until - time)
        if (millis > 0) return Effect.flatMap(Effect.timeoutOption(hasRoom.await, millis), () => begin)
        turn = start(time)
        return batch
      })
      return Effect.onExitPrimitive(begin, () => {
        if (turn !== undefined) end(turn, now())
        return undefined
      })
    })

  return { whenRoom }
}
