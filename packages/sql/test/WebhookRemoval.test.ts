/** What a removed webhook leaves: nothing. */
import type { Actor } from "@candor/domain/access/Actor"
import { maxWebhooks, WebhookNotFound } from "@candor/domain/webhook/Webhook"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import { DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { WebhookDeliveries } from "@candor/domain/webhook/WebhookDeliveries"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { chainOf, fanOut, newJob, newWebhook, rename, setStatus, waiting } from "./WebhookWorld.ts"
import * as World from "./World.ts"

/** Rows that are there because of an organization's webhooks. */
const left = ({ organization_id }: Actor) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql<{ readonly rows: string; readonly count: number }>`
      SELECT 'webhooks' AS rows, count(*)::integer AS count FROM webhook_endpoints WHERE organization_id = ${organization_id}
      UNION ALL
      SELECT 'deliveries', count(*)::integer FROM webhook_deliveries WHERE organization_id = ${organization_id}
      UNION ALL
      SELECT queue_name, count(*)::integer FROM queue
      WHERE queue_name <> 'removals' AND element::jsonb ->> 'organization_id' = ${organization_id} GROUP BY queue_name
    `).pipe(Effect.map((rows) => rows.filter(({ count }) => count > 0)))

/** Does the removals that wait, as a worker would. */
const purgeAll = Effect.gen(function*() {
  const { purge } = yield* Webhooks
  for (const { element } of yield* waiting("removals")) {
    const { endpoint_id, organization_id } = JSON.parse(element)
    yield* purge(organization_id, endpoint_id)
  }
})

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Removed webhooks on ${database.name}`, () => {
    test("as many webhooks as there may be and 20 changes leave no row when the webhooks are removed", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: other } = yield* World.organization({ name: "Globex" })
        const webhooks = yield* Webhooks
        const kept = yield* newWebhook(other)
        yield* newJob(other, "Theirs")
        yield* fanOut(other)
        const before = yield* left(other)
        const hooks = yield* Effect.forEach(Array.from({ length: maxWebhooks.limit }), () => newWebhook(actor, ["*"]))
        const job = yield* newJob(actor, "0")
        yield* Effect.forEach(Array.from({ length: 20 }, (_, n) => `${n + 1}`), (title) => rename(actor, job, title))
        yield* fanOut(actor)
        yield* setStatus(actor, hooks[0]!, "disabled")
        yield* setStatus(actor, hooks[0]!, "enabled")
        const sql = yield* SqlClient.SqlClient
        // Work that is done is kept for a week, and one receiver is postponed by a worker that has it in hand.
        yield* sql`UPDATE queue SET state = 'completed' WHERE sequence = (
          SELECT min(sequence) FROM queue WHERE queue_name = 'receivers' AND element::jsonb ->> 'endpoint_id' = ${
          hooks[1]!.id
        })`
        expect((yield* left(actor)).find(({ rows }) => rows === "deliveries")!.count).toBeGreaterThan(400)
        for (const hook of hooks) yield* webhooks.remove(actor, hook.id)
        yield* (yield* DeliveryQueue).postpone(chainOf(actor, hooks[2]!, job), 1)
        yield* purgeAll
        expect(yield* left(actor)).toEqual([])
        expect(yield* left(other)).toEqual(before)
        expect((yield* webhooks.get(other.organization_id, kept.id)).id).toBe(kept.id)
      })))

    test("a removed webhook is found by nobody before it is purged, and sent nothing more", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { organization_id } = actor
        const webhooks = yield* Webhooks
        const deliveries = yield* WebhookDeliveries
        const queue = yield* DeliveryQueue
        const hook = yield* newWebhook(actor)
        const job = yield* newJob(actor, "Before")
        yield* fanOut(actor)
        yield* webhooks.remove(actor, hook.id)
        const failures = yield* Effect.all([
          Effect.flip(webhooks.get(organization_id, hook.id)),
          Effect.flip(setStatus(actor, hook, "enabled")),
          Effect.flip(webhooks.remove(actor, hook.id)),
          Effect.flip(deliveries.list(organization_id, hook.id, {}, { limit: 1, offset: 0 })),
          Effect.flip(deliveries.test(organization_id, hook.id, "webhook.test")),
          Effect.flip(deliveries.replayRange(organization_id, hook.id, { from_sequence: 1, to_sequence: 1 }))
        ])
        expect(failures.filter((failure) => failure instanceof WebhookNotFound).length).toBe(6)
        expect((yield* webhooks.list(organization_id, { limit: 100, offset: 0 })).items).toEqual([])
        yield* newJob(actor, "After")
        yield* fanOut(actor)
        expect((yield* queue.claim(chainOf(actor, hook, job), 1000))._tag).toBe("None")
        expect(yield* left(actor)).toContainEqual({ rows: "deliveries", count: 1 })
      })))

    test("the purge of a webhook that is not removed does nothing", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const hook = yield* newWebhook(actor)
        yield* newJob(actor, "Before")
        yield* fanOut(actor)
        const before = yield* left(actor)
        yield* (yield* Webhooks).purge(actor.organization_id, hook.id)
        expect(yield* left(actor)).toEqual(before)
      })))
  })
}
