/**
 * Requests without a valid key, counted for each client address. The count is this process's own:
 * it slows down guessing, while the limit of a key is kept by the database.
 */
import * as RateLimit from "@candor/domain/RateLimit"
import type { RateLimitState } from "@candor/contract/Authorization"
import { Clock, Context, Effect, Layer } from "effect"

export class AddressLimits extends Context.Service<AddressLimits, {
  /** Counts a request; false where the limit was reached before. */
  readonly count: (address: string) => Effect.Effect<{ readonly state: RateLimitState; readonly within: boolean }>
  /** How much is left, without counting. */
  readonly peek: (address: string) => Effect.Effect<RateLimitState>
}>()("@candor/api/AddressLimits") {
  static readonly layer = Layer.sync(AddressLimits, () => {
    const used = new Map<string, number>()
    let reset = 0
    const enter = Effect.map(Clock.currentTimeMillis, (millis) => {
      const window = RateLimit.windowAt(millis)
      if (window.reset !== reset) used.clear()
      reset = window.reset
    })
    const state = (address: string): RateLimitState => ({
      limit: RateLimit.perHour,
      remaining: RateLimit.perHour - (used.get(address) ?? 0),
      reset
    })
    return AddressLimits.of({
      count: (address) =>
        Effect.map(enter, () => {
          const before = used.get(address) ?? 0
          const within = before < RateLimit.perHour
          if (within) used.set(address, before + 1)
          return { state: state(address), within }
        }),
      peek: (address) => Effect.map(enter, () => state(address))
    })
  })
}
