/**
 * Bounds the submissions whose bodies arrive at a time. Where all slots are taken, a newcomer waits, and nobody is refused for load alone; a
 * client that sends too slowly loses its slot to one that waits.
 */
import { RateLimitExceeded } from "@candor/contract/Errors"
import { Clock, Context, Deferred, Effect, Layer, type Scope } from "effect"
import * as Pace from "../request/Pace.ts"

/** Each takes the memory of what has arrived of it and is not stored yet. */
export const maxReceiving = 64

export interface ReceivingSlot {
  /** Fails once another needs the slot of this client, who sends too slowly. */
  readonly lost: Effect.Effect<never, RateLimitExceeded>
  /** Counts bytes that were received. */
  readonly progress: (bytes: number) => void
}

interface Open {
  deadline: number
  readonly lost: Deferred.Deferred<never, RateLimitExceeded>
}

const tooSlow = new RateLimitExceeded({
  error: { message: "The application was sent too slowly, while others waited. Send it again, if need be with smaller files." }
})

/** How often those who wait look for a client that has become too slow, in milliseconds: no other event tells. */
const lookMillis = 1000

export class ReceivingSlots extends Context.Service<ReceivingSlots, {
  /** Takes a slot until the scope closes. */
  readonly take: Effect.Effect<ReceivingSlot, never, Scope.Scope>
}>()("@candor/api/careers/ReceivingSlots") {
  static readonly make = (max: number) =>
    Effect.gen(function*() {
      const clock = yield* Clock.Clock
      const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000
      const all = new Set<Open>()
      const waiting: Array<Deferred.Deferred<void>> = []

      const freeSlowest = () => {
        const [slowest] = [...all].filter(({ deadline }) => Pace.isTooSlow(deadline, now())).toSorted((one, other) => one.deadline - other.deadline)
        if (slowest === undefined) return
        all.delete(slowest)
        Deferred.doneUnsafe(slowest.lost, Effect.fail(tooSlow))
      }

      const enter: Effect.Effect<Open> = Effect.suspend(() => {
        if (all.size >= max) freeSlowest()
        if (all.size < max) {
          const open: Open = { deadline: now() + Pace.sendingGrace, lost: Deferred.makeUnsafe() }
          all.add(open)
          return Effect.succeed(open)
        }
        const turn = Deferred.makeUnsafe<void>()
        waiting.push(turn)
        const leave = Effect.sync(() => {
          const at = waiting.indexOf(turn)
          if (at >= 0) waiting.splice(at, 1)
        })
        return Deferred.await(turn).pipe(
          Effect.timeoutOrElse({ duration: lookMillis, orElse: () => Effect.void }),
          Effect.ensuring(leave),
          Effect.andThen(enter)
        )
      })

      const leave = (open: Open) =>
        Effect.sync(() => {
          all.delete(open)
          const next = waiting.shift()
          if (next !== undefined) Deferred.doneUnsafe(next, Effect.void)
        })

      const take = Effect.acquireRelease(enter, leave, { interruptible: true }).pipe(
        Effect.map((open): ReceivingSlot => ({
          lost: Deferred.await(open.lost),
          progress: (bytes) => {
            open.deadline = Pace.deadlineAfter(open.deadline, bytes, Pace.sendingGrace, now())
          }
        }))
      )
      return ReceivingSlots.of({ take })
    })

  static readonly layer = Layer.effect(ReceivingSlots, ReceivingSlots.make(maxReceiving))
}
