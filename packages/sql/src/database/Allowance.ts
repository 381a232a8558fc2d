/** A token bucket. */
import { type Clock, Duration } from "effect"

/**
 * Makes a function that takes a token, and returns whether there was one. The bucket holds `max` tokens, and gets one
 * after each pause.
 */
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
