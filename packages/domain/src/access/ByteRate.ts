/**
 * The rate limit of bytes for one organization's large texts and large bodies: a token bucket, kept as the time at
 * which all bytes so far are within the rate. Times are milliseconds of a clock that never goes back.
 */

/** Bytes in a second. */
export const maxBytesPerSecond = 2 * 2 ** 20

/** Bytes at once, before that rate counts. */
export const maxBurst = 4 * 2 ** 20

const millisOf = (bytes: number): number => 1000 * bytes / maxBytesPerSecond

/** The time of a bucket that nothing was taken from. */
export const neverUsed = Number.NEGATIVE_INFINITY

/** Returns whether the bucket is full, so that it can be forgotten. */
export const isFull = (paidAt: number, now: number): boolean => paidAt <= now - millisOf(maxBurst)

/**
 * Takes bytes: returns the time at which they are within the rate, too. While it is in the future, nothing more may
 * begin.
 */
export const take = (paidAt: number, bytes: number, now: number): number =>
  Math.max(paidAt, now - millisOf(maxBurst)) + millisOf(bytes)
