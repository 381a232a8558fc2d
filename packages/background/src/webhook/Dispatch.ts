/**
 * Dispatches the due deliveries of a receiver in lanes. A lane takes a slot and sends one delivery after the other;
 * further lanes start while more chains are due and slots are free. After each time slice, a receiver with more to send
 * goes to the end of the queue, behind other receivers.
 */
import type { DueChain, DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import type { Chain, Receiver } from "@candor/domain/webhook/WebhookDelivery"
import { type Cause, Clock, Effect, FiberSet, Semaphore } from "effect"
import type { ReceiverSlots } from "./ReceiverSlots.ts"

/** Maximum due chains that are listed at a time. */
const maxListed = 100

/** The time slice of a receiver, in milliseconds. Other waiting receivers come after it. */
const timeSliceMillis = 5000

export interface DispatchOptions<E> {
  readonly queue: Pick<DeliveryQueue["Service"], "due" | "postpone">
  readonly slots: ReceiverSlots
  /** Sends the first delivery of a chain if it is due. Returns true if the next one may be due. */
  readonly sendNext: (chain: Chain) => Effect.Effect<boolean, E>
}

interface Running {
  /** Whether the dispatch is to list due chains once more before it ends. */
  listAgain: boolean
  /** Starts a lane if a slot is free. */
  widen: Effect.Effect<void>
}

/**
 * Sends to a receiver until nothing is due, its time slice is over, it stops responding, or no slot is free. Queues the
 * rest.
 */
const dispatch = Effect.fnUntraced(function*<E>(
  receiver: Receiver,
  self: Running,
  finished: () => void,
  { queue, sendNext, slots }: DispatchOptions<E>
) {
  const lanes = yield* FiberSet.make<void, E>()
  const listing = yield* Semaphore.make(1)
  const end = (yield* Clock.currentTimeMillis) + timeSliceMillis
  let due: Array<DueChain> = []
  /** Whether the last listing found no due chain. */
  let exhausted = false
  /** Whether a lane ended before that: the time slice is over, or the receiver is blocked. */
  let stopped = false
  /** The milliseconds until the first claim of another process ends; undefined if there is none. */
  let claimedFor: number | undefined
  let failure: Cause.Cause<E> | undefined

  const list = Effect.gen(function*() {
    self.listAgain = false
    const found = yield* queue.due(receiver, maxListed)
    due = found.filter(({ claimed_for }) => claimed_for === 0)
    exhausted = due.length === 0
    claimedFor = found.length > 0 ? Math.min(...found.map(({ claimed_for }) => claimed_for)) : undefined
  })

  /** Takes the next due chain. If several lanes find the list empty, one refills it and the others wait. */
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

  /** Tells whether a chain may have become due since the last listing found none. */
  const hasMore = () => exhausted && !stopped && self.listAgain && failure === undefined

  do {
    exhausted = false
    stopped = false
    yield* self.widen
    yield* FiberSet.awaitEmpty(lanes)
  } while (hasMore())
  finished()
  // The queue retries the element after a pause, and the retry lists what is due.
  if (failure !== undefined) return yield* Effect.failCause(failure)

  const now = yield* Clock.currentTimeMillis
  const left = () => {
    const gotNoSlot = !exhausted && !stopped
    if (slots.isBlocked(receiver, now) || gotNoSlot) return slots.pause(receiver, now)
    return stopped ? 0 : claimedFor
  }
  const millis = left()
  if (millis !== undefined) yield* queue.postpone(receiver, millis)
}, Effect.scoped)

/**
 * Makes the function that dispatches a receiver. If a dispatch of the receiver runs already, it lists once more
 * instead.
 */
export const make = <E>(options: DispatchOptions<E>): (receiver: Receiver) => Effect.Effect<void, E> => {
  const running = new Map<string, Running>()
  return (receiver) =>
    Effect.suspend((): Effect.Effect<void, E> => {
      const current = running.get(receiver.endpoint_id)
      if (current !== undefined) {
        current.listAgain = true
        return current.widen
      }
      const self: Running = { listAgain: false, widen: Effect.void }
      running.set(receiver.endpoint_id, self)
      const finished = () => {
        if (running.get(receiver.endpoint_id) === self) running.delete(receiver.endpoint_id)
      }
      return Effect.ensuring(dispatch(receiver, self, finished, options), Effect.sync(finished))
    })
}
