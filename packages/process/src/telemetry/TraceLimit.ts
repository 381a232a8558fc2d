/**
 * Limits how many traces a process begins per second. Recording a request for one row costs a tenth or more of its
 * processor time, and a busy server would send its collector gigabytes per hour (decision 0018).
 */
import { Clock, Effect, Metric } from "effect"

/** Counts the traces that were left out. */
export const overLimit = Metric.counter("candor_traces_over_limit_total", {
  description: "Traces that were not recorded, because more began in a second than CANDOR_TRACES_PER_SECOND",
  incremental: true
})

/** The interval of the log message that traces are left out, in nanoseconds: ten minutes. */
const reminderNanos = 600_000_000_000n

const second = 1_000_000_000n

/**
 * Makes the function that decides for each trace whether it may begin. It admits the first ones of each second:
 * requests that arrive together share statements, while for requests spread over the second the statements of each
 * would be recorded.
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
