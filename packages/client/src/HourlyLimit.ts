/** Waiting for the next hour, once the requests of this one are used up. */
import { ApiError } from "./Errors.ts"
import type { Settings } from "./Settings.ts"

/** What is added to the end of the hour by chance, so that clients which wait for it do not all come back at once. */
const spreadMillis = 5000

/**
 * Waits for the next hour where an error says that the requests of this one are used up, and the wait fits into what is
 * left of
 * `maxRateLimitWaitMillis` after `waited`. Returns how long that was in milliseconds; undefined where there is nothing
 * to wait for.
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
