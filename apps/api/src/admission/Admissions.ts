/** Admits requests by their API keys, within the limits of keys and addresses. */
import type { RateLimitExceeded, Unauthorized } from "@candor/contract/Errors"
import { rateLimitExceeded, unauthorized } from "@candor/contract/ServerErrors"
import * as ApiKeyText from "@candor/domain/access/ApiKeyText"
import type { ParsedKey } from "@candor/domain/access/ApiKeyText"
import { ApiKeys } from "@candor/domain/access/ApiKeys"
import type { Principal } from "@candor/domain/access/Principal"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { CurrentRequest, type RequestRecord } from "../request/CurrentRequest.ts"
import { Settings } from "../Settings.ts"
import { AddressLimits } from "./AddressLimits.ts"
import * as RecentKeys from "./RecentKeys.ts"

/** Keys that are remembered as valid, at least. */
const remembered = 10_000

/** Look-ups a second, over all addresses that are past their limit, of keys that are not remembered. */
const trialsPerSecond = 10

export class Admissions extends Context.Service<Admissions, {
  /** Admits a request by its key's text. Every call counts to the key's limit, or else to the address's. */
  readonly admit: (text: string) => Effect.Effect<Principal, Unauthorized | RateLimitExceeded>
  /** Counts a request that has no valid key to the limit of its address. */
  readonly countAddress: Effect.Effect<void, RateLimitExceeded>
}>()("@candor/api/admission/Admissions") {
  static readonly layer = Layer.effect(
    Admissions,
    Effect.gen(function*() {
      const addresses = yield* AddressLimits
      const keys = yield* ApiKeys
      const { rate_limit: limit } = yield* Settings
      const clock = yield* Clock.Clock
      const recent = RecentKeys.make(remembered)

      const countAddress = Effect.gen(function*() {
        const request = yield* CurrentRequest
        const { state, within } = yield* addresses.count(request.address())
        request.rate_limit = state
        if (!within) return yield* rateLimitExceeded("this address", state.limit)
      })

      const refuse = Effect.andThen(countAddress, unauthorized)

      let second = 0
      let trials = 0
      /** Whether one more key may be looked up this second for addresses that are past their limit. */
      const mayTry = () => {
        const now = Math.floor(clock.currentTimeMillisUnsafe() / 1000)
        if (now !== second) trials = 0
        second = now
        return ++trials <= trialsPerSecond
      }

      /**
       * Whether the database is asked for a key. An address that guesses is past its limit soon; from then on only keys
       * that were valid here are looked up, and a few others each second, for a client that shares the address.
       */
      const isWorthLookingUp = (key: ParsedKey, request: RequestRecord) =>
        recent.has(key)
          ? Effect.succeed(true)
          : Effect.map(addresses.peek(request.address()), ({ remaining }) => remaining > 0 || mayTry())

      const lookUp = (key: ParsedKey, request: RequestRecord) =>
        Effect.flatMap(keys.admit(key, limit), (admission) => {
          if (Option.isNone(admission)) {
            recent.forget(key)
            return refuse
          }
          const { admitted, principal, reset, used } = admission.value
          recent.add(key)
          request.api_key_id = principal.api_key.id
          request.rate_limit = { limit, remaining: limit - used, reset }
          return admitted ? Effect.succeed(principal) : rateLimitExceeded("this key", limit)
        })

      const admit = (text: string) =>
        Effect.flatMap(CurrentRequest, (request) => {
          const key = ApiKeyText.parse(text)
          if (Option.isNone(key)) return refuse
          return Effect.flatMap(isWorthLookingUp(key.value, request), (worth) => worth ? lookUp(key.value, request) : refuse)
        })

      return Admissions.of({ admit, countAddress })
    })
  )
}
