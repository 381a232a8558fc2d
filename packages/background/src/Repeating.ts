/** Work that is repeated for as long as the process runs. */
import { type Duration, Effect, Layer, Schedule } from "effect"

/** Does it at the start and then at this interval, also after a failure, of which it logs `warning`. */
export const repeating = (interval: Duration.Input, warning: string, work: Effect.Effect<void>) =>
  Layer.effectDiscard(
    work.pipe(
      Effect.catchCause((cause) => Effect.logWarning(warning, cause)),
      Effect.repeat(Schedule.spaced(interval)),
      Effect.forkScoped
    )
  )
