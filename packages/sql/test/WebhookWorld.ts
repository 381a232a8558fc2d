/** Webhooks of an organization, and their deliveries. */
import type { Actor } from "@candor/domain/access/Actor"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Webhook from "@candor/domain/webhook/Webhook"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import { DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { WebhookDeliveries } from "@candor/domain/webhook/WebhookDeliveries"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const secret = `whsec_${btoa("a secret of thirty-two bytes ...")}`

const policy = { development: false, isPublicAddress: () => true }

export const newJob = (actor: Actor, title: string) =>
  Effect.flatMap(Jobs, (jobs) => jobs.create(actor, title, (taken, context) => Job.create({ title }, taken, context)))

export const rename = (actor: Actor, { id }: Job.JobState, title: string) =>
  Effect.flatMap(
    Jobs,
    (jobs) => jobs.modify(actor, id, (job, organization) => Job.update(job, { title }, organization))
  )

export const newWebhook = (actor: Actor, event_types: ReadonlyArray<string> = ["job.*"]) =>
  Effect.flatMap(
    Webhooks,
    (webhooks) =>
      webhooks.create(actor, (context) =>
        Webhook.create({ url: "https://hooks.example.com/", event_types }, secret, policy, context))
  )

export const setStatus = (actor: Actor, { id }: Webhook.WebhookState, status: "enabled" | "disabled") =>
  Effect.flatMap(
    Webhooks,
    (webhooks) => webhooks.modify(actor, id, (webhook, context) => Webhook.update(webhook, { status }, policy, context))
  )

/** Creates the deliveries for all events so far. Other activity on a server can delay that for a moment. */
export const fanOut = ({ organization_id }: Pick<Actor, "organization_id">) =>
  Effect.flatMap(
    DeliveryQueue,
    ({ fanOut }) => Effect.repeat(fanOut(organization_id), { until: (complete) => complete })
  )

export const log = (actor: Actor, { id }: Webhook.WebhookState) =>
  Effect.flatMap(
    WebhookDeliveries,
    (deliveries) => deliveries.list(actor.organization_id, id, {}, { limit: 1000, offset: 0 })
  ).pipe(
    Effect.map(({ items }) => items.toSorted((one, other) => one.sequence - other.sequence))
  )

export const chainOf = (actor: Actor, webhook: Webhook.WebhookState, job: Job.JobState) => ({
  organization_id: actor.organization_id,
  endpoint_id: webhook.id,
  subject_id: job.id
})

/** Returns the unfinished work of a queue. */
export const waiting = (queue: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ element: string }>`SELECT element FROM queue WHERE queue_name = ${queue} AND state = 'pending'`
  )
