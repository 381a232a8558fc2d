/** How often something may be done: a token bucket. */
import { type Clock, Duration } from "effect"

/** Asks whether it may be done now: `max` times at once, and once more after each pause. */
export const make = ({ clock, max, pause }: {
  readonly max: number
  readonly pause: Duration.Duration
  readonly clock: Clock.Clock
}): () => boolean => {
  const everyNanos = BigInt(Duration.toMillis(pause)) * 1_000_000n
  let left = max
  let since = clock.monotonicTimeNanosUnsafe()
  return () => {
    const earned = (clock.monotonicTimeNanosUnsafe() - since) / everyNanos
    since += earned * everyNanos
    left = Math.min(max, left + Number(earned))
    return left > 0 && left-- > 0
  }
}
