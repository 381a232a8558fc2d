/** Webhooks with their background work, at a pace for tests. */
import * as Deliveries from "@candor/background/webhook/Deliveries"
import { WebhookSettings } from "@candor/background/webhook/WebhookSettings"
import * as WebhookWork from "@candor/background/webhook/Webhooks"
import type { Actor } from "@candor/domain/access/Actor"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Webhook from "@candor/domain/webhook/Webhook"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import { WebhookDeliveries } from "@candor/domain/webhook/WebhookDeliveries"
import * as Queue from "@candor/sql/queue/Queue"
import * as Repositories from "@candor/sql/Repositories"
import type { TestDatabase } from "@candor/sql/testing/Databases"
import { Duration, Effect, Layer, type Scope } from "effect"
import type { PersistedQueue } from "effect/persistence"
import { SqlClient } from "effect/sql"

export type World =
  | Layer.Success<typeof Repositories.layer>
  | SqlClient.SqlClient
  | PersistedQueue.PersistedQueueFactory
  | Scope.Scope

/** A thousandth of the usual pauses. */
export const settings = { development: true, pace: 0.001, paused: false, timeout: Duration.seconds(10) }

/** The background work of one process, until the scope closes. */
export const worker = (options: WebhookSettings["Service"] = settings) =>
  Layer.build(
    Layer.mergeAll(WebhookWork.layer, Deliveries.layer).pipe(Layer.provide(Layer.succeed(WebhookSettings, options)))
  )

/** Runs an effect on a new database of this kind, without workers. */
export const runOn = (database: TestDatabase) => <A, E>(effect: Effect.Effect<A, E, World>): Promise<A> =>
  Effect.runPromise(Effect.provide(
    // The workers of a test end before their database.
    Effect.scoped(effect),
    Queue.layer.pipe(Layer.provideMerge(Repositories.layer), Layer.provideMerge(database.layer))
  ))

export const secret = `whsec_${Buffer.from("a secret of thirty-two bytes ...").toString("base64")}`

export const policy = { development: true, isPublicAddress: () => true }

/** Creates a webhook of the actor's organization. */
export const webhook = (actor: Actor, draft: Webhook.WebhookDraft) =>
  Effect.flatMap(
    Webhooks,
    (webhooks) => webhooks.create(actor, (context) => Webhook.create(draft, secret, policy, context))
  )

export const newJob = (actor: Actor, title: string) =>
  Effect.flatMap(Jobs, (jobs) => jobs.create(actor, title, (taken, context) => Job.create({ title }, taken, context)))

export const rename = (actor: Actor, job: Job.JobState, title: string) =>
  Effect.flatMap(
    Jobs,
    (jobs) => jobs.modify(actor, job.id, (job, organization) => Job.update(job, { title }, organization))
  )

/** Returns the log of a webhook, oldest first. */
export const log = ({ id }: Webhook.WebhookState, { organization_id }: Actor) =>
  Effect.flatMap(
    WebhookDeliveries,
    (deliveries) => deliveries.list(organization_id, id, {}, { limit: 1000, offset: 0 })
  ).pipe(
    Effect.map(({ items }) => items.toReversed())
  )

/** Waits until the stored data satisfy a condition. */
export const eventually = <A, E, R>(
  look: Effect.Effect<A, E, R>,
  satisfied: (found: A) => boolean
): Effect.Effect<A, E, R> => Effect.repeat(Effect.tap(look, () => Effect.sleep("20 millis")), { until: satisfied })
