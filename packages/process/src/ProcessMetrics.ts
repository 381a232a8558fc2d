/** Metrics of a process: memory, processor time, start time and version, and delays of its JavaScript thread. */
import { Effect, Layer, Metric } from "effect"
import { version } from "./Version.ts"

const resident = Metric.gauge("candor_process_resident_memory_bytes", { description: "Resident memory of the process" })

const cpuSeconds = Metric.counter("candor_process_cpu_seconds_total", {
  description: "Processor time that the process has used, of all threads",
  incremental: true
})

const startTime = Metric.gauge("candor_process_start_time_seconds", {
  description: "When the process started, in seconds since the Unix epoch"
})

const buildInfo = Metric.gauge("candor_build_info", { description: "1, with the version as a label" })

const loopDelay = Metric.gauge("candor_process_event_loop_delay_seconds", {
  description: "Longest time in the last 10 to 20 seconds by which the JavaScript thread was late for a timer"
})

/** Time between two timers, in milliseconds. */
const timerMillis = 250

/** Timers in a period, whose longest delay becomes one value. */
const timersOfPeriod = 40

/** Measures how late timers fire, until it is stopped. */
const measureDelay = () => {
  let [before, current, timers] = [0, 0, 0]
  let due = performance.now() + timerMillis
  const timer = setInterval(() => {
    const now = performance.now()
    current = Math.max(current, now - due)
    due = now + timerMillis
    if (++timers % timersOfPeriod > 0) return
    before = current
    current = 0
  }, timerMillis)
  timer.unref()
  return { millis: () => Math.max(before, current), stop: () => clearInterval(timer) }
}

/** Registers the metrics of this process, which are computed when they are read. */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const context = yield* Effect.context<never>()
  const delay = yield* Effect.acquireRelease(Effect.sync(measureDelay), ({ stop }) => Effect.sync(stop))
  const reads: ReadonlyArray<readonly [typeof resident, () => number]> = [
    [resident, () => process.memoryUsage.rss()],
    [startTime, () => performance.timeOrigin / 1000],
    [Metric.withAttributes(buildInfo, { version }), () => 1],
    [loopDelay, () => delay.millis() / 1000]
  ]
  const unused = { update: () => {}, modify: () => {} }
  for (const [gauge, read] of reads)
    Metric.registerUnsafe(gauge, context, { ...unused, get: () => ({ value: read() }) })
  Metric.registerUnsafe(cpuSeconds, context, {
    ...unused,
    get: () => {
      const { system, user } = process.cpuUsage()
      return { count: (user + system) / 1e6, incremental: true }
    }
  })
}))
