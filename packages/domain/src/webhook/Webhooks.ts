/** The port to stored webhooks. Everything is asked within one organization. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { OrganizationId, WebhookId } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import type { WebhookNotFound, WebhookState } from "./Webhook.ts"

export class Webhooks extends Context.Service<Webhooks, {
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<WebhookState>>
  readonly get: (organization: OrganizationId, id: WebhookId) => Effect.Effect<WebhookState, WebhookNotFound>
  /**
   * Stores the new webhook that `decide` makes, where the organization has fewer than `maxWebhooks`. What happens after
   * it is delivered to it.
   */
  readonly create: <Failure>(
    actor: Actor,
    decide: (context: DecisionContext) => Decision<WebhookState, Failure>
  ) => Effect.Effect<WebhookState, Failure | LimitReached>
  /**
   * Stores what `decide` makes of the webhook, and decides again where somebody else was faster.
   * Where that enables it, what still waits is delivered, and then what happens from now on.
   */
  readonly modify: <By extends Actor | Worker, Failure>(
    actor: By,
    id: WebhookId,
    decide: (webhook: WebhookState, context: DecisionContext<By>) => Decision<WebhookState, Failure>
  ) => Effect.Effect<WebhookState, Failure | WebhookNotFound>
  /** Removes the webhook: nothing more is sent to it, nobody finds it, and background work purges what it leaves. */
  readonly remove: (actor: Actor, id: WebhookId) => Effect.Effect<void, WebhookNotFound>
  /** Deletes a removed webhook, its deliveries and its queued work, some thousand rows at a time. */
  readonly purge: (organization: OrganizationId, id: WebhookId) => Effect.Effect<void>
}>()("@candor/domain/Webhooks") {}
