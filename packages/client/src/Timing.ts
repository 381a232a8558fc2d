/** The sources of time and randomness, which tests replace. */

export interface Timing {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  /** Waits for `millis`, at most `maxTimerMillis`. Rejects with the signal's reason when it is aborted. */
  readonly sleep: (millis: number, signal?: AbortSignal) => Promise<void>
}

/** The longest delay of `setTimeout`, about 24 days: a longer one fires immediately. */
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
