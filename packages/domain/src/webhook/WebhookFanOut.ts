/**
 * The fan-out of events to a webhook. A webhook gets the events up to and including the one that disabled it, and then
 * those after the one that enabled it again.
 */
import type { EventType } from "../event/EventType.ts"

/** The types of the events that enable or disable a webhook. */
export const statusChangeTypes = [
  "webhook.created",
  "webhook.enabled",
  "webhook.disabled"
] as const satisfies ReadonlyArray<EventType>

/** An event that enabled or disabled a webhook. */
export interface StatusChange {
  readonly sequence: number
  readonly type: typeof statusChangeTypes[number]
}

/** The progress of an enabled webhook in its organization's events, by sequence numbers. */
export interface Progress {
  /** The last event that the fan-out has handled for the webhook. */
  readonly begin: number
  /** The last event of the organization. */
  readonly head: number
  /** The webhook's status changes that are still stored, in order. */
  readonly status_changes: ReadonlyArray<StatusChange>
}

/** A range of events after `begin` up to `end`, and whether the webhook was enabled during it. */
export interface EventRange {
  readonly end: number
  readonly enabled: boolean
}

/**
 * Returns the next range, which ends at the next status change. A range of an enabled webhook has at most `maxEvents`.
 */
export const next = ({ begin, head, status_changes }: Progress, maxEvents: number): EventRange => {
  const before = status_changes.findLast(({ sequence }) => sequence <= begin)
  const after = status_changes.find(({ sequence }) => sequence > begin)
  // An earlier status change may have been deleted. The next one then reveals the status: only a disabled webhook can
  // be enabled.
  const enabled = before === undefined ? after?.type !== "webhook.enabled" : before.type !== "webhook.disabled"
  const end = after?.sequence ?? head
  return { enabled, end: enabled ? Math.min(end, begin + maxEvents) : end }
}
