/** Waits for the next hour when the rate limit of this one is used up. */
import { ApiError } from "./Errors.ts"
import type { Settings } from "./Settings.ts"

/**
 * The most random milliseconds that are added to the end of the hour, so that waiting clients do not all return at
 * once.
 */
const spreadMillis = 5000

/**
 * Waits for the next hour if an error says that the rate limit is used up, and if the wait fits into
 * `maxRateLimitWaitMillis` together with `waited`. Returns the milliseconds that it waited; undefined if it did not.
 */
export const waitForHour = async (
  { maxRateLimitWaitMillis, onRateLimitWait, timing }: Settings,
  error: unknown,
  waited: number,
  signal: AbortSignal | undefined
): Promise<number | undefined> => {
  if (!(error instanceof ApiError) || error.hourEndsAt === undefined) return undefined
  const now = timing.now()
  const millis = Math.max(0, error.hourEndsAt - now) + timing.random() * spreadMillis
  if (waited + millis > maxRateLimitWaitMillis) return undefined
  onRateLimitWait({ error, millis, until: new Date(now + millis) })
  await timing.sleep(millis, signal)
  return millis
}
