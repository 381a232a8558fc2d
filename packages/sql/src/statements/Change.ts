/** A change on its way into the database. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { Decided, DecisionContext } from "@candor/domain/Decision"
import type { OrganizationId } from "@candor/domain/Id"

/** The loaded state, and the decision on it. */
export interface Change<Before, Entity, By extends Actor | Worker = Actor> {
  readonly organization_id: OrganizationId
  readonly before: Before
  readonly decided: Decided<Entity>
  readonly context: DecisionContext<By>
}
