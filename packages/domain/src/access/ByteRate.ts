/**
 * The rate limit on bytes of one organization's large texts and bodies: a token bucket, stored as the time at which all
 * bytes taken so far are within the rate. Times are milliseconds of a monotonic clock.
 */

/** The rate, in bytes per second. */
export const maxBytesPerSecond = 2 * 2 ** 20

/** The burst size: the bytes that can be taken before the rate applies. */
export const maxBurst = 4 * 2 ** 20

const millisOf = (bytes: number): number => 1000 * bytes / maxBytesPerSecond

/** The state of a bucket that nothing was taken from. */
export const neverUsed = Number.NEGATIVE_INFINITY

/** Tells whether the bucket is full, so that it can be forgotten. */
export const isFull = (paidAt: number, now: number): boolean => paidAt <= now - millisOf(maxBurst)

/** Takes bytes from the bucket, and returns its new state. While that time is in the future, nothing more may begin. */
export const take = (paidAt: number, bytes: number, now: number): number =>
  Math.max(paidAt, now - millisOf(maxBurst)) + millisOf(bytes)
