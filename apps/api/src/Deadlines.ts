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
  /** Its place in the list. */
  at: number
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
      // A list, as the tables that a `Set` leaves behind when it grows and shrinks hold on to what was in them.
      const all: Array<InFlight> = []
      const remove = ({ at }: InFlight) => {
        const last = all.pop()!
        if (at === all.length) return
        last.at = at
        all[at] = last
      }
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
            const one = { fiber, request, at: all.length }
            all.push(one)
            return Effect.ensuring(handling, Effect.sync(() => remove(one)))
          })
      })
    })
  )
}
