/** Erases deleted subjects from events: the deletion queues the work, and background work does it. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { DecisionContext } from "@candor/domain/Decision"
import { OrganizationId, Uuid } from "@candor/domain/Id"
import { Schema } from "effect"
import type { Work } from "./Queue.ts"

/** The queue of erasures. */
export const queue = "erasures"

/** The subject to erase from events. */
export const Erasure = Schema.Struct({ organization_id: OrganizationId, subject_id: Uuid })

/** The time in milliseconds that readers of the feed and webhooks have to receive the events with their data. */
const delay_millis = 10 * 60 * 1000

/**
 * The work of erasing a subject from events. Its id is its own: two organizations of which one is a copy have the same
 * subjects.
 */
export const erasureOf = ({ actor, nextId }: DecisionContext<Actor | Worker>, subject_id: string): Work => ({
  queue,
  id: nextId(),
  element: { organization_id: actor.organization_id, subject_id },
  delay_millis
})
