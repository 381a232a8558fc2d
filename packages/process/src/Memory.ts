/**
 * Bounds the memory that a process keeps without need. Bun's engine seldom collects its whole heap, and keeps what is free
 * in it (decision 0021).
 */
import { Clock, Duration, Effect, Layer } from "effect"

/** A process, as far as this rule knows it. */
export interface Process {
  /** Resident memory, in bytes. */
  readonly resident: () => number
  /** Collects the whole heap and returns what is free to the operating system; returns the milliseconds that it blocked. */
  readonly collect: () => number
}

/** A process with less resident memory is left alone, in bytes. */
const smallBytes = 128 * 2 ** 20

/** Time between two measurements, in milliseconds. Each takes 2 ms. */
const interval = 250

/** A process collects for at most 1/100 of the time. */
const share = 100

/** A process that has grown by more than this since the last collection grows fast, in bytes. */
const fastGrowth = 48 * 2 ** 20

/** A process that grows fast collects for at most 1/20 of the time. */
const shareOfFast = 20

/** A process that has grown by more than this collects at once, however long that takes, in bytes. */
const maxGrowth = 128 * 2 ** 20

/**
 * Collects when a process has more than `smallBytes`, and again when it has more than right after the last collection. It
 * does so for at most its share of the time, unless the process has grown by more than `maxGrowth`.
 */
export const bounded = ({ collect, resident }: Process): Effect.Effect<never> =>
  Effect.suspend(() => {
    let bound = smallBytes
    let took = 0
    let ended = -Infinity
    return Clock.clockWith((clock) =>
      Effect.sync(() => {
        const growth = resident() - bound
        const pause = clock.currentTimeMillisUnsafe() - ended
        if (growth <= 0 || (growth <= maxGrowth && pause < took * (growth > fastGrowth ? shareOfFast : share))) return
        took = collect()
        ended = clock.currentTimeMillisUnsafe()
        bound = Math.max(smallBytes, resident())
      })
    ).pipe(Effect.andThen(Effect.sleep(Duration.millis(interval))), Effect.forever)
  })

/** Bytes that may be garbage before the engine is asked to collect them. */
const maxGarbage = 8 * 2 ** 20

/**
 * Makes the function that counts bytes which are garbage as soon as they are sent or stored, and has the engine collect its heap
 * beside the work where they are many. What is garbage outside of the heap, as bytes are, hardly moves it to.
 */
export const garbageCounter = () => {
  let garbage = 0
  return (bytes: number): void => {
    garbage += bytes
    if (garbage < maxGarbage) return
    garbage = 0
    Bun.gc(false)
  }
}

const collect = () => {
  const began = performance.now()
  Bun.gc(true)
  return performance.now() - began
}

/** Bounds the memory of this process while it serves. */
export const layer = Layer.effectDiscard(
  Effect.forkScoped(bounded({ resident: () => process.memoryUsage.rss(), collect }))
)
