/**
 * Bounds the memory that a process keeps without need. Bun's engine seldom collects its whole heap, and keeps what is
 * free in it (decision 0018).
 */
import { Clock, Duration, Effect, Layer } from "effect"

/** A process, as far as this rule knows it. */
export interface Process {
  /** Resident memory, in bytes. */
  readonly resident: () => number
  /** Processor time that was used since the start, in milliseconds. */
  readonly used: () => number
  /**
   * Collects the whole heap and returns what is free to the operating system; returns the milliseconds that it blocked.
   */
  readonly collect: () => number
}

/** A process with less resident memory is left alone, in bytes. */
const smallBytes = 128 * 2 ** 20

/** Time between two measurements, in milliseconds. Each takes 2 ms. */
const interval = 250

/** A process that used less than this share of one processor since the last measurement is idle. */
const idleShare = 1 / 10

/** An idle process collects for at most 1/100 of the time. */
const pausesOfIdle = 100

/**
 * Bytes that a busy process has to grow since the last collection before the next one: memory that it returned sooner,
 * it would take again.
 */
const slack = 48 * 2 ** 20

/** A busy process that has grown by more collects for at most 1/20 of the time. */
const pausesOfBusy = 20

/** A process that has grown by more than this collects at once, however long that takes, in bytes. */
const maxGrowth = 64 * 2 ** 20

/**
 * Collects when an idle process has more than `smallBytes`, and again when it has more than right after the last
 * collection; when a busy one has `slack` more than that. It does so for at most a share of the time, unless the
 * process has grown by more than `maxGrowth`.
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

/** Bytes that may be garbage before the engine is asked to collect them. */
const maxGarbage = 8 * 2 ** 20

/**
 * Makes the function that counts bytes which are garbage as soon as they are sent or stored, and has the engine collect
 * its heap beside the work where they are many. What is garbage outside of the heap, as bytes are, hardly moves it to.
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

/** Bounds the memory of this process while it serves. */
export const layer = Layer.effectDiscard(
  Effect.forkScoped(bounded({ resident: () => process.memoryUsage.rss(), used: processorMillis, collect }))
)
