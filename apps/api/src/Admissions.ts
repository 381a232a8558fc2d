/** Admitting a request by its key: who calls, and whether this hour still has a request for them. */
import { RateLimitExceeded, Unauthorized } from "@candor/contract/Errors"
import * as ApiKey from "@candor/domain/ApiKey"
import type { Principal } from "@candor/domain/Principal"
import * as RateLimit from "@candor/domain/RateLimit"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { AddressLimits } from "./AddressLimits.ts"
import { CurrentRequest } from "./CurrentRequest.ts"
import { Leases } from "./Leases.ts"
import { Settings } from "./Settings.ts"

const exceeded = (whose: string, limit: number) =>
  new RateLimitExceeded({
    error: {
      message: `The ${limit} requests an hour of ${whose} are used up. Ask again after X-RateLimit-Reset.`,
      details: { limit }
    }
  })

const unauthorized = new Unauthorized({
  error: { message: "Expected the header `Authorization: Bearer <API_KEY>` with a valid API key." }
})

export class Admissions extends Context.Service<Admissions, {
  /** The principal of a key's text. Every call counts to the key's limit, or else to the address's. */
  readonly admit: (text: string) => Effect.Effect<Principal, Unauthorized | RateLimitExceeded>
  /** Counts a request that has no valid key to the limit of its address. */
  readonly countAddress: Effect.Effect<void, RateLimitExceeded>
}>()("@candor/api/Admissions") {
  static readonly layer = Layer.effect(
    Admissions,
    Effect.gen(function*() {
      const addresses = yield* AddressLimits
      const leases = yield* Leases
      const { rate_limit: limit } = yield* Settings
      const clock = yield* Clock.Clock

      const countAddress = Effect.gen(function*() {
        const request = yield* CurrentRequest
        const { state, within } = yield* addresses.count(request.address())
        request.rate_limit = state
        if (!within) return yield* exceeded("this address", state.limit)
      })

      const refuse = Effect.andThen(countAddress, unauthorized)

      const admit = (text: string) =>
        Effect.flatMap(CurrentRequest, (request) => {
          const window = RateLimit.windowAt(clock.currentTimeMillisUnsafe())
          return Effect.flatMap(leases.take(text, ApiKey.parse, window), (taken) => {
            if (Option.isNone(taken)) return refuse
            const { principal, used } = taken.value
            request.api_key_id = principal.api_key.id
            request.rate_limit = { limit, remaining: limit - (used ?? limit), reset: window.reset }
            return used === null ? exceeded("this key", limit) : Effect.succeed(principal)
          })
        })

      return Admissions.of({ admit, countAddress })
    })
  )
}
