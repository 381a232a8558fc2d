/** What is deleted goes from the events too: the deletion asks for it, and background work does it. */
import type { DecisionContext } from "@candor/domain/Decision"
import { OrganizationId, Uuid } from "@candor/domain/Id"
import { Schema } from "effect"
import type { Work } from "./Queue.ts"

/** The queue of erasures. */
export const queue = "erasures"

/** Of what to erase what events tell. */
export const Erasure = Schema.Struct({ organization_id: OrganizationId, subject_id: Uuid })

/** Readers of the feed and receivers of webhooks have this long to hear of it as it was, in milliseconds. */
const delay_millis = 10 * 60 * 1000

/** The work of erasing a subject from events. */
export const erasureOf = ({ actor }: DecisionContext, subject_id: string): Work => ({
  queue,
  id: subject_id,
  element: { organization_id: actor.organization_id, subject_id },
  delay_millis
})
