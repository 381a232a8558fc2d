/** Stored webhooks. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { decided, type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import type { OrganizationId, WebhookId } from "@candor/domain/Id"
import { withinLimit } from "@candor/domain/Limit"
import { deleted, maxWebhooks, noun, WebhookNotFound, type WebhookState } from "@candor/domain/webhook/Webhook"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Work } from "../../queue/Queue.ts"
import type { Change } from "../../statements/Change.ts"
import { resourceRows } from "../../statements/ResourceStore.ts"
import { save } from "../../statements/Saving.ts"
import { purged } from "./WebhookRemoval.ts"
import { fanOut, removal, resumption } from "../../queue/WebhookWork.ts"
import { write } from "../../statements/Writing.ts"

/**
 * Milliseconds that a change takes at most. A change that began before the webhook was enabled queues no work for it.
 */
const maxChangeMillis = 15_000

/** The work that starts a webhook: immediately, and again for changes that were in flight. */
const beginning = ({ actor, nextId }: DecisionContext<Actor | Worker>): ReadonlyArray<Work> => {
  const work = { queue: fanOut.queue, element: { organization_id: actor.organization_id } }
  return [{ ...work, id: nextId() }, { ...work, id: nextId(), delay_millis: maxChangeMillis }]
}

/**
 * Milliseconds within which an attempt that is in flight when its webhook is removed ends, with the work that it
 * queues.
 */
const maxAttemptMillis = 60_000

/** The work of purging a removed webhook: immediately, and again for what attempts in flight leave behind. */
const purges = ({ actor, nextId }: DecisionContext, endpoint_id: WebhookId): ReadonlyArray<Work> => {
  const work = { queue: removal.queue, element: { organization_id: actor.organization_id, endpoint_id } }
  return [{ ...work, id: nextId() }, { ...work, id: nextId(), delay_millis: maxAttemptMillis }]
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { get, insert, list, update } = resourceRows<WebhookState, WebhookNotFound>(sql, { noun }, {
    where: "t.removed_at IS NULL",
    notFound: (id) => new WebhookNotFound({ id })
  })

  const count = (organization: OrganizationId) =>
    sql<{ readonly webhooks_counted: number }>`
      SELECT webhooks_counted FROM organizations WHERE id = ${organization}
    `.pipe(Effect.orDie, Effect.map(([row]) => row!.webhooks_counted))

  /** A common table expression that adds to the number of webhooks of the organization in `saved`. */
  const counted = (organization: OrganizationId, added: 1 | -1) =>
    sql`counted AS (
      UPDATE organizations o SET webhooks_counted = o.webhooks_counted + ${added}
      WHERE o.id = ${organization} AND EXISTS (SELECT FROM saved)
    )`

  const create = <Failure>(
    actor: Actor,
    decide: (context: DecisionContext) => Decision<WebhookState, Failure>
  ) =>
    write({
      actor,
      load: count(actor.organization_id),
      decide: (present, context) => onlyIf(decide(context), () => withinLimit(maxWebhooks, present, 1)),
      save: (change) => insert(change, { after: [counted(actor.organization_id, 1)], work: beginning(change.context) }),
      races: ["organizations_webhooks"]
    })

  /** The work of a webhook that is enabled again: it starts, and its waiting deliveries become due. */
  const resumed = (webhook: WebhookState, context: DecisionContext<Actor | Worker>): ReadonlyArray<Work> => {
    const element = { organization_id: context.actor.organization_id, endpoint_id: webhook.id }
    return [...beginning(context), { queue: resumption.queue, id: context.nextId(), element }]
  }

  const modify = <By extends Actor | Worker, Failure>(
    actor: By,
    id: WebhookId,
    decide: (webhook: WebhookState, context: DecisionContext<By>) => Decision<WebhookState, Failure>
  ) =>
    write({
      actor,
      load: Effect.map(get(actor.organization_id, id), (row) => ({ row })),
      decide: ({ row }, context) => decide(row, context),
      save: (change: Change<{ readonly row: WebhookState }, WebhookState, By>) => {
        const { before: { row }, context, decided: { entity: webhook } } = change
        const enabled = row.status === "disabled" && webhook.status === "enabled"
        return enabled ? update(change, { work: resumed(webhook, context) }, ["failing_since"]) : update(change)
      }
    })

  const remove = (actor: Actor, id: WebhookId) =>
    write({
      actor,
      load: get(actor.organization_id, id),
      decide: () => decided(undefined, deleted(id)),
      save: (change) =>
        save(sql, change, {
          saved: sql`
            UPDATE webhook_endpoints SET status = 'disabled', removed_at = ${change.context.now}, version = version + 1
            WHERE organization_id = ${actor.organization_id} AND id = ${id} AND removed_at IS NULL
            RETURNING id`,
          after: [counted(actor.organization_id, -1)],
          work: purges(change.context, id)
        })
    })

  const purge = (organization: OrganizationId, id: WebhookId) => Effect.orDie(purged(sql, organization, id))

  return Webhooks.of({ list, get, create, modify, remove, purge })
})

export const layer = Layer.effect(Webhooks, make)
