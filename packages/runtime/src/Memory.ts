/**
 * How much memory a process holds. Bun's engine seldom collects its whole heap, and what it has taken it does not give
 * back to the operating system: under load that is half as much again as is needed (decision 0021).
 */
import { Duration, Effect, Layer } from "effect"

/** What of the process the rule needs. */
export interface Process {
  /** Resident memory, in bytes. */
  readonly resident: () => number
  /** Collects the whole heap and gives back what is free; takes about 20 ms. */
  readonly giveBack: () => void
}

/** A process that holds less is let be, in bytes. */
const little = 128 * 2 ** 20

/** By how much a process grows before it is asked again: one that needs a lot is not asked all the time. */
const growth = 1.2

const interval = Duration.millis(250)

/** Has a process give memory back whenever it has grown by a fifth since it last did, beyond 128 MiB. */
export const bounded = ({ giveBack, resident }: Process): Effect.Effect<never> =>
  Effect.suspend(() => {
    let bound = little
    return Effect.sync(() => {
      if (resident() <= bound) return
      giveBack()
      bound = Math.max(little, resident() * growth)
    }).pipe(Effect.andThen(Effect.sleep(interval)), Effect.forever)
  })

/** This process, for as long as it serves. */
export const layer = Layer.effectDiscard(
  Effect.forkScoped(bounded({ resident: () => process.memoryUsage.rss(), giveBack: () => Bun.gc(true) }))
)
