/**
 * The common methods of the ports to notes and to interview feedback. Each method works on one owner in one
 * organization.
 */
import type { Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { ApplicationNotFound } from "../application/Application.ts"
import type { CandidateAnonymised } from "../Anonymised.ts"
import type { CandidateMerged, CandidateNotFound } from "../candidate/Candidate.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { Encoded } from "../Encoded.ts"
import type { ExternalIdTaken } from "../ExternalId.ts"
import type { OrganizationId } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import type { Owner } from "./Owner.ts"

/** The organization has no such owner; or the owner is a merged candidate, to which nothing can be added. */
export type OwnerNotFound = ApplicationNotFound | CandidateNotFound | CandidateMerged

/** `Shown` is a part as its owner shows it, `State` the data for decisions. */
export interface Parts<Id, Shown, State, NotFound, Of extends Owner> {
  /** Returns all parts of the owner, or of the survivor that it was merged into, newest first. */
  readonly list: (
    organization: OrganizationId,
    owner: Of
  ) => Effect.Effect<Encoded<ReadonlyArray<Shown>>, OwnerNotFound>
  /** Returns one part of the owner, or of the survivor that it was merged into. */
  readonly get: (
    organization: OrganizationId,
    owner: Of,
    id: Id
  ) => Effect.Effect<Encoded<Shown>, OwnerNotFound | NotFound>
  /**
   * Stores the new part that `decide` returns, within the limits of `ApplicationSize`, unless the candidate was
   * anonymised.
   */
  readonly create: <Failure>(
    actor: Actor,
    owner: Of,
    decide: (context: DecisionContext) => Decision<State, Failure>
  ) => Effect.Effect<State, Failure | OwnerNotFound | CandidateAnonymised | ExternalIdTaken | LimitReached>
  /** Stores the part that `decide` returns, within the same limits; decides again after a concurrent change. */
  readonly modify: <Failure>(
    actor: Actor,
    owner: Of,
    id: Id,
    decide: (part: State, context: DecisionContext) => Decision<State, Failure>
  ) => Effect.Effect<State, Failure | OwnerNotFound | NotFound | ExternalIdTaken | LimitReached>
  /** Deletes the part if `decide` allows it, and returns its last content. */
  readonly remove: <Failure>(
    actor: Actor,
    owner: Of,
    id: Id,
    decide: (part: State, context: DecisionContext) => Decision<State, Failure>
  ) => Effect.Effect<State, Failure | OwnerNotFound | NotFound>
}
