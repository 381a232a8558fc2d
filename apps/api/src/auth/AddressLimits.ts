/**
 * Counts requests without a valid key for each client address, in this process. That slows down guessing; the limit of
 * a key is kept by the database.
 *
 * IPv6 counts by /64. A client may have many addresses, so memory for them is bounded: past `maxAddresses` in an hour
 * new ones count by their network (/24 of IPv4, /48 of IPv6), and past `maxEntries` all together.
 */
import * as RateLimit from "@candor/domain/access/RateLimit"
import type { RateLimitState } from "@candor/contract/Authorization"
import { Clock, Context, Effect, Layer } from "effect"
import { networkOf, subscriberOf } from "./ClientAddress.ts"

/** Addresses per hour that are counted individually. */
export const maxAddresses = 50_000

/** Entries per hour, addresses and networks together. */
export const maxEntries = 100_000

/** Requests for `/metrics` per hour and address: enough for several scrapers that ask every second. */
export const metricsPerHour = 10_000

/** OPTIONS requests per hour and address: a browser sends one before its first request to each URL. */
export const optionsPerHour = 10_000

/** Requests for the careers site per hour and address, which a whole company or mobile network may share. */
export const careersPerHour = 10_000

/** Registrations of apps per hour and address. */
export const registrationsPerHour = 60

/** Token requests and revocations of apps per hour and address, which all users of a web assistant share. */
export const tokensPerHour = 10_000

const overflow = "overflow"

export interface Counted {
  readonly state: RateLimitState
  /** False if the limit was reached before this request. */
  readonly within: boolean
}

/** Counts requests of addresses in the current hour. */
export class AddressCounter {
  readonly #limit: number
  #used = new Map<string, number>()
  #reset = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  #enter(millis: number): void {
    const { reset } = RateLimit.windowAt(millis)
    if (reset !== this.#reset) this.#used.clear()
    this.#reset = reset
  }

  #entryOf(address: string): string {
    const subscriber = subscriberOf(address)
    if (this.#used.has(subscriber) || this.#used.size < maxAddresses) return subscriber
    const network = networkOf(address)
    return this.#used.has(network) || this.#used.size < maxEntries ? network : overflow
  }

  #state(entry: string): RateLimitState {
    return { limit: this.#limit, remaining: this.#limit - (this.#used.get(entry) ?? 0), reset: this.#reset }
  }

  count(address: string, millis: number): Counted {
    this.#enter(millis)
    const entry = this.#entryOf(address)
    const used = this.#used.get(entry) ?? 0
    const within = used < this.#limit
    if (within) this.#used.set(entry, used + 1)
    return { state: this.#state(entry), within }
  }

  peek(address: string, millis: number): RateLimitState {
    this.#enter(millis)
    return this.#state(this.#entryOf(address))
  }
}

export class AddressLimits extends Context.Service<AddressLimits, {
  /** Counts a request without a valid key. */
  readonly count: (address: string) => Effect.Effect<Counted>
  /** Counts a request for the metrics toward a separate limit. */
  readonly countMetrics: (address: string) => Effect.Effect<Counted>
  /** Counts a request for the careers site toward a separate limit. */
  readonly countCareers: (address: string) => Effect.Effect<Counted>
  /** Counts the registration of an app toward a separate limit. */
  readonly countRegistrations: (address: string) => Effect.Effect<Counted>
  /** Counts a token request or a revocation of an app toward a separate limit. */
  readonly countTokens: (address: string) => Effect.Effect<Counted>
  /** Counts an OPTIONS request toward a separate limit. */
  readonly countOptions: (address: string) => Effect.Effect<Counted>
  /** Returns how many requests without a valid key are left, without counting. */
  readonly peek: (address: string) => Effect.Effect<RateLimitState>
}>()("@candor/api/auth/AddressLimits") {
  static readonly layer = Layer.sync(AddressLimits, () => {
    const requests = new AddressCounter(RateLimit.perHour)
    const metrics = new AddressCounter(metricsPerHour)
    const careers = new AddressCounter(careersPerHour)
    const registrations = new AddressCounter(registrationsPerHour)
    const tokens = new AddressCounter(tokensPerHour)
    const options = new AddressCounter(optionsPerHour)
    return AddressLimits.of({
      count: (address) => Effect.map(Clock.currentTimeMillis, (millis) => requests.count(address, millis)),
      countMetrics: (address) => Effect.map(Clock.currentTimeMillis, (millis) => metrics.count(address, millis)),
      countCareers: (address) => Effect.map(Clock.currentTimeMillis, (millis) => careers.count(address, millis)),
      countRegistrations: (address) =>
        Effect.map(Clock.currentTimeMillis, (millis) => registrations.count(address, millis)),
      countTokens: (address) => Effect.map(Clock.currentTimeMillis, (millis) => tokens.count(address, millis)),
      countOptions: (address) => Effect.map(Clock.currentTimeMillis, (millis) => options.count(address, millis)),
      peek: (address) => Effect.map(Clock.currentTimeMillis, (millis) => requests.peek(address, millis))
    })
  })
}
