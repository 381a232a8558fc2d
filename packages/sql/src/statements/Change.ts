/** A change on its way into the database. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { Decided, DecisionContext } from "@candor/domain/Decision"
import type { OrganizationId } from "@candor/domain/Id"
import { PgTypes } from "@effect/sql-pg"
import type { Placed } from "./Batching.ts"

/** What was loaded, and what was decided of it. A change that has its statement for itself has the place 0. */
export interface Change<Before, Entity, By extends Actor | Worker = Actor> extends Placed {
  readonly organization_id: OrganizationId
  readonly before: Before
  readonly decided: Decided<Entity>
  readonly context: DecisionContext<By>
}

/**
 * Changes as the rows of a parameter: whose and which row, the version that was loaded, the time, and the columns that
 * are to be. They stand in the order of their ids, in which their statement looks rows up and locks them: so two
 * statements rarely wait for each other in a circle, and where they do, one of them is tried again.
 */
export const rowsOf = <Entity>(
  changes: ReadonlyArray<Change<{ readonly id: string; readonly version: number }, Entity>>,
  columns: (entity: Entity) => object
) =>
  PgTypes.jsonb(
    changes.toSorted((one, other) => one.before.id < other.before.id ? -1 : 1)
      .map(({ before, decided: { entity }, context: { now }, organization_id, place }) => ({
        ...columns(entity),
        place,
        organization_id,
        id: before.id,
        loaded: before.version,
        updated_at: now
      }))
  )
