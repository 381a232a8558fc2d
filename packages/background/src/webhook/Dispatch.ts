/**
 * Sends what is due to a receiver, in lanes that each send one delivery after the other. A lane holds a slot; further
 * lanes start while more is due and slots are free. A receiver with much to send goes to the end of the queue after each
 * time slice, behind the receivers of others.
 */
import type { DueChain, DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import type { Chain, Receiver } from "@candor/domain/webhook/WebhookDelivery"
import { type Cause, Clock, Effect, FiberSet, Semaphore } from "effect"
import type { ReceiverSlots } from "./ReceiverSlots.ts"

/** The most chains that are listed at a time. */
const maxListed = 100

/** How long a receiver is sent to before others that wait come first, in milliseconds. */
const timeSliceMillis = 5000

export interface DispatchOptions<E> {
  readonly deliveries: Pick<DeliveryQueue["Service"], "due" | "postpone">
  readonly slots: ReceiverSlots
  /** Sends the first delivery of a chain if it is due; true where another may follow. */
  readonly sendNext: (chain: Chain) => Effect.Effect<boolean, E>
}

/** A dispatch that runs, as others of the same process see it. */
interface Running {
  /** Whether it is to list once more before it ends. */
  askedAgain: boolean
  /** Starts a lane if a slot is free. */
  widen: Effect.Effect<void>
}

/** Sends to one receiver until nothing is due, its time slice is over, it stops answering, or no slot is free; queues what is left. */
const dispatch = Effect.fnUntraced(function*<E>(
  receiver: Receiver,
  self: Running,
  finished: () => void,
  { deliveries, sendNext, slots }: DispatchOptions<E>
) {
  const lanes = yield* FiberSet.make<void, E>()
  const listing = yield* Semaphore.make(1)
  const end = (yield* Clock.currentTimeMillis) + timeSliceMillis
  let due: Array<DueChain> = []
  /** How the lanes of this round ended: a lane found nothing more to do here, or stopped before it did. */
  let exhausted = false
  let stopped = false
  /** Milliseconds until the first claim of another process ends; undefined where there is none. */
  let claimedFor: number | undefined
  let failure: Cause.Cause<E> | undefined

  const list = Effect.gen(function*() {
    self.askedAgain = false
    const found = yield* deliveries.due(receiver, maxListed)
    due = found.filter(({ claimed_for }) => claimed_for === 0)
    exhausted = due.length === 0
    claimedFor = found.length > 0 ? Math.min(...found.map(({ claimed_for }) => claimed_for)) : undefined
  })

  /** Takes the next chain that is due. Of the lanes that find the list empty one lists, and the others wait for it. */
  const next = Effect.gen(function*() {
    if (due.length === 0) yield* listing.withPermit(Effect.suspend(() => due.length === 0 ? list : Effect.void))
    return due.shift()
  })

  const mayGoOn = Effect.map(Clock.currentTimeMillis, (now) => {
    if (failure === undefined && now < end && !slots.isBlocked(receiver, now)) return true
    stopped = true
    return false
  })

  const lane: Effect.Effect<void, E> = Effect.gen(function*() {
    while (yield* mayGoOn) {
      const chain = yield* next
      if (chain === undefined) return
      if (due.length > 0) yield* self.widen
      const send = sendNext({ ...receiver, subject_id: chain.subject_id })
      let more = yield* send
      while (more && (yield* mayGoOn)) more = yield* send
    }
  })

  self.widen = Effect.gen(function*() {
    if (!slots.take(receiver, yield* Clock.currentTimeMillis)) return
    yield* FiberSet.run(
      lanes,
      Effect.onExit(lane, (exit) =>
        Effect.sync(() => {
          slots.release(receiver)
          if (exit._tag === "Failure") failure ??= exit.cause
        }))
    )
  })

  /** Whether something became due since the lanes of this round found nothing more. */
  const hasMore = () => exhausted && !stopped && self.askedAgain && failure === undefined

  do {
    exhausted = false
    stopped = false
    yield* self.widen
    yield* FiberSet.awaitEmpty(lanes)
  } while (hasMore())
  finished()
  // The element comes back after a pause, and with it what is due.
  if (failure !== undefined) return yield* Effect.failCause(failure)

  const now = yield* Clock.currentTimeMillis
  const left = () => {
    if (slots.isBlocked(receiver, now) || !(exhausted || stopped)) return slots.pause(receiver, now)
    return stopped ? 0 : claimedFor
  }
  const millis = left()
  if (millis !== undefined) yield* deliveries.postpone(receiver, millis)
}, Effect.scoped)

/** Makes the function that dispatches receivers. One that is being dispatched in this process is only looked at once more. */
export const make = <E>(options: DispatchOptions<E>): (receiver: Receiver) => Effect.Effect<void, E> => {
  const running = new Map<string, Running>()
  return (receiver) =>
    Effect.suspend((): Effect.Effect<void, E> => {
      const current = running.get(receiver.endpoint_id)
      if (current !== undefined) {
        current.askedAgain = true
        return current.widen
      }
      const self: Running = { askedAgain: false, widen: Effect.void }
      running.set(receiver.endpoint_id, self)
      const finished = () => {
        if (running.get(receiver.endpoint_id) === self) running.delete(receiver.endpoint_id)
      }
      return Effect.ensuring(dispatch(receiver, self, finished, options), Effect.sync(finished))
    })
}
