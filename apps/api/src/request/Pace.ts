/**
 * Whether a client sends or reads at the minimum rate: a token bucket, kept as the deadline of the client's next bytes.
 * Past its deadline the client is too slow. Times are milliseconds of a clock that never goes back.
 */

/** The minimum rate, in bytes a second: 128 kbit/s, which a telephone has where there is hardly a network. */
export const bytesPerSecond = 16 * 1024

/** Milliseconds that a client who sends may stand still. */
export const sendingGrace = 10_000

/** The same of one who reads: the system fills the buffers of a connection anew once it has room for 1.5 MiB. */
export const readingGrace = 60_000

/**
 * Moves the deadline by these bytes: at most `grace` ahead, and from at most `grace` behind, so that one who moves
 * again is soon forgiven.
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
