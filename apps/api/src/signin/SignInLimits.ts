/**
 * Limits attempts to sign in, in this process: those of an address, and the failed ones of an account. An account is an e-mail
 * address or a passkey, whether a member has it or not, so the limit tells nothing of members. Failed attempts at the one leave
 * the other.
 */
import { RateLimitExceeded } from "@candor/contract/Errors"
import * as RateLimit from "@candor/domain/access/RateLimit"
import { Clock, Context, Effect, Layer } from "effect"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { AddressCounter } from "../admission/AddressLimits.ts"

/** Attempts of an address in a clock hour. */
export const attemptsOfAddress = 60

/** Failed attempts at an account in a clock hour. */
export const failuresOfAccount = 10

/** Accounts of an hour that count each for itself. Beyond them, all others count as one. */
const maxAccounts = 50_000

const exceeded = (message: string, limit: number) => new RateLimitExceeded({ error: { message, details: { limit } } })

export class SignInLimits extends Context.Service<SignInLimits, {
  /** Counts an attempt of the request's address. */
  readonly countAddress: Effect.Effect<void, RateLimitExceeded>
  /** Counts an attempt at an account as failed, before it is made. */
  readonly countAccount: (name: string) => Effect.Effect<void, RateLimitExceeded>
  /** Takes back the count of an attempt that succeeded. */
  readonly succeeded: (name: string) => Effect.Effect<void>
}>()("@candor/api/signin/SignInLimits") {
  static readonly layer = Layer.sync(SignInLimits, () => {
    const addresses = new AddressCounter(attemptsOfAddress)
    const failures = new Map<string, number>()
    let hour = 0

    const accountOf = (name: string): string => {
      const account = name.toLowerCase()
      return failures.has(account) || failures.size < maxAccounts ? account : ""
    }

    const countAddress = Effect.gen(function*() {
      const request = yield* CurrentRequest
      const { state, within } = addresses.count(request.address(), yield* Clock.currentTimeMillis)
      request.rate_limit = state
      if (!within) return yield* exceeded(`This address has made ${state.limit} attempts to sign in. Try again in the next hour.`, state.limit)
    })

    const countAccount = Effect.fnUntraced(function*(name: string) {
      const { reset } = RateLimit.windowAt(yield* Clock.currentTimeMillis)
      if (reset !== hour) failures.clear()
      hour = reset
      const account = accountOf(name)
      const used = failures.get(account) ?? 0
      if (used >= failuresOfAccount) {
        const request = yield* CurrentRequest
        request.rate_limit = { limit: failuresOfAccount, remaining: 0, reset }
        return yield* exceeded("Too many attempts to sign in with this e-mail address or passkey failed. Try again in the next hour, or use a sign-in link.", failuresOfAccount)
      }
      failures.set(account, used + 1)
    })

    const succeeded = (name: string) =>
      Effect.sync(() => {
        const account = accountOf(name)
        failures.set(account, Math.max(0, (failures.get(account) ?? 0) - 1))
      })

    return SignInLimits.of({ countAddress, countAccount, succeeded })
  })
}
