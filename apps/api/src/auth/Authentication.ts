/**
 * Authenticates requests by their API keys, by tokens of apps, or by the sessions of the console, within the limits of
 * keys and addresses.
 */
import { type RateLimitExceeded, Unauthorized } from "@candor/contract/Errors"
import { rateLimitExceeded, unauthorized } from "@candor/contract/ServerErrors"
import { type Audience, parseAccess } from "@candor/domain/app/AppTokens"
import { ApiKeys, type CountedTo } from "@candor/domain/authentication/ApiKeys"
import * as ApiKeyText from "@candor/domain/authentication/ApiKeyText"
import type { ParsedKey } from "@candor/domain/authentication/ApiKeyText"
import type { Principal } from "@candor/domain/authentication/Principal"
import { sessionText } from "@candor/domain/authentication/Session"
import { SignIns } from "@candor/domain/authentication/SignIns"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { CurrentRequest, type RequestRecord } from "../request/CurrentRequest.ts"
import { Settings } from "../Settings.ts"
import { AddressLimits } from "./AddressLimits.ts"
import { trustedProxies } from "./ClientAddress.ts"
import { isEncrypted, isFromConsole } from "./ConsoleRequest.ts"
import { cookieIn } from "./Credential.ts"

const notFromConsole = new Unauthorized({
  error: {
    message:
      "A session is for the pages of this server alone: expected X-Candor-Console, no Authorization, and Sec-Fetch-Site: " +
      "same-origin, which browsers send over https and on localhost, or the server's own Origin."
  }
})

const signedOut = new Unauthorized({ error: { message: "The session has ended. Sign in again." } })

/** Keys that are remembered, at least. */
const minRememberedKeys = 10_000

/** Look-ups of unknown keys per second, over all addresses that are past their limit. */
const trialsPerSecond = 10

/**
 * Remembers keys that were valid a short while ago: between `max` and twice as many, the latest. Two sets take turns,
 * so that forgetting is dropping one: entries are not removed one by one, but for the rare key that is forgotten.
 */
const recentKeys = (max: number) => {
  let latest = new Set<string>()
  let before = new Set<string>()
  return {
    add: (text: string): void => {
      if (latest.size >= max && !latest.has(text)) {
        before = latest
        latest = new Set()
      }
      latest.add(text)
    },
    /** Forgets a key that has turned out not to be valid any more. */
    forget: (text: string): void => {
      latest.delete(text)
      before.delete(text)
    },
    has: (text: string): boolean => latest.has(text) || before.has(text)
  }
}

export class Authentication extends Context.Service<Authentication, {
  /**
   * Authenticates a request by the text of its API key, or of an app's token for this audience. Every call counts
   * toward the limit of the key or app, or toward the address's if the text is not valid.
   */
  readonly authenticate: (
    text: string,
    audience?: Audience
  ) => Effect.Effect<Principal, Unauthorized | RateLimitExceeded>
  /**
   * Authenticates a request of the console by the session in its cookie. One in an hour extends the session. Every call
   * counts to the limit of the member, whose sessions share it, or else to the address's.
   */
  readonly authenticateSession: Effect.Effect<
    Principal,
    Unauthorized | RateLimitExceeded,
    HttpServerRequest.HttpServerRequest
  >
  /** Counts a request without a valid key toward the limit of its address. */
  readonly countAddress: Effect.Effect<void, RateLimitExceeded>
}>()("@candor/api/auth/Authentication") {
  static readonly layer = Layer.effect(
    Authentication,
    Effect.gen(function*() {
      const addresses = yield* AddressLimits
      const keys = yield* ApiKeys
      const signIns = yield* SignIns
      const proxies = yield* trustedProxies
      const { rate_limit, session_rate_limit } = yield* Settings
      const clock = yield* Clock.Clock
      const recent = recentKeys(minRememberedKeys)

      const countAddress = Effect.gen(function*() {
        const request = yield* CurrentRequest
        const { state, within } = yield* addresses.count(request.address())
        request.rate_limit = state
        if (!within) return yield* rateLimitExceeded("this address", state.limit)
      })

      const refuseAs = (refusal: Unauthorized) => Effect.andThen(countAddress, refusal)

      let second = 0
      let trials = 0
      /** Whether one more key may be looked up this second for addresses that are past their limit. */
      const mayTry = () => {
        const now = Math.floor(clock.currentTimeMillisUnsafe() / 1000)
        if (now !== second) trials = 0
        second = now
        return ++trials <= trialsPerSecond
      }

      const extend = ({ api_key, organization }: Principal) =>
        // A failure here is harmless: the session is valid now, and a later request extends it.
        Effect.catchCause(signIns.extendSession(organization.id, api_key.id), (cause) =>
          Effect.logWarning("Could not extend a session", cause))

      const limits = {
        key: { limit: rate_limit, whose: "this key" },
        app: { limit: rate_limit, whose: "this app" },
        member: { limit: session_rate_limit, whose: "this member" }
      } satisfies Record<CountedTo, unknown>

      const lookUp = (key: ParsedKey, to: CountedTo, request: RequestRecord, refused: Unauthorized) => {
        const { limit, whose } = limits[to]
        return Effect.flatMap(keys.authenticate(key, limit, to), (counted) => {
          if (Option.isNone(counted)) {
            recent.forget(key.text)
            return refuseAs(refused)
          }
          const { isWithinLimit, mayExtend, principal, reset, used } = counted.value
          recent.add(key.text)
          request.api_key_id = principal.api_key.id
          request.organization_id = principal.organization.id
          request.rate_limit = { limit, remaining: limit - used, reset }
          if (!isWithinLimit) return rateLimitExceeded(whose, limit)
          return mayExtend ? Effect.as(extend(principal), principal) : Effect.succeed(principal)
        })
      }

      /**
       * An address that guesses keys soon reaches its limit. From then on only keys that were valid here are looked up,
       * and a few others per second, for honest clients that share the address.
       */
      const authenticateKey = (key: Option.Option<ParsedKey>, to: CountedTo, refused: Unauthorized) =>
        Effect.contextWith((context: Context.Context<never>) => {
          const request = Context.get(context, CurrentRequest)
          if (Option.isNone(key)) return refuseAs(refused)
          if (recent.has(key.value.text)) return lookUp(key.value, to, request, refused)
          return Effect.flatMap(
            addresses.peek(request.address()),
            ({ remaining }) => remaining > 0 || mayTry() ? lookUp(key.value, to, request, refused) : refuseAs(refused)
          )
        })

      const authenticate = (text: string, audience: Audience = "api") => {
        const token = parseAccess(text, audience)
        return Option.isSome(token)
          ? authenticateKey(token, "app", unauthorized)
          : authenticateKey(ApiKeyText.parse(text), "key", unauthorized)
      }

      const authenticateSession = Effect.gen(function*() {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const text = cookieIn(headers, "session", isEncrypted(headers, proxies))
        if (text === undefined) return yield* refuseAs(unauthorized)
        if (!isFromConsole(headers)) return yield* refuseAs(notFromConsole)
        return yield* authenticateKey(sessionText.parse(text), "member", signedOut)
      })

      return Authentication.of({ authenticate, authenticateSession, countAddress })
    })
  )
}
