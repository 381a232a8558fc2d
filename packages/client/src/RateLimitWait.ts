/** The information about a wait for the next hour. */
import type { ApiError } from "./Errors.ts"

/** A wait for the next hour that is about to begin. */
export interface RateLimitWait {
  /** The error response, with its request's id. */
  readonly error: ApiError
  readonly millis: number
  readonly until: Date
}

/** Makes a function that logs a client's first wait on the console. */
export const warnOnce = (): (wait: RateLimitWait) => void => {
  let isSaid = false
  return ({ until }) => {
    if (isSaid) return
    isSaid = true
    console.warn(
      `Candor: the requests of this hour are used up. Waiting until ${until.toISOString()}. ` +
        "(maxRateLimitWaitMillis: 0 fails instead; onRateLimitWait is called in place of this message.)"
    )
  }
}
