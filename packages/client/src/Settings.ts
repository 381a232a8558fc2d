/** How a client sends its requests. */
import { type RateLimitWait, warnOnce } from "./RateLimitWait.ts"
import { systemTiming, type Timing } from "./Timing.ts"

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface ClientOptions {
  /** The address of the interface with its version, such as `https://candor.example/api/v1`. */
  readonly baseUrl: string
  /** May be left out where `fetch` authenticates the requests, as a page does by the cookie of its session. */
  readonly apiKey?: string | undefined
  /** The time limit of each attempt, in milliseconds: 30,000, and 130,000 for files, unless set here. */
  readonly timeoutMillis?: number | undefined
  /** Attempts after the first one: 3 unless set here. */
  readonly maxRetries?: number | undefined
  /** The time after the first attempt's begin in which others begin, in milliseconds: 60,000 unless set here. */
  readonly maxRetryMillis?: number | undefined
  /**
   * How long a call may wait for the next hour where the requests of this one are used up, in milliseconds: 3,660,000,
   * which is an hour and a minute, unless set here. With 0 it fails at once.
   */
  readonly maxRateLimitWaitMillis?: number | undefined
  /** Is called before each such wait, in place of a warning on the console before the first one. */
  readonly onRateLimitWait?: ((wait: RateLimitWait) => void) | undefined
  /** Whether writes have an idempotency key, which makes them safe to repeat: they have unless this is `false`. */
  readonly idempotencyKeys?: boolean | undefined
  /** What sends a request, in place of the runtime's `fetch`. */
  readonly fetch?: Fetch | undefined
}

export interface Settings {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly timeoutMillis: number
  readonly fileTimeoutMillis: number
  readonly maxRetries: number
  readonly maxRetryMillis: number
  readonly maxRateLimitWaitMillis: number
  readonly onRateLimitWait: (wait: RateLimitWait) => void
  readonly idempotencyKeys: boolean
  readonly fetch: Fetch
  readonly timing: Timing
}

/** Returns the settings of options. Fails with a `TypeError` where the address is none, or the key is missing. */
export const settingsOf = (options: ClientOptions, timing: Timing = systemTiming): Settings => {
  const { hash, href, password, protocol, search, username } = new URL(options.baseUrl)
  if (!/^https?:$/.test(protocol) || username + password + search + hash !== "") {
    throw new TypeError("baseUrl: expected an http or https address without user, query and fragment")
  }
  const { apiKey } = options
  if (apiKey === undefined ? options.fetch === undefined : !/^[!-~]+$/.test(apiKey))
    throw new TypeError("apiKey: expected the text of an API key")
  return {
    baseUrl: href.replace(/\/+$/, ""),
    apiKey,
    timeoutMillis: options.timeoutMillis ?? 30_000,
    fileTimeoutMillis: options.timeoutMillis ?? 130_000,
    maxRetries: options.maxRetries ?? 3,
    maxRetryMillis: options.maxRetryMillis ?? 60_000,
    maxRateLimitWaitMillis: options.maxRateLimitWaitMillis ?? 3_660_000,
    onRateLimitWait: options.onRateLimitWait ?? warnOnce(),
    idempotencyKeys: options.idempotencyKeys ?? true,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timing
  }
}

/** Returns the headers of every request, in the feed too. */
export const headersOf = (
  { apiKey }: Settings,
  requestId: string,
  others: Readonly<Record<string, string>> = {}
): Headers => {
  const headers = new Headers(others)
  if (apiKey !== undefined) headers.set("authorization", `Bearer ${apiKey}`)
  headers.set("x-request-id", requestId)
  return headers
}
