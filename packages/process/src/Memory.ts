/**
 * Limits the memory that a process holds needlessly. Bun's engine seldom collects its whole heap, and does not return
 * its free memory (decision 0018).
 */
import { Clock, Duration, Effect, Layer } from "effect"

/** The measurements and actions of a process that this rule needs. */
export interface Process {
  /** Resident memory, in bytes. */
  readonly resident: () => number
  /** Processor time since the start, in milliseconds. */
  readonly used: () => number
  /**
   * Collects the whole heap, and returns free memory to the operating system. Returns for how many milliseconds it
   * blocked.
   */
  readonly collect: () => number
}

/** A process with less resident memory than this, in bytes, is left alone. */
const smallBytes = 128 * 2 ** 20

/** Time between two measurements, in milliseconds. Each takes 2 ms. */
const interval = 250

/** A process is idle if it used less than this share of one processor since the last measurement. */
const idleShare = 1 / 10

/** An idle process collects for at most 1/100 of the time. */
const pausesOfIdle = 100

/**
 * Bytes that a busy process may grow after a collection before the next one: memory that it returned earlier, it would
 * soon take again.
 */
const slack = 48 * 2 ** 20

/** A busy process that has grown by more than `slack` collects for at most 1/20 of the time. */
const pausesOfBusy = 20

/** A process that has grown by more bytes than this collects at once, regardless of how long collections take. */
const maxGrowth = 64 * 2 ** 20

/**
 * Collects whenever the process has grown beyond a bound: for an idle process `smallBytes`, or the memory after the
 * last collection; for a busy one `slack` more. Collections take at most a share of the time, unless the process has
 * grown by more than `maxGrowth`.
 */
export const bounded = (process: Process): Effect.Effect<never> =>
  Effect.suspend(() => {
    let bound = smallBytes
    let took = 0
    let ended = -Infinity
    let used = process.used()
    const isDue = (growth: number, pause: number): boolean => {
      const before = used
      used = process.used()
      if (growth > maxGrowth) return true
      const isIdle = used - before < interval * idleShare
      return isIdle ? growth > 0 && pause >= took * pausesOfIdle : growth > slack && pause >= took * pausesOfBusy
    }
    return Clock.clockWith((clock) =>
      Effect.sync(() => {
        if (!isDue(process.resident() - bound, clock.currentTimeMillisUnsafe() - ended)) return
        took = process.collect()
        ended = clock.currentTimeMillisUnsafe()
        bound = Math.max(smallBytes, process.resident())
      })
    ).pipe(Effect.andThen(Effect.sleep(Duration.millis(interval))), Effect.forever)
  })

/** Bytes of possible garbage at which the engine is told to collect. */
const maxGarbage = 8 * 2 ** 20

/**
 * Makes the function that counts bytes which become garbage as soon as they are sent or stored. When there are many, it
 * starts a collection beside other work. The engine does not do so by itself, because it hardly counts memory outside
 * of its heap.
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

const processorMillis = () => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

/** Limits the memory of this process while it serves. */
export const layer = Layer.effectDiscard(
  Effect.forkScoped(bounded({ resident: () => process.memoryUsage.rss(), used: processorMillis, collect }))
)
