/** What the ports to notes and to interview feedback have in common. Each method works on one application of one organization. */
import type { Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { Encoded } from "../Encoded.ts"
import type { ApplicationId, OrganizationId } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import type { CandidateAnonymised } from "../candidate/Anonymised.ts"
import type { ApplicationNotFound } from "./ApplicationNotFound.ts"

/** `Shown` is a part as an application shows it, `State` what decisions need of it. */
export interface ApplicationParts<Id, Shown, State, NotFound> {
  /** Returns all parts of the application, newest first. */
  readonly list: (
    organization: OrganizationId,
    application: ApplicationId
  ) => Effect.Effect<Encoded<ReadonlyArray<Shown>>, ApplicationNotFound>
  /** Returns one part of the application. */
  readonly get: (
    organization: OrganizationId,
    application: ApplicationId,
    id: Id
  ) => Effect.Effect<Encoded<Shown>, ApplicationNotFound | NotFound>
  /** Stores the new part that `decide` returns, within the limits of `ApplicationSize`, unless the candidate was anonymised. */
  readonly create: <Failure>(
    actor: Actor,
    application: ApplicationId,
    decide: (context: DecisionContext) => Decision<State, Failure>
  ) => Effect.Effect<State, Failure | ApplicationNotFound | CandidateAnonymised | LimitReached>
  /** Stores the part that `decide` returns, within the same limits; decides again after a concurrent change. */
  readonly modify: <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: Id,
    decide: (part: State, context: DecisionContext) => Decision<State, Failure>
  ) => Effect.Effect<State, Failure | ApplicationNotFound | NotFound | LimitReached>
  /** Deletes the part if `decide` allows it, and returns its last content. */
  readonly remove: <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: Id,
    decide: (part: State, context: DecisionContext) => Decision<State, Failure>
  ) => Effect.Effect<State, Failure | ApplicationNotFound | NotFound>
}
