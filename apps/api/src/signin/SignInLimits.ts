/**
 * Limits sign-in attempts, in this process: attempts by address, and failed attempts at an account, both from one
 * address and from all. So an attacker does not lock others out of the account, and many who guess together are slowed
 * down. An account is an email address, a passkey or a member with a session. It is counted whether it exists or not,
 * so the limit does not reveal members. Each kind is counted separately.
 */
import { RateLimitExceeded } from "@candor/contract/Errors"
import * as RateLimit from "@candor/domain/access/RateLimit"
import { Clock, Context, Effect, Layer } from "effect"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { AddressCounter } from "../auth/AddressLimits.ts"
import { subscriberOf } from "../auth/ClientAddress.ts"

/** Attempts per address in a clock hour. */
export const attemptsOfAddress = 60

/** Failed attempts at an account in a clock hour, from one address. */
export const failuresOfAccount = 10

/** The same, from all addresses together. */
export const failuresOfAll = 100

/** Accounts per hour, each with or without an address, that are counted individually. All further ones count as one. */
const maxAccounts = 50_000

const tooManyFailures =
  "Too many attempts to sign in with this email address or passkey failed. Try again in the next hour, use a " +
  "passkey, or use a sign-in link."

const exceeded = (message: string, limit: number) => new RateLimitExceeded({ error: { message, details: { limit } } })

export class SignInLimits extends Context.Service<SignInLimits, {
  /** Counts an attempt of the request's address. */
  readonly countAddress: Effect.Effect<void, RateLimitExceeded>
  /** Counts an attempt at an account as failed, before the attempt is made. */
  readonly countAccount: (name: string) => Effect.Effect<void, RateLimitExceeded>
  /** Takes back the count of an attempt that succeeded. */
  readonly succeeded: (name: string) => Effect.Effect<void>
}>()("@candor/api/signin/SignInLimits") {
  static readonly layer = Layer.sync(SignInLimits, () => {
    const addresses = new AddressCounter(attemptsOfAddress)
    const failures = new Map<string, number>()
    let hour = 0

    const entryOf = (name: string, others: string): string =>
      failures.has(name) || failures.size < maxAccounts ? name : others

    /** The counters of an attempt at an account, each with its limit. */
    const countersOf = (name: string, address: string): ReadonlyArray<readonly [entry: string, limit: number]> => {
      const account = name.toLowerCase()
      return [
        [entryOf(`${account} ${subscriberOf(address)}`, "others from one address"), failuresOfAccount],
        [entryOf(account, "others"), failuresOfAll]
      ]
    }

    const countAddress = Effect.gen(function*() {
      const request = yield* CurrentRequest
      const { state, within } = addresses.count(request.address(), yield* Clock.currentTimeMillis)
      request.rate_limit = state
      if (!within)
        return yield* exceeded(
          `This address has made ${state.limit} attempts to sign in. Try again in the next hour.`,
          state.limit
        )
    })

    const countAccount = Effect.fnUntraced(function*(name: string) {
      const { reset } = RateLimit.windowAt(yield* Clock.currentTimeMillis)
      if (reset !== hour) failures.clear()
      hour = reset
      const request = yield* CurrentRequest
      const counters = countersOf(name, request.address())
      const reached = counters.find(([entry, limit]) => (failures.get(entry) ?? 0) >= limit)
      if (reached !== undefined) {
        const [, limit] = reached
        request.rate_limit = { limit, remaining: 0, reset }
        return yield* exceeded(tooManyFailures, limit)
      }
      for (const [entry] of counters) failures.set(entry, (failures.get(entry) ?? 0) + 1)
    })

    const succeeded = (name: string) =>
      Effect.map(CurrentRequest, (request) => {
        for (const [entry] of countersOf(name, request.address()))
          failures.set(entry, Math.max(0, (failures.get(entry) ?? 0) - 1))
      })

    return SignInLimits.of({ countAddress, countAccount, succeeded })
  })
}
