/** A change on its way into the database. */
import type { Actor, Worker } from "@candor/domain/Actor"
import type { Decided, Facts } from "@candor/domain/Decision"
import type { OrganizationId } from "@candor/domain/Id"
import type { Placed } from "./Batching.ts"

/** What was loaded, and what was decided of it. A change that has its statement for itself has the place 0. */
export interface Change<Before, Entity, By extends Actor | Worker = Actor> extends Placed {
  readonly organization_id: OrganizationId
  readonly before: Before
  readonly decided: Decided<Entity>
  readonly facts: Facts<By>
}

/**
 * Changes in the order in which their statement looks up and locks their rows: so two statements rarely wait for each
 * other in a circle. Where they do, one of them is tried again.
 */
export const inLockOrder = <One extends { readonly before: { readonly id: string } }>(changes: ReadonlyArray<One>) =>
  changes.toSorted((one, other) => one.before.id < other.before.id ? -1 : 1)
