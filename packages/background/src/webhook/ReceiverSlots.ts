/**
 * Bounds the attempts that a process makes at a time: for each receiver, for each organization, and in all. A receiver
 * that does not answer holds a slot until its attempt times out, so it gets one slot, and less and less often: a circuit
 * breaker with one probe at a time. State is kept in memory; a process that starts begins with every receiver unknown.
 */
import type { Receiver } from "@candor/domain/webhook/WebhookDelivery"

/** The most attempts at a time. */
export const maxSlots = {
  process: 64,
  organization: 16,
  /** For a receiver: one while its answers are unknown or time out, more once it answers, most where it does so quickly. */
  receiver: { unknown: 1, slow: 4, quick: 8 }
} as const

/** A receiver is quick whose last answer came within so many milliseconds. */
const quickMillis = 1000

/** How long a receiver whose attempts time out is left alone, in milliseconds: doubling from the first to the longest. */
export const backOff = { first: 10_000, longest: 300_000 } as const

/** When to ask again for a slot that others of the organization or the process hold, in milliseconds. */
const busyMillis = 1000

/** Receivers that are remembered; beyond that the one that was used least recently is unknown again. */
const maxRemembered = 10_000

interface State {
  taken: number
  speed: keyof typeof maxSlots.receiver
  /** Timeouts one after the other. */
  timeouts: number
  /** When the last of them was counted. */
  timedOutAt: number
  /** No attempt is made before this time. */
  retryAt: number
}

/** How an attempt went; times in milliseconds since the Unix epoch. */
export interface Attempt {
  readonly started: number
  readonly ended: number
  readonly timedOut: boolean
}

export interface ReceiverSlots {
  /** Takes a slot if the bounds leave one; whoever takes one releases it. */
  readonly take: (receiver: Receiver, now: number) => boolean
  readonly release: (receiver: Receiver) => void
  /** Records how an attempt ended, before its slot is released. */
  readonly record: (receiver: Receiver, attempt: Attempt) => void
  /** Tells whether the receiver is being left alone because its last attempt timed out. */
  readonly isBlocked: (receiver: Receiver, now: number) => boolean
  /** Returns in how many milliseconds to ask for a slot again. */
  readonly pause: (receiver: Receiver, now: number) => number
}

/** Makes the slots of a process, all free. The times of the back-off are the usual ones times `pace`. */
export const make = (pace: number): ReceiverSlots => {
  const states = new Map<string, State>()
  const takenBy = new Map<string, number>()
  let taken = 0

  /** The receiver's state, as the one that was used last. */
  const stateOf = ({ endpoint_id }: Receiver): State => {
    const state = states.get(endpoint_id) ?? { taken: 0, speed: "unknown", timeouts: 0, timedOutAt: -Infinity, retryAt: 0 }
    states.delete(endpoint_id)
    states.set(endpoint_id, state)
    return state
  }

  /** Forgets the receivers that were used least recently, but for those that hold slots. */
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
      // Attempts that were made side by side and time out together count as one.
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
