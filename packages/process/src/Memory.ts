/**
 * How much memory a process holds. Bun's engine seldom collects its whole heap, and what it has taken it does not give
 * back to the operating system: under load that is half as much again as is needed (decision 0021).
 */
import { Clock, Duration, Effect, Layer } from "effect"

/** What of the process the rule needs. */
export interface Process {
  /** Resident memory, in bytes. */
  readonly resident: () => number
  /** Collects the whole heap and gives back what is free; says how many milliseconds that took, in which nothing else was done. */
  readonly giveBack: () => number
}

/** A process that holds no more is let be, in bytes. */
const little = 128 * 2 ** 20

/** How often a process is looked at, in milliseconds. */
const interval = 100

/** Of the time it serves, a process spends at most one part in so many on giving back. */
const share = 50

/** A process that has grown by more than this since it gave back grows fast, in bytes. */
const much = 32 * 2 ** 20

/** A process that grows fast spends at most one part in so many. */
const shareWhenFast = 6

/** A process that has grown by more than this gives back at once, however long that takes, in bytes. */
const tooMuch = 96 * 2 ** 20

/**
 * Has a process that holds more than `little` give memory back, and again whenever it holds more than right after that,
 * for at most its share of the time: so one that idles is let be, and one that needs a lot is not held up for long. One that
 * has grown by too much is not asked how long that takes: memory is what runs out.
 */
export const bounded = ({ giveBack, resident }: Process): Effect.Effect<never> =>
  Effect.suspend(() => {
    let bound = little
    let took = 0
    let ended = -Infinity
    return Clock.clockWith((clock) =>
      Effect.sync(() => {
        const grown = resident() - bound
        const rested = clock.currentTimeMillisUnsafe() - ended
        if (grown <= 0 || (grown <= tooMuch && rested < took * (grown > much ? shareWhenFast : share))) return
        took = giveBack()
        ended = clock.currentTimeMillisUnsafe()
        bound = Math.max(little, resident())
      })
    ).pipe(Effect.andThen(Effect.sleep(Duration.millis(interval))), Effect.forever)
  })

const giveBack = () => {
  const began = performance.now()
  Bun.gc(true)
  return performance.now() - began
}

/** This process, for as long as it serves. */
export const layer = Layer.effectDiscard(
  Effect.forkScoped(bounded({ resident: () => process.memoryUsage.rss(), giveBack }))
)
