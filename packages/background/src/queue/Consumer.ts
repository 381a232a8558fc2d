/** Consumers: each takes work from a queue and handles it. Consumers of many processes share a queue. */
import { CurrentOrganization } from "@candor/sql/database/OrganizationShare"
import { refusesWrites } from "@candor/sql/database/SqlFailures"
import { Cause, Clock, Effect, Exit, Metric, Schedule, type Schema, Tracer } from "effect"
import { PersistedQueue } from "effect/persistence"
import { BackgroundStatus } from "../BackgroundStatus.ts"

/** The pauses between attempts: from a second, doubling, up to ten minutes. */
const pauses = Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("10 minutes")])

const attempts = Metric.counter("candor_queue_attempts_total", {
  description: "Attempts at work, by outcome",
  incremental: true
})

const durations = Metric.histogram("candor_queue_attempt_duration_seconds", {
  description: "Duration of attempts at work",
  boundaries: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60]
})

const outcome = (exit: Exit.Exit<unknown, unknown>): string =>
  Exit.isSuccess(exit) ? "done" : Cause.hasInterruptsOnly(exit.cause) ? "handed_back" : "failed"

const measured = <A, E, R>(queue: string, attempt: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Clock.currentTimeMillis, (started) =>
    Effect.onExit(attempt, (exit) =>
      Effect.gen(function*() {
        const labels = { queue, outcome: outcome(exit) }
        yield* Metric.update(Metric.withAttributes(attempts, labels), 1)
        yield* Metric.update(
          Metric.withAttributes(durations, labels),
          ((yield* Clock.currentTimeMillis) - started) / 1000
        )
      })))

/** Runs an attempt in a span of a new trace, if traces are exported. */
const attemptSpan =
  (queue: string, { attempts, id }: { readonly id: string; readonly attempts: number }) =>
  <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.useSpan(`attempt ${queue}`, {
      root: true,
      kind: "consumer",
      attributes: { "candor.queue": queue, "candor.work_id": id, "candor.attempt": attempts }
    }, (span) => Effect.provideService(attempt, Tracer.ParentSpan, span))

/** Returns the organization of an element, if the element names one. */
const organizationOf = (element: unknown): string | undefined =>
  typeof element === "object" && element !== null && "organization_id" in element
    ? String(element.organization_id)
    : undefined

/**
 * Handles the work of a queue until the scope closes, `concurrency` elements at a time. Failed work is retried after a
 * growing pause, and becomes a dead letter after `maxAttempts`. When the scope closes, work in progress is released at
 * once.
 */
export const consume = <S extends Schema.Constraint, R>(options: {
  readonly queue: string
  readonly element: S
  readonly concurrency: number
  readonly maxAttempts: number
  readonly handle: (
    element: S["Type"],
    attempt: { readonly id: string; readonly attempts: number }
  ) => Effect.Effect<void, unknown, R>
}) =>
  Effect.gen(function*() {
    const queue = yield* PersistedQueue.make({
      name: options.queue,
      schema: options.element,
      maxAttempts: options.maxAttempts,
      retrySchedule: pauses
    })
    const status = yield* BackgroundStatus
    /** Does not count the consumer as waiting until the scope closes. */
    const whileBusy = Effect.acquireRelease(status.waiting(options.queue, -1), () => status.waiting(options.queue, 1))
    // Statements of the work count toward the organization's share of the connections.
    const one = queue.take((element, attempt) =>
      Effect.andThen(whileBusy, measured(options.queue, options.handle(element, attempt))).pipe(
        Effect.scoped,
        attemptSpan(options.queue, attempt),
        Effect.tapCause((cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logWarning("Work failed, and is retried", cause)
        ),
        Effect.provideService(CurrentOrganization, organizationOf(element)),
        Effect.annotateLogs({ queue: options.queue, work: attempt.id, attempt: attempt.attempts })
      )
    )
    // The queue has already stored the failure, so the consumer goes on with the next element. It pauses longer while
    // the database takes no writes, because taking an element is a write.
    const forever = Effect.forever(Effect.catchCause(one, (cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.sleep(refusesWrites(Cause.squash(cause)) ? "1 second" : "100 millis")))
    yield* Effect.acquireRelease(
      status.waiting(options.queue, options.concurrency),
      () => status.waiting(options.queue, -options.concurrency)
    )
    yield* Effect.forEach(Array.from({ length: options.concurrency }), () => Effect.forkScoped(forever), {
      discard: true
    })
  })
