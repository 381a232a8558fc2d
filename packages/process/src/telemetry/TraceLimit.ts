/**
 * Bounds how many traces a process begins in a second. To record a request of one row adds a tenth or more to its CPU
 * time, and a busy server would send its collector gigabytes an hour (decision 0018).
 */
import { Clock, Effect, Metric } from "effect"

/** The traces that were left out. */
export const overLimit = Metric.counter("candor_traces_over_limit_total", {
  description: "Traces that were not recorded, because more began in a second than CANDOR_TRACES_PER_SECOND",
  incremental: true
})

/** The log repeats that traces are left out once in this time, in nanoseconds: ten minutes. */
const reminderNanos = 600_000_000_000n

const second = 1_000_000_000n

/**
 * Makes the function that says of each trace whether it may begin: the first ones of each second may. Requests that
 * arrive together share statements; of requests that were spread over the second, each would have its own recorded.
 */
export const make = Effect.fnUntraced(function*(perSecond: number) {
  const clock = yield* Clock.Clock
  const context = yield* Effect.context<never>()
  const runFork = Effect.runForkWith(context)
  overLimit.updateUnsafe(0, context)
  let left = 0
  let began: bigint | undefined
  let warnedAt: bigint | undefined

  const leftOut = (now: bigint): false => {
    overLimit.updateUnsafe(1, context)
    if (warnedAt !== undefined && now - warnedAt < reminderNanos) return false
    warnedAt = now
    runFork(Effect.annotateLogs(
      Effect.logInfo("Not all traces are recorded: more begin than CANDOR_TRACES_PER_SECOND"),
      { traces_per_second: perSecond }
    ))
    return false
  }

  return (): boolean => {
    const now = clock.monotonicTimeNanosUnsafe()
    if (began === undefined || now - began >= second) {
      began = now
      left = perSecond
    }
    return left-- > 0 || leftOut(now)
  }
})
