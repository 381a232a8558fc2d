/** Queued work: erases deleted subjects from events. The deletion queues it. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { DecisionContext } from "@candor/domain/Decision"
import { OrganizationId, Uuid } from "@candor/domain/Id"
import { Schema } from "effect"
import type { Work } from "./Queue.ts"

/** The queue of erasures. */
export const queue = "erasures"

/** The subject to erase from events. */
export const Erasure = Schema.Struct({ organization_id: OrganizationId, subject_id: Uuid })

/** Milliseconds in which readers of the feed and webhooks can still receive the events with their data. */
const delay_millis = 10 * 60 * 1000

/**
 * Returns the work of erasing a subject from events. It has an id of its own, because an organization and its copy have
 * the same subjects.
 */
export const erasureOf = ({ actor, nextId }: DecisionContext<Actor | Worker>, subject_id: string): Work => ({
  queue,
  id: nextId(),
  element: { organization_id: actor.organization_id, subject_id },
  delay_millis
})
