/**
 * Bounds the submissions whose bodies are received at a time. If all slots are taken, a newcomer waits, and a client
 * that sends too slowly loses its slot to a waiting one. The next free slot goes to the address that holds the fewest.
 * If too many wait, the last one of the address with the most waiting submissions is refused.
 */
import { RateLimitExceeded } from "@candor/contract/Errors"
import { Clock, Context, Deferred, Effect, FiberHandle, Layer, type Scope } from "effect"
import * as Pace from "../request/Pace.ts"

/** Bodies that are received at a time. Each takes memory for what has arrived and is not stored yet. */
export const maxReceiving = 64

/**
 * Submissions that may wait. Each takes memory for what arrives with its headers, before the body is read: up to 512
 * KiB.
 */
export const maxWaiting = 1000

export interface ReceivingSlot {
  /** Fails when another client needs the slot, because this one sends too slowly. */
  readonly lost: Effect.Effect<never, RateLimitExceeded>
  /** Counts bytes that were received. */
  readonly progress: (bytes: number) => void
  /**
   * Waits for bytes of the client. The client's time limit runs only meanwhile, not while the server stores what
   * arrived.
   */
  readonly waiting: <A, E, R>(bytes: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

interface Sender {
  readonly address: string
  /** Completes when the submission gets a slot. */
  readonly admitted: Deferred.Deferred<void, RateLimitExceeded>
  readonly lost: Deferred.Deferred<never, RateLimitExceeded>
  deadline: number
  /** When the server stopped waiting for the client; undefined while it waits. */
  pausedAt: number | undefined
}

const tooSlow = new RateLimitExceeded({
  error: {
    message: "The application was sent too slowly, while others waited. Send it again, if need be with smaller files."
  }
})

const tooMany = new RateLimitExceeded({
  error: { message: "More applications wait than the server has room for. Send it again." }
})

/** Milliseconds between two checks for clients that have become too slow. No event reports that. */
const lookMillis = 1000

export class ReceivingSlots extends Context.Service<ReceivingSlots, {
  /** Takes a slot for a client of this address until the scope closes. */
  readonly take: (address: string) => Effect.Effect<ReceivingSlot, RateLimitExceeded, Scope.Scope>
}>()("@candor/api/careers/ReceivingSlots") {
  static readonly make = (max: number, maxWait = maxWaiting) =>
    Effect.gen(function*() {
      const clock = yield* Clock.Clock
      const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000
      const looking = yield* FiberHandle.make()
      const receiving = new Set<Sender>()
      /** In the order of arrival. */
      const waiting = new Set<Sender>()

      /** Returns the first waiting submission of the address that holds the fewest slots. */
      const next = (): Sender | undefined => {
        const slots = Map.groupBy(receiving, ({ address }) => address)
        const count = ({ address }: Sender) => slots.get(address)?.length ?? 0
        return [...waiting].reduce<Sender | undefined>(
          (first, sender) => first === undefined || count(sender) < count(first) ? sender : first,
          undefined
        )
      }

      const freeSlowest = () => {
        const slowest = Pace.slowest([...receiving].filter(({ pausedAt }) => pausedAt === undefined), now())
        if (slowest === undefined) return
        receiving.delete(slowest)
        Deferred.doneUnsafe(slowest.lost, Effect.fail(tooSlow))
      }

      /** If too many wait, refuses the last submission of the address with the most: the newcomer on a tie. */
      const makeRoom = () => {
        if (waiting.size <= maxWait) return
        const ofAddresses = [...Map.groupBy(waiting, ({ address }) => address).values()]
        const last = ofAddresses.reduce((most, ofAddress) => ofAddress.length >= most.length ? ofAddress : most).at(-1)!
        waiting.delete(last)
        Deferred.doneUnsafe(last.admitted, Effect.fail(tooMany))
      }

      const admit = () => {
        if (waiting.size > 0 && receiving.size >= max) freeSlowest()
        while (receiving.size < max) {
          const sender = next()
          if (sender === undefined) return
          waiting.delete(sender)
          receiving.add(sender)
          sender.pausedAt = now()
          sender.deadline = sender.pausedAt + Pace.sendingGrace
          Deferred.doneUnsafe(sender.admitted, Effect.void)
        }
      }

      const resume = (sender: Sender) => {
        sender.deadline += now() - (sender.pausedAt ?? now())
        sender.pausedAt = undefined
      }

      const pause = (sender: Sender) =>
        Effect.sync(() => {
          sender.pausedAt = now()
        })

      const leave = (sender: Sender) =>
        Effect.sync(() => {
          receiving.delete(sender)
          waiting.delete(sender)
          admit()
        })

      /** One looks for all who wait: thousands of timers would take the processor from those who are served. */
      const look = Effect.repeat(Effect.andThen(Effect.sleep(lookMillis), Effect.sync(admit)), {
        while: () => waiting.size > 0
      })

      const enter = (address: string) =>
        Effect.suspend(() => {
          const sender: Sender = {
            address,
            admitted: Deferred.makeUnsafe(),
            lost: Deferred.makeUnsafe(),
            deadline: 0,
            pausedAt: 0
          }
          waiting.add(sender)
          admit()
          makeRoom()
          const begin = waiting.size === 0 ? Effect.void : FiberHandle.run(looking, look, { onlyIfMissing: true })
          return Effect.onInterrupt(
            Effect.as(Effect.andThen(begin, Deferred.await(sender.admitted)), sender),
            () => leave(sender)
          )
        })

      return ReceivingSlots.of({
        take: (address) =>
          Effect.acquireRelease(enter(address), leave, { interruptible: true }).pipe(
            Effect.map((sender): ReceivingSlot => ({
              lost: Deferred.await(sender.lost),
              progress: (bytes) => {
                sender.deadline = Pace.deadlineAfter(sender.deadline, bytes, Pace.sendingGrace, now())
              },
              waiting: (bytes) =>
                Effect.suspend(() => {
                  resume(sender)
                  return Effect.ensuring(bytes, pause(sender))
                })
            }))
          )
      })
    })

  static readonly layer = Layer.effect(ReceivingSlots, ReceivingSlots.make(maxReceiving))
}
