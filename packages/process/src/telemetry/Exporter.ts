/**
 * Sends spans to the collector. A collector that is away, slow or refuses them costs spans, and never memory or requests:
 * nothing is sent twice, and what does not fit is dropped.
 */
import { Clock, Duration, Effect, Metric, type Scope } from "effect"
import { ExportBody, type Frame } from "./ExportBody.ts"

const allSpans = Metric.counter("candor_trace_spans_total", {
  description: "Spans by what became of them: sent to the OpenTelemetry collector, failed to be, or dropped before it was tried",
  incremental: true
})

/** The spans by what became of them. */
export const spansOf = {
  sent: Metric.withAttributes(allSpans, { outcome: "sent" }),
  failed: Metric.withAttributes(allSpans, { outcome: "failed" }),
  dropped: Metric.withAttributes(allSpans, { outcome: "dropped" })
}

/** So many spans are worth an export of their own: they do not wait for more. */
export const worthAnExport = 512

/** After a failure nothing is recorded for this long. */
export const rest = Duration.seconds(10)

/** The log repeats that a collector is away once in this time. */
const reminder = Duration.minutes(10)

/** How long the end of a process waits for its last spans to be sent, in milliseconds. */
const lastMillis = 1000

export interface Options {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** How long the collector may take to answer. */
  readonly timeout: Duration.Duration
  /** The longest time that a span waits for others to be sent with it. */
  readonly delay: Duration.Duration
  readonly frame: Frame
}

export interface Exporter {
  /** Adds a span, as JSON. It is dropped where those that wait have no room for it. */
  readonly add: (span: string) => void
  /** Whether spans are worth recording: the last export did not fail a moment ago. */
  readonly isOpen: () => boolean
}

/** Sends a body. Returns why it was not taken; undefined where it was. */
const post = async ({ headers, url }: Options, body: Uint8Array<ArrayBuffer>, millis: number): Promise<string | undefined> => {
  const cancelling = new AbortController()
  const timer = setTimeout(() => cancelling.abort(new Error(`it did not answer within ${millis} ms`)), millis)
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
      signal: cancelling.signal,
      redirect: "error"
    })
    await response.body?.cancel()
    return response.ok ? undefined : `it answered ${response.status}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    // A timeout that is left to pass keeps the body in memory for as long.
    clearTimeout(timer)
  }
}

/** Makes an exporter. When its scope closes, the last spans are sent. */
export const make = Effect.fnUntraced(function*(options: Options): Effect.fn.Return<Exporter, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const context = yield* Effect.context<never>()
  const runFork = Effect.runForkWith(context)
  for (const counter of Object.values(spansOf)) counter.updateUnsafe(0, context)
  let waiting = new ExportBody(options.frame)
  let spare = new ExportBody(options.frame)
  /** The spans that are worth one more export; at the end any. */
  let least = worthAnExport
  let sending: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failedAt: bigint | undefined
  let isAway = false
  let warnedAt: bigint | undefined

  /** By the monotonic clock: one that is set back would keep traces off for as long. */
  const isWithin = (duration: Duration.Duration, since: bigint | undefined): boolean =>
    since !== undefined && clock.monotonicTimeNanosUnsafe() - since < Duration.toNanosUnsafe(duration)

  const failed = (reason: string) => {
    failedAt = clock.monotonicTimeNanosUnsafe()
    isAway = true
    if (isWithin(reminder, warnedAt)) return
    warnedAt = failedAt
    runFork(Effect.annotateLogs(
      Effect.logWarning("Traces are lost: the OpenTelemetry collector does not take them"),
      { collector: new URL(options.url).origin, reason }
    ))
  }

  const succeeded = () => {
    if (isAway) runFork(Effect.logInfo("The OpenTelemetry collector takes traces again"))
    isAway = false
  }

  /** Sends what waits, one export after the other, until less than is worth one is left for the next time. */
  const sendAll = async (millis: number): Promise<void> => {
    do {
      const sent = waiting
      waiting = spare
      const reason = await post(options, sent.bytes(), millis)
      spansOf[reason === undefined ? "sent" : "failed"].updateUnsafe(sent.count, context)
      sent.clear()
      spare = sent
      if (reason === undefined) succeeded()
      else {
        failed(reason)
        spansOf.dropped.updateUnsafe(waiting.count, context)
        waiting.clear()
      }
    } while (waiting.count >= least)
    sending = undefined
    if (waiting.count > 0) sendLater()
  }

  const send = (millis: number): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (sending === undefined && waiting.count > 0) sending = sendAll(millis)
    return sending ?? Promise.resolve()
  }

  const sendInTime = () => void send(Duration.toMillis(options.timeout))
  const sendLater = () => void (timer ??= setTimeout(sendInTime, Duration.toMillis(options.delay)))
  yield* Effect.addFinalizer(() => {
    least = 1
    return Effect.timeoutOption(Effect.promise(() => send(lastMillis)), lastMillis)
  })

  return {
    isOpen: () => !isWithin(rest, failedAt),
    add: (span) => {
      if (!waiting.add(span)) return spansOf.dropped.updateUnsafe(1, context)
      if (sending !== undefined) return
      if (waiting.count >= worthAnExport) sendInTime()
      else sendLater()
    }
  }
})
