/**
 * Decisions: every write loads an entity, decides, and saves. A decision is a pure function. It takes the entity, the
 * request and a context, and returns the changed entity with its events, or a failure. Repositories load and save.
 */
import { Result, type Schema } from "effect"
import type { Actor, Worker } from "./access/Actor.ts"
import type { Timestamp } from "./Timestamp.ts"

/** The context of a decision: the actor, the time, and new ids, none of which a pure function can get itself. */
export interface DecisionContext<By extends Actor | Worker = Actor> {
  readonly actor: By
  readonly now: Timestamp
  /** Returns a new UUID at each call. */
  readonly nextId: () => string
  /** False for mass creation, such as an import: no AI profiles are requested. */
  readonly requestsProfiles?: false
}

/** The context of a decision that a member or a worker can make. */
export type AnyContext = DecisionContext<Actor | Worker>

/** A change of an entity (its subject), with the entity's state after it. */
export interface DomainEvent {
  /** `subject.past_participle`, as the noun of the subject declares it. */
  readonly type: string
  readonly subject_id: string
  readonly data: Schema.JsonObject
}

/** The changed entity with its events. A decision without events changed nothing, unless `withoutEvents` is set. */
export interface Decided<Entity> {
  readonly entity: Entity
  readonly events: ReadonlyArray<DomainEvent>
  /** The entity is saved although it has no events. */
  readonly withoutEvents?: true
}

export type Decision<Entity, Failure> = Result.Result<Decided<Entity>, Failure>

/** Returns the entity as it was: it already has the requested state, and nothing is saved. */
export const unchanged = <Entity>(entity: Entity): Result.Result<Decided<Entity>> =>
  Result.succeed({ entity, events: [] })

/** Returns the changed entity with its events. */
export const decided = <Entity>(
  entity: Entity,
  ...events: ReadonlyArray<DomainEvent>
): Result.Result<Decided<Entity>> => Result.succeed({ entity, events })

/** Returns a changed entity that is saved without events: no reader of the change feed learns of it. */
export const withoutEvents = <Entity>(entity: Entity): Result.Result<Decided<Entity>> =>
  Result.succeed({ entity, events: [], withoutEvents: true })

/** Returns the decision, or the failure of `check` on its entity. */
export const onlyIf = <Entity, Failure, Refusal>(
  decision: Decision<Entity, Failure>,
  check: (entity: Entity) => Result.Result<void, Refusal>
): Decision<Entity, Failure | Refusal> =>
  Result.flatMap(
    decision,
    (decided): Decision<Entity, Failure | Refusal> => Result.map(check(decided.entity), () => decided)
  )

const isSame = (one: unknown, other: unknown): boolean => {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return names.length === others.length &&
    names.every((name) => isSame(Reflect.get(one, name), Reflect.get(other, name)))
}

/** Returns the fields of a patch whose values differ from the entity's. Lists and objects are compared deeply. */
export const differences = <Entity extends object>(entity: Entity, patch: Partial<Entity>): Partial<Entity> =>
  Object.fromEntries(
    Object.entries(patch).filter(([field, value]) =>
      value !== undefined && !isSame(value, entity[field as keyof Entity])
    )
  ) as Partial<Entity>
