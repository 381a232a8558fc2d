/** Sends a request, and repeats it if that is safe and can help. */
import { attempt, type Attempt } from "./Attempt.ts"
import { waitForHour } from "./HourlyLimit.ts"
import { isRetried, pauseMillis } from "./Retry.ts"
import type { Settings } from "./Settings.ts"

/** A request whose attempts are bounded by the settings; `isSafe` tells whether it may be carried out twice. */
export interface Request<A> extends Attempt<A> {
  readonly isSafe: boolean
}

/**
 * Sends a request with up to `maxRetries` repetitions that begin within `maxRetryMillis`. Waiting for the next hour
 * counts toward neither.
 */
export const send = async <A>(settings: Settings, request: Request<A>): Promise<A> => {
  const { maxRetries, maxRetryMillis, timing } = settings
  let end = timing.now() + maxRetryMillis
  let waited = 0
  let failures = 0
  for (;;) {
    try {
      return await attempt(settings, request)
    } catch (error) {
      const hour = await waitForHour(settings, error, waited, request.signal)
      if (hour !== undefined) {
        waited += hour
        end += hour
        continue
      }
      failures++
      const pause = pauseMillis(error, failures, timing.random)
      if (failures > maxRetries || !isRetried(error, request.isSafe) || timing.now() + pause > end) throw error
      await timing.sleep(pause, request.signal)
    }
  }
}
