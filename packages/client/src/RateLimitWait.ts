/** What is said of a wait for the next hour. */
import type { ApiError } from "./Errors.ts"

/** A wait for the next hour that begins now. */
export interface RateLimitWait {
  /** The refusal, with the id of its request. */
  readonly error: ApiError
  readonly millis: number
  readonly until: Date
}

/** Makes the function that says the first wait of a client on the console. */
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
