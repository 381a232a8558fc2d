/**
 * Receiver slots bound the attempts that a process makes at a time: for each receiver, for each organization, and in
 * all. An attempt at a silent receiver takes its slot until the timeout. So such a receiver gets one slot with a
 * growing pause: a circuit breaker with one probe at a time. State is in memory; at the start every receiver is
 * unknown.
 */
import type { Receiver } from "@candor/domain/webhook/WebhookDelivery"

/** The bounds of concurrent attempts. */
export const maxSlots = {
  process: 64,
  organization: 16,
  /** For a receiver, by its speed: 1 until it has responded, and while its attempts time out. */
  receiver: { unknown: 1, slow: 4, quick: 8 }
} as const

/** A receiver is quick if its last response came within this time, in milliseconds. */
const quickMillis = 1000

/** The pauses after timeouts in milliseconds, doubling from the first to the longest. */
export const backOff = { first: 10_000, longest: 300_000 } as const

/** Milliseconds until another try to take a slot, if all slots of the organization or process are taken. */
const busyMillis = 1000

/** Maximum receivers that are remembered. The least recently used one is forgotten. */
const maxRemembered = 10_000

interface State {
  taken: number
  speed: keyof typeof maxSlots.receiver
  timeouts: number
  timedOutAt: number
  /** No attempt is made before this time. */
  retryAt: number
}

/** The outcome of an attempt; times in milliseconds since the Unix epoch. */
export interface Attempt {
  readonly started: number
  readonly ended: number
  readonly timedOut: boolean
}

export interface ReceiverSlots {
  /** Takes a slot if one is free. The caller releases it. */
  readonly take: (receiver: Receiver, now: number) => boolean
  readonly release: (receiver: Receiver) => void
  /** Records the outcome of an attempt, before its slot is released. */
  readonly record: (receiver: Receiver, attempt: Attempt) => void
  /** Tells whether the receiver is in its pause after a timeout. */
  readonly isBlocked: (receiver: Receiver, now: number) => boolean
  /** Returns the milliseconds until another try to take a slot. */
  readonly pause: (receiver: Receiver, now: number) => number
}

/** Makes the slots of a process, all free. `pace` multiplies the pauses after timeouts. */
export const make = (pace: number): ReceiverSlots => {
  const states = new Map<string, State>()
  const takenBy = new Map<string, number>()
  let taken = 0

  /** Returns the receiver's state, and marks it as the most recently used. */
  const stateOf = ({ endpoint_id }: Receiver): State => {
    const state = states.get(endpoint_id) ??
      { taken: 0, speed: "unknown", timeouts: 0, timedOutAt: -Infinity, retryAt: 0 }
    states.delete(endpoint_id)
    states.set(endpoint_id, state)
    return state
  }

  /** Forgets the least recently used receivers that have no slots. */
  const trim = () => {
    for (const [id, state] of states) {
      if (states.size <= maxRemembered) return
      if (state.taken === 0) states.delete(id)
    }
  }

  const limitOf = (state: State) => state.timeouts > 0 ? 1 : maxSlots.receiver[state.speed]

  const take = (receiver: Receiver, now: number) => {
    const state = stateOf(receiver)
    trim()
    const ofOrganization = takenBy.get(receiver.organization_id) ?? 0
    if (taken >= maxSlots.process || ofOrganization >= maxSlots.organization) return false
    if (now < state.retryAt || state.taken >= limitOf(state)) return false
    taken++
    takenBy.set(receiver.organization_id, ofOrganization + 1)
    state.taken++
    return true
  }

  const release = (receiver: Receiver) => {
    taken--
    const left = (takenBy.get(receiver.organization_id) ?? 0) - 1
    if (left > 0) takenBy.set(receiver.organization_id, left)
    else takenBy.delete(receiver.organization_id)
    stateOf(receiver).taken--
  }

  const record = (receiver: Receiver, { ended, started, timedOut }: Attempt) => {
    const state = stateOf(receiver)
    if (!timedOut) {
      state.speed = ended - started < quickMillis ? "quick" : "slow"
      state.timeouts = 0
      state.retryAt = 0
    } else if (started >= state.timedOutAt) {
      // Concurrent attempts that time out count as one.
      state.retryAt = ended + pace * Math.min(backOff.longest, backOff.first * 2 ** state.timeouts)
      state.timeouts++
      state.timedOutAt = ended
    }
  }

  return {
    take,
    release,
    record,
    isBlocked: (receiver, now) => now < stateOf(receiver).retryAt,
    pause: (receiver, now) => {
      const { retryAt } = stateOf(receiver)
      return now < retryAt ? Math.ceil(retryAt - now) : busyMillis
    }
  }
}
