/** The time, and chance: what tests put others in the place of. */

export interface Timing {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  /** A number from 0 to 1, 1 excluded. */
  readonly random: () => number
  /** Waits for so many milliseconds, at most `maxTimerMillis`. Rejects with the signal's reason once it is aborted. */
  readonly sleep: (millis: number, signal?: AbortSignal) => Promise<void>
}

/** The longest time of `setTimeout`, 24 days: it takes a longer one as none. */
export const maxTimerMillis = 2 ** 31 - 1

const sleep = (millis: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort)
      resolve()
    }, Math.min(millis, maxTimerMillis))
    signal?.addEventListener("abort", abort, { once: true })
  })

export const systemTiming: Timing = { now: Date.now, random: Math.random, sleep }
