/**
 * The shape of every write: load, decide, save. A decision is a pure function from an entity, a
 * wish and the facts to what becomes of it; the repositories do the rest.
 */
import { Result, type Schema } from "effect"
import type { Actor, Worker } from "./access/Actor.ts"
import type { EventType } from "./event/EventType.ts"
import type { Timestamp } from "./Timestamp.ts"

/** What a decision may know of the world. */
export interface DecisionContext<By extends Actor | Worker = Actor> {
  readonly actor: By
  readonly now: Timestamp
  /** A fresh UUID with every call. */
  readonly nextId: () => string
}

/** Something that happened, with the state of its subject right after it. */
export interface DomainEvent {
  readonly type: EventType
  readonly subject_id: string
  readonly data: Schema.JsonObject
}

/** An entity as it is to be, and what happened. Without events there is nothing to save. */
export interface Decided<Entity> {
  readonly entity: Entity
  readonly events: ReadonlyArray<DomainEvent>
  /** The entity changes although nothing happened that anybody has to hear of. */
  readonly quietly?: true
}

export type Decision<Entity, Failure> = Result.Result<Decided<Entity>, Failure>

/** The wish is already true. */
export const unchanged = <Entity>(entity: Entity): Result.Result<Decided<Entity>> =>
  Result.succeed({ entity, events: [] })

export const decided = <Entity>(entity: Entity, ...events: ReadonlyArray<DomainEvent>): Result.Result<Decided<Entity>> =>
  Result.succeed({ entity, events })

/** A change that is bookkeeping: saved, and told to nobody. */
export const quietly = <Entity>(entity: Entity): Result.Result<Decided<Entity>> =>
  Result.succeed({ entity, events: [], quietly: true })

/** The decision, unless `check` fails for the entity that it returns. */
export const onlyIf = <Entity, Failure, Refusal>(
  decision: Decision<Entity, Failure>,
  check: (entity: Entity) => Result.Result<void, Refusal>
): Decision<Entity, Failure | Refusal> =>
  Result.flatMap(decision, (decided): Decision<Entity, Failure | Refusal> =>
    Result.map(check(decided.entity), () => decided))

/** The fields of a patch whose values differ from the entity's. */
export const differences = <Entity extends object>(entity: Entity, patch: Partial<Entity>): Partial<Entity> =>
  Object.fromEntries(
    Object.entries(patch).filter(([field, value]) => value !== undefined && value !== entity[field as keyof Entity])
  ) as Partial<Entity>
