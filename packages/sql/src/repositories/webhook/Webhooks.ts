/** Stored webhooks. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { type Decision, type DecisionContext, onlyIf } from "@candor/domain/Decision"
import type { OrganizationId, WebhookId } from "@candor/domain/Id"
import { withinLimit } from "@candor/domain/Limit"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import { deleted, maxWebhooks, WebhookNotFound, type WebhookState } from "@candor/domain/webhook/Webhook"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { enqueued, type Work } from "../../queue/Queue.ts"
import { recorded } from "../../statements/Recording.ts"
import { purged } from "./WebhookRemoval.ts"
import { fanOut, removal, resumption } from "../../queue/WebhookWork.ts"
import { contextOf, write } from "../../statements/Writing.ts"

/** A change that began before the webhook was enabled does not know of it; none takes this long. */
const stragglers = 15_000

/** What makes a webhook begin: at once, and again for changes that were under way. */
const beginning = ({ actor, nextId }: DecisionContext<Actor | Worker>): ReadonlyArray<Work> => {
  const work = { queue: fanOut.queue, element: { organization_id: actor.organization_id } }
  return [{ ...work, id: nextId() }, { ...work, id: nextId(), delay_millis: stragglers }]
}

/** An attempt that is under way when its webhook is removed, and the work that it leaves, are over by then. */
const attemptsOver = 60_000

/** Asks for the purge of a removed webhook: at once, and again for the work that attempts under way leave. */
const purges = ({ actor, nextId }: DecisionContext, endpoint_id: WebhookId): ReadonlyArray<Work> => {
  const work = { queue: removal.queue, element: { organization_id: actor.organization_id, endpoint_id } }
  return [{ ...work, id: nextId() }, { ...work, id: nextId(), delay_millis: attemptsOver }]
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const columns = sql.literal(
    "w.id, w.url, w.description, w.event_types, w.status, w.disabled_reason, w.failing_since, w.secret, " +
      "w.previous_secret, w.previous_secret_expires_at, w.created_at, w.updated_at, w.version"
  )

  const list = (organization: OrganizationId, page: PageRequest) =>
    sql<WebhookState>`
      SELECT ${columns} FROM webhook_endpoints w
      WHERE w.organization_id = ${organization} AND w.removed_at IS NULL AND ${after(sql, "w", page)}
      ${newestFirst(sql, "w", page)}
    `.pipe(Effect.map((rows) => fromRows(page, rows)), Effect.orDie)

  const get = (organization: OrganizationId, id: WebhookId) =>
    sql<WebhookState>`
      SELECT ${columns} FROM webhook_endpoints w
      WHERE w.organization_id = ${organization} AND w.id = ${id} AND w.removed_at IS NULL
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([webhook]) => webhook === undefined ? new WebhookNotFound({ id }) : Effect.succeed(webhook))
    )

  const count = (organization: OrganizationId) =>
    sql<{ readonly webhooks_counted: number }>`
      SELECT webhooks_counted FROM organizations WHERE id = ${organization}
    `.pipe(Effect.orDie, Effect.map(([row]) => row!.webhooks_counted))

  const insert = (change: Change<number, WebhookState>) => {
    const { decided: { entity: { event_types, ...webhook } }, context } = change
    return sql`
      WITH saved AS (
        INSERT INTO webhook_endpoints ${
      sql.insert({ organization_id: context.actor.organization_id, ...webhook, event_types: [...event_types] })
    }
        RETURNING 0 AS place
      ), counted AS (
        UPDATE organizations SET webhooks_counted = webhooks_counted + 1 WHERE id = ${context.actor.organization_id}
      ), ${recorded(sql, [change])}, ${enqueued(sql, beginning(context))}
      SELECT FROM saved
    `
  }

  const create = <Failure>(
    actor: Actor,
    decide: (context: DecisionContext) => Decision<WebhookState, Failure>
  ) =>
    write({
      actor,
      load: count(actor.organization_id),
      decide: (present, context) => onlyIf(decide(context), () => withinLimit(maxWebhooks, present, 1)),
      save: insert,
      races: ["organizations_webhooks"]
    })

  /** What a webhook asks for that is enabled again: that it begins, and that what waits in its chains is due. */
  const resumed = (webhook: WebhookState, context: DecisionContext<Actor | Worker>) => {
    const element = { organization_id: context.actor.organization_id, endpoint_id: webhook.id }
    const work = [...beginning(context), { queue: resumption.queue, id: context.nextId(), element }]
    return sql`, ${enqueued(sql, work)}`
  }

  const save = (change: Change<WebhookState, WebhookState, Actor | Worker>) => {
    const { before, decided: { entity: webhook }, context } = change
    const enabled = before.status === "disabled" && webhook.status === "enabled"
    return sql`
      WITH saved AS (
        UPDATE webhook_endpoints SET
          url = ${webhook.url}, description = ${webhook.description}, event_types = ${[...webhook.event_types]}::text[],
          status = ${webhook.status}, disabled_reason = ${webhook.disabled_reason}, secret = ${webhook.secret},
          previous_secret = ${webhook.previous_secret},
          previous_secret_expires_at = ${webhook.previous_secret_expires_at},
          ${enabled ? sql`failing_since = NULL,` : sql``}
          version = ${webhook.version}, updated_at = ${webhook.updated_at}
        WHERE organization_id = ${context.actor.organization_id} AND id = ${webhook.id} AND version = ${before.version}
        RETURNING 0 AS place
      ), ${recorded(sql, [change])} ${enabled ? resumed(webhook, context) : sql``}
      SELECT FROM saved
    `
  }

  const modify = <By extends Actor | Worker, Failure>(
    actor: By,
    id: WebhookId,
    decide: (webhook: WebhookState, context: DecisionContext<By>) => Decision<WebhookState, Failure>
  ) => write({ actor, load: get(actor.organization_id, id), decide, save })

  const remove = Effect.fnUntraced(function*(actor: Actor, id: WebhookId) {
    const context = yield* contextOf(actor)
    const [row] = yield* sql`
      WITH saved AS (
        UPDATE webhook_endpoints SET status = 'disabled', removed_at = ${context.now}, version = version + 1
        WHERE organization_id = ${actor.organization_id} AND id = ${id} AND removed_at IS NULL
        RETURNING organization_id, 0 AS place
      ), counted AS (
        UPDATE organizations o SET webhooks_counted = o.webhooks_counted - 1
        FROM saved WHERE o.id = saved.organization_id
      ), ${recorded(sql, [{ place: 0, context, decided: { entity: undefined, events: [deleted(id)] } }])},
        ${enqueued(sql, purges(context, id))}
      SELECT FROM saved
    `.pipe(Effect.orDie)
    if (row === undefined) return yield* new WebhookNotFound({ id })
  })

  const purge = (organization: OrganizationId, id: WebhookId) => Effect.orDie(purged(sql, organization, id))

  return Webhooks.of({ list, get, create, modify, remove, purge })
})

export const layer = Layer.effect(Webhooks, make)
