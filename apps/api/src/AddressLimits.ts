/**
 * Requests without a valid key, counted for each client address. The count is this process's own:
 * it slows down guessing, while the limit of a key is kept by the database.
 *
 * Addresses cost nothing to whoever has many, so memory for them is bounded: past `individually` of
 * them in an hour, new ones are counted by their network, and past `networks` all together.
 */
import * as RateLimit from "@candor/domain/RateLimit"
import type { RateLimitState } from "@candor/contract/Authorization"
import { Clock, Context, Effect, Layer } from "effect"
import { networkOf } from "./ClientAddress.ts"

/** So many addresses are counted each for itself. */
export const individually = 50_000

/** So many entries there are at most, addresses and networks together. */
export const networks = 100_000

/** Whoever is counted when there is room for nobody else. */
const everybody = "everybody else"

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
    /** As whom an address is counted. */
    const counted = (address: string): string => {
      if (used.has(address) || used.size < individually) return address
      const network = networkOf(address)
      return used.has(network) || used.size < networks ? network : everybody
    }
    const state = (who: string): RateLimitState => ({
      limit: RateLimit.perHour,
      remaining: RateLimit.perHour - (used.get(who) ?? 0),
      reset
    })
    return AddressLimits.of({
      count: (address) =>
        Effect.map(enter, () => {
          const who = counted(address)
          const before = used.get(who) ?? 0
          const within = before < RateLimit.perHour
          if (within) used.set(who, before + 1)
          return { state: state(who), within }
        }),
      peek: (address) => Effect.map(enter, () => state(counted(address)))
    })
  })
}
