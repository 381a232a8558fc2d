/** The port to the rejection reasons of organizations. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { OrganizationId } from "../Id.ts"
import type { RejectionReason } from "./RejectionReason.ts"

export class RejectionReasons extends Context.Service<RejectionReasons, {
  /** Returns all reasons, in the order in which they were added. */
  readonly list: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<RejectionReason>>
  /** Stores the list that `decide` returns, and returns it; decides again after a concurrent change. */
  readonly modify: <Failure>(
    actor: Actor,
    decide: (
      reasons: ReadonlyArray<RejectionReason>,
      context: DecisionContext
    ) => Decision<ReadonlyArray<RejectionReason>, Failure>
  ) => Effect.Effect<ReadonlyArray<RejectionReason>, Failure>
}>()("@candor/domain/RejectionReasons") {}
