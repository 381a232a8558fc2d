/** How a client sends its requests. */
import { type RateLimitWait, warnOnce } from "./RateLimitWait.ts"
import { systemTiming, type Timing } from "./Timing.ts"

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface ClientOptions {
  /** The address of the API with its version, such as `https://candor.example/api/v1`. */
  readonly baseUrl: string
  /** Can be omitted if `fetch` authenticates the requests, as a page does with its session cookie. */
  readonly apiKey?: string | undefined
  /** The time limit of each attempt, in milliseconds; by default 30,000, and 130,000 for files. */
  readonly timeoutMillis?: number | undefined
  /** The number of attempts after the first one; 3 by default. */
  readonly maxRetries?: number | undefined
  /** The time since the first attempt within which others may begin, in milliseconds; 60,000 by default. */
  readonly maxRetryMillis?: number | undefined
  /**
   * The longest wait for the next hour when the rate limit is used up, in milliseconds; by default 3,660,000, which is
   * an hour and a minute. With 0, a call fails immediately.
   */
  readonly maxRateLimitWaitMillis?: number | undefined
  /** Called before each such wait. By default, the first one logs a warning on the console. */
  readonly onRateLimitWait?: ((wait: RateLimitWait) => void) | undefined
  /** Whether writes get an idempotency key, which makes them safe to repeat; true by default. */
  readonly idempotencyKeys?: boolean | undefined
  /** The function that sends requests; by default the runtime's `fetch`. */
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

/** Converts options to settings. Throws a `TypeError` if the address is invalid, or the key is missing. */
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

/** Returns the headers of every request, also for the feed. */
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
