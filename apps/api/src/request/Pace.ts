/**
 * Whether a client keeps up with what is kept busy for it. Its bytes last for a while at a decent pace: a token bucket, kept as the time
 * until which it is covered. It drips from then on. Times are milliseconds of a clock that never goes back.
 */

/** A decent pace, in bytes a second: 128 kbit/s, which a telephone has where there is hardly a network. */
export const bytesPerSecond = 16 * 1024

/** Milliseconds that a client who sends may stand still. */
export const sendingGrace = 10_000

/** The same of one who reads: the system fills the buffers of a connection anew once it has room for 1.5 MiB. */
export const readingGrace = 60_000

/** Covers a client for further bytes: at most `grace` ahead, and at most `grace` behind, so that one who moves again is soon forgiven. */
export const moved = (coveredUntil: number, bytes: number, grace: number, now: number): number =>
  Math.min(now + grace, Math.max(now - grace, coveredUntil) + 1000 * bytes / bytesPerSecond)

export const drips = (coveredUntil: number, now: number): boolean => coveredUntil <= now
