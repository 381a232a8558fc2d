/**
 * How long handling a request may take. One fiber looks after all requests in flight: a timer and a race for each
 * would cost a request more than being routed and authenticated.
 */
import { Clock, Context, Duration, Effect, Layer, type Fiber, Schedule } from "effect"
import type { RequestRecord } from "./CurrentRequest.ts"

/** How often deadlines are looked at; a request may take so much longer than it should. */
const sweep = Duration.millis(250)

interface InFlight {
  readonly fiber: Fiber.Fiber<unknown, unknown>
  readonly request: RequestRecord
}

export class Deadlines extends Context.Service<Deadlines, {
  /** Sets how long a request may take from now on. */
  readonly set: (request: RequestRecord, patience: Duration.Duration) => void
  /** Interrupts the handling of the request when its deadline is over; `overdue` of its record then tells why. */
  readonly watch: <A, E, R>(request: RequestRecord, handling: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}>()("@candor/api/Deadlines") {
  static readonly layer = Layer.effect(
    Deadlines,
    Effect.gen(function*() {
      const clock = yield* Clock.Clock
      // A list, as what a `Set` leaves behind when it grows and shrinks holds on to what was in it (decision 0020). The
      // latest are last, and most of them are the first to go.
      const all: Array<InFlight> = []
      const remove = (one: InFlight) => all.splice(all.lastIndexOf(one), 1)
      yield* Effect.sync(() => {
        const now = clock.monotonicTimeNanosUnsafe()
        const over = all.filter(({ request: { deadline, overdue } }) => deadline !== undefined && deadline <= now && !overdue)
        for (const { fiber, request } of over) {
          request.overdue = true
          fiber.interruptUnsafe()
        }
      }).pipe(Effect.repeat(Schedule.spaced(sweep)), Effect.forkScoped)
      return Deadlines.of({
        set: (request, patience) => {
          request.deadline = clock.monotonicTimeNanosUnsafe() + Duration.toNanosUnsafe(patience)
        },
        watch: (request, handling) =>
          Effect.withFiber((fiber) => {
            const one = { fiber, request }
            all.push(one)
            return Effect.ensuring(handling, Effect.sync(() => remove(one)))
          })
      })
    })
  )
}
