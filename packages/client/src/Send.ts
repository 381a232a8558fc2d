/** Sends a request, again where that is safe and can help. */
import { attempt, type Attempt } from "./Attempt.ts"
import { isRetried, pauseMillis } from "./Retry.ts"
import type { Settings } from "./Settings.ts"

/** A request whose attempts are bounded by the settings; `isSafe` tells whether it may be carried out twice. */
export interface Request<A> extends Attempt<A> {
  readonly isSafe: boolean
}

/** Sends a request up to `maxRetries` times more, as long as the next attempt begins within `maxRetryMillis`. */
export const send = async <A>(settings: Settings, request: Request<A>): Promise<A> => {
  const { maxRetries, maxRetryMillis, timing } = settings
  const end = timing.now() + maxRetryMillis
  for (let failures = 1;; failures++) {
    try {
      return await attempt(settings, request)
    } catch (error) {
      const pause = pauseMillis(error, failures, timing.random)
      if (failures > maxRetries || !isRetried(error, request.isSafe) || timing.now() + pause > end) throw error
      await timing.sleep(pause, request.signal)
    }
  }
}
