/** The port to the rejection reasons of organizations. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { OrganizationId } from "../Id.ts"
import type { UnknownTemplate } from "../mail/MailTemplate.ts"
import type { RejectionReasons as Reasons } from "./RejectionReason.ts"

export class RejectionReasons extends Context.Service<RejectionReasons, {
  /** Returns all reasons, in the order in which they were added. */
  readonly list: (organization: OrganizationId) => Effect.Effect<Reasons>
  /**
   * Stores the list that `decide` returns, and returns it; decides again after a concurrent change. Fails if a new
   * template does not exist.
   */
  readonly modify: <Failure>(
    actor: Actor | Worker,
    decide: (
      reasons: Reasons,
      context: DecisionContext<Actor | Worker>
    ) => Decision<Reasons, Failure>
  ) => Effect.Effect<Reasons, Failure | UnknownTemplate>
}>()("@candor/domain/RejectionReasons") {}
