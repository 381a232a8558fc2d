/**
 * Which part of an organization's order of events a webhook is sent: what happened until it was
 * disabled, that included, and then what happened after it was enabled.
 */
import type { EventType } from "../event/EventType.ts"

/** Types of the events by which a webhook begins or ends to be enabled. */
export const turnTypes = ["webhook.created", "webhook.enabled", "webhook.disabled"] as const satisfies ReadonlyArray<EventType>

/** An event by which a webhook began or ended to be enabled. */
export interface Turn {
  readonly sequence: number
  readonly type: typeof turnTypes[number]
}

/** Where an enabled webhook stands in the order. */
export interface Place {
  /** The last event that was looked at for it. */
  readonly begin: number
  /** The last event that has its place. */
  readonly head: number
  /** Its turns that are kept, in their order. */
  readonly turns: ReadonlyArray<Turn>
}

/** The next events of a webhook that is behind: those after its `begin` up to `end`, and whether they are for it. */
export interface Stretch {
  readonly end: number
  readonly enabled: boolean
}

/** The next stretch of a webhook's events, up to its next turn; of what is for it at most so many events. */
export const next = ({ begin, head, turns }: Place, most: number): Stretch => {
  const before = turns.findLast(({ sequence }) => sequence <= begin)
  const after = turns.find(({ sequence }) => sequence > begin)
  // What is no longer kept is known by what came of it: only what is disabled is enabled.
  const enabled = before === undefined ? after?.type !== "webhook.enabled" : before.type !== "webhook.disabled"
  const turn = after?.sequence ?? head
  return { enabled, end: enabled ? Math.min(turn, begin + most) : turn }
}
