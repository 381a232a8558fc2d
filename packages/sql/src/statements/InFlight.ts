/** A limit on the batches in flight. Batchers that are given the same limit share it. */
import { type Clock, Duration, Effect } from "effect"

/** Starts a batch, which calls `end` once it has ended. */
type Start = (end: () => void) => void

/** Items for which a second batch is worth its cost. */
export const manyItems = 8

export interface Options {
  /** The batches that run at a time. */
  readonly max: number
  readonly maxWait: Duration.Duration
  /** The items that have to wait for a batch to start beside others; one, if not given. */
  readonly enough?: number
  /** The batches that run at a time in any case, also where some have run for `maxWait`. */
  readonly connections?: number
}

export interface InFlight {
  /**
   * Starts a batch as soon as there is room, and after `maxWait` in any case. Batches that wait start in their order. `size`
   * returns the items that the batch has so far.
   */
  readonly whenRoom: (start: Start, size: () => number, clock: Clock.Clock) => void
  /** An item was added to a batch, which may wait: starts one at the end of this turn of the event loop, if there is room now. */
  readonly grown: () => void
}

/** A batch that runs. */
interface Turn {
  /** In milliseconds of the monotonic clock. */
  readonly started: number
}

/** A batch that waits for room. */
interface Waiting {
  readonly start: Start
  readonly size: () => number
  readonly clock: Clock.Clock
  /** When it starts in any case, in milliseconds of the monotonic clock. */
  readonly until: number
}

const millisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000

/**
 * Makes a limit. A batch that has run for `maxWait` is held up, and counts no more; so no batch waits longer than `maxWait`
 * for slow ones, unless all connections are in use. It is plain code, because every batch passes it (decision 0018).
 */
export const make = ({ connections = Number.POSITIVE_INFINITY, enough = 1, max, maxWait }: Options): InFlight => {
  const waitMillis = Duration.toMillis(maxWait)
  /** The batches that run, the oldest first. */
  const running: Array<Turn> = []
  /** The batches that wait, the oldest first. */
  const waiting: Array<Waiting> = []
  let isStarting = false
  let willStart = false
  /** When a timer looks at the batches that wait, in milliseconds of the monotonic clock. */
  let timerAt = Number.POSITIVE_INFINITY

  /** Whether enough items wait for one more batch. */
  const isEnough = (): boolean => waiting.reduce((items, { size }) => items + size(), 0) >= enough

  /** The milliseconds until there is room, if no batch ends before: until then as many as may run are younger than `maxWait`. */
  const untilRoom = (now: number): number => {
    const next = running.at(isEnough() ? -max : -1)
    return next === undefined ? 0 : next.started + waitMillis - now
  }

  const begin = (start: Start, now: number) => {
    const turn = { started: now }
    running.push(turn)
    start(() => {
      running.splice(running.indexOf(turn), 1)
      startWaiting()
    })
  }

  /** Starts batches as far as there is room. One that ends while it is started calls this within the loop, which goes on by itself. */
  const startWaiting = () => {
    if (isStarting) return
    isStarting = true
    try {
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
        const { clock, start, until } = next
        const now = millisOf(clock)
        const millis = running.length < connections ? Math.min(untilRoom(now), until - now) : Number.POSITIVE_INFINITY
        if (millis > 0) return wakeAfter(millis, now, clock)
        waiting.shift()
        begin(start, now)
      }
    } finally {
      isStarting = false
    }
  }

  /** Looks at the batches that wait again after so long, unless a timer does it before. */
  const wakeAfter = (millis: number, now: number, clock: Clock.Clock) => {
    const at = now + millis
    if (at >= timerAt) return
    timerAt = at
    Effect.runFork(Effect.andThen(clock.sleep(Duration.millis(millis)), Effect.sync(() => {
      if (timerAt === at) timerAt = Number.POSITIVE_INFINITY
      startWaiting()
    })))
  }

  return {
    whenRoom: (start, size, clock) => {
      waiting.push({ start, size, clock, until: millisOf(clock) + waitMillis })
      startWaiting()
    },
    grown: () => {
      const next = waiting[0]
      if (willStart || next === undefined || untilRoom(millisOf(next.clock)) > 0) return
      willStart = true
      setImmediate(() => {
        willStart = false
        startWaiting()
      })
    }
  }
}
