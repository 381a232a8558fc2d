/** Which failed attempts are made again, and when. */
import { ApiError, ConnectionError } from "./Errors.ts"

/**
 * Backoff without `Retry-After`: chosen by chance from 0 to a bound that doubles with each attempt, in milliseconds.
 */
const firstPauseMillis = 500
const maxPauseMillis = 8000

/** What is added to `Retry-After` by chance, so that clients which were refused at once do not come back at once. */
const spreadMillis = 1000

/** An attempt that was refused with one of these was not carried out. */
const notCarriedOut = [429]

/**
 * A response with one of these may be another one in a moment: a request with the same idempotency key that is under
 * way (409), a proxy's failure (502, 504), an overload (503).
 */
const transient = [409, 429, 502, 503, 504]

/**
 * Tells whether another attempt can succeed, and is safe: a request that is not safe to repeat must not have been
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
