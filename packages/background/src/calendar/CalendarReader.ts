/**
 * Starts the calendar reader: a worker per calendar, few at a time, which is ended after its time limit. A recurrence
 * rule may be arbitrarily expensive, and some parsers never return from one.
 */
import { type CalendarTimes, OwnInterview } from "@candor/domain/calendar/BusyCalendar"
import { Duration, Effect, Exit, Schema, Semaphore } from "effect"
import { dirname, join } from "node:path"
import type { CalendarFailed } from "./CalendarStatus.ts"
import type { ReadOptions } from "./reader/Busy.ts"
import type { Contents } from "./reader/Contents.ts"

/** The time limit of a reader, once it has started. */
const readTime = Duration.seconds(2)

/** The time limit for starting a reader. */
const startTime = Duration.seconds(30)

/** Whether somebody waits for the calendar. */
export type Urgency = "now" | "later"

/** The reader's program: a source file beside this one, or, in a built program, a file beside it. */
const program = import.meta.path.endsWith(".ts")
  ? join(import.meta.dir, "reader/main.ts")
  : join(dirname(Bun.main), "calendarreader.js")

const Answer = Schema.Union([
  Schema.Struct({
    busy: Schema.Array(Schema.Int),
    own: Schema.Array(OwnInterview),
    skipped: Schema.Int,
    unknown_zones: Schema.Array(Schema.String)
  }),
  Schema.Struct({ problem: Schema.Literals(["not_a_calendar", "too_large", "failed"]) })
])
const decode = Schema.decodeUnknownExit(Answer)

const failed = (problem: CalendarFailed["problem"]) => Effect.fail<CalendarFailed>({ problem })

/** Waits for the next message of a reader. */
const messageOf = (worker: Worker) =>
  Effect.callback<unknown, CalendarFailed>((resume) => {
    worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => resume(Effect.succeed(data)), {
      once: true
    })
    worker.addEventListener("error", (event) => {
      event.preventDefault()
      resume(failed("failed"))
    })
  })

const within = (time: Duration.Duration) => <A>(effect: Effect.Effect<A, CalendarFailed>) =>
  Effect.timeoutOrElse(effect, { duration: time, orElse: () => failed("too_slow") })

const answered = (data: unknown): Effect.Effect<CalendarTimes, CalendarFailed> => {
  const answer = decode(data)
  if (Exit.isFailure(answer)) return failed("failed")
  return "problem" in answer.value ? failed(answer.value.problem) : Effect.succeed(answer.value)
}

const run = (given: Contents, options: ReadOptions, time: Duration.Duration) =>
  Effect.acquireUseRelease(
    Effect.sync(() => new Worker(program, { smol: true })),
    (worker) =>
      messageOf(worker).pipe(
        within(startTime),
        Effect.andThen(
          Effect.sync(() => worker.postMessage({ ...given, ...options }, given.contents.map(({ buffer }) => buffer)))
        ),
        Effect.andThen(messageOf(worker).pipe(within(time))),
        Effect.flatMap(answered)
      ),
    (worker) => Effect.sync(() => worker.terminate())
  )

/** Readers that a process runs. Urgent readings have slots of their own, so they never wait for others. */
const slots: Readonly<Record<Urgency, Semaphore.Semaphore>> = {
  now: Semaphore.makeUnsafe(2),
  later: Semaphore.makeUnsafe(1)
}

/** Returns what a calendar says about a span. The reader's time begins when it has a slot. */
export const readCalendar = (
  given: Contents,
  options: ReadOptions,
  urgency: Urgency,
  time = readTime
): Effect.Effect<CalendarTimes, CalendarFailed> => slots[urgency].withPermits(1)(run(given, options, time))
