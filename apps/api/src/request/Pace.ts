/**
 * Decides whether a client sends or reads at the minimum rate. It is a token bucket, stored as the deadline for the
 * client's next bytes: a client past its deadline is too slow. Times are milliseconds of a monotonic clock.
 */

/** The minimum rate in bytes per second: 128 kbit/s, which a phone reaches even with hardly any network. */
export const bytesPerSecond = 16 * 1024

/** Milliseconds for which a sending client may stall. */
export const sendingGrace = 10_000

/**
 * The same for a reading client. It is longer, because the system refills a connection's buffers only once they have
 * room for 1.5 MiB.
 */
export const readingGrace = 60_000

/**
 * Extends the deadline for these bytes, to at most `grace` ahead of now. A deadline further back than `grace` counts as
 * `grace` back, so that a client that resumes soon catches up.
 */
export const deadlineAfter = (deadline: number, bytes: number, grace: number, now: number): number =>
  Math.min(now + grace, Math.max(now - grace, deadline) + 1000 * bytes / bytesPerSecond)

export const isTooSlow = (deadline: number, now: number): boolean => deadline <= now

/** Returns the client that has been too slow longest; undefined where none is. */
export const slowest = <Client extends { readonly deadline: number }>(
  clients: ReadonlyArray<Client>,
  now: number
): Client | undefined =>
  clients.filter(({ deadline }) => isTooSlow(deadline, now)).toSorted((one, other) => one.deadline - other.deadline)[0]
