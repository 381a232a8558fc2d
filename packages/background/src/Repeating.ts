/** Work that is repeated for as long as the process runs. */
import { type Duration, Effect, Layer, Schedule } from "effect"

/**
 * Does the work at the start, and then at this interval. A failure is logged with `warning`, and does not end the
 * repetition.
 */
export const repeating = (interval: Duration.Input, warning: string, work: Effect.Effect<void>) =>
  Layer.effectDiscard(
    work.pipe(
      Effect.catchCause((cause) => Effect.logWarning(warning, cause)),
      Effect.repeat(Schedule.spaced(interval)),
      Effect.forkScoped
    )
  )
