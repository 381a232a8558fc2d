/** Decides which failed attempts are repeated, and when. */
import { ApiError, ConnectionError } from "./Errors.ts"

/** Backoff without `Retry-After`: random, from 0 to a bound that doubles with each attempt, in milliseconds. */
const firstPauseMillis = 500
const maxPauseMillis = 8000

/** The most random milliseconds that are added to `Retry-After`, so that clients do not all return at once. */
const spreadMillis = 1000

/** Statuses of requests that were certainly not carried out. */
const notCarriedOut = [429]

/**
 * Statuses that may be temporary: a request with the same idempotency key in progress (409), a rate limit (429), a
 * proxy's failure (502, 504), an overload (503).
 */
const transient = [409, 429, 502, 503, 504]

/**
 * Tells whether another attempt may succeed and is safe: a request that is not safe to repeat must not have been
 * carried out.
 */
export const isRetried = (error: unknown, isSafe: boolean): boolean => {
  if (error instanceof ConnectionError) return isSafe
  return error instanceof ApiError && (isSafe ? transient : notCarriedOut).includes(error.status)
}

/** Returns the pause before the next attempt in milliseconds; `failures` counts the failed attempts, from 1. */
export const pauseMillis = (error: unknown, failures: number, random: () => number): number =>
  error instanceof ApiError && error.retryAfterSeconds !== undefined
    ? error.retryAfterSeconds * 1000 + random() * spreadMillis
    : random() * Math.min(maxPauseMillis, firstPauseMillis * 2 ** (failures - 1))
