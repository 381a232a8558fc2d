/** The port to stored webhooks. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { OrganizationId, WebhookId } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import type { PagedStore, ResourceStore } from "../Resource.ts"
import type { WebhookNotFound, WebhookState } from "./Webhook.ts"

export class Webhooks extends Context.Service<
  Webhooks,
  Pick<ResourceStore<WebhookState, never, never, WebhookNotFound>, "get"> & PagedStore<WebhookState> & {
    /**
     * Stores the new webhook that `decide` returns, if the organization has fewer than `maxWebhooks`. It gets the
     * events after its creation.
     */
    readonly create: <Failure>(
      actor: Actor,
      decide: (context: DecisionContext) => Decision<WebhookState, Failure>
    ) => Effect.Effect<WebhookState, Failure | LimitReached>
    /**
     * Stores the webhook that `decide` returns; decides again after a concurrent change. A webhook that becomes enabled
     * gets its pending deliveries, and then new events.
     */
    readonly modify: <By extends Actor | Worker, Failure>(
      actor: By,
      id: WebhookId,
      decide: (webhook: WebhookState, context: DecisionContext<By>) => Decision<WebhookState, Failure>
    ) => Effect.Effect<WebhookState, Failure | WebhookNotFound>
    /**
     * Removes the webhook: no method finds it any more, nothing is sent to it, and background work deletes its rows.
     */
    readonly remove: (actor: Actor, id: WebhookId) => Effect.Effect<void, WebhookNotFound>
    /** Deletes a removed webhook with its deliveries and queued work, some thousand rows at a time. */
    readonly purge: (organization: OrganizationId, id: WebhookId) => Effect.Effect<void>
  }
>()("@candor/domain/Webhooks") {}
