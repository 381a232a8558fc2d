import type { Jobs } from "@candor/domain/Jobs"
import * as Webhook from "@candor/domain/Webhook"
import { WebhookDeliveries } from "@candor/domain/WebhookDeliveries"
import { DeliveryNotFound } from "@candor/domain/WebhookDelivery"
import { Webhooks } from "@candor/domain/Webhooks"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, pglite, runOn } from "./Databases.ts"
import { fanOut, log, newJob, newWebhook, secret, setStatus, waiting } from "./WebhookWorld.ts"
import * as World from "./World.ts"

for (const database of databases) {
  const run = runOn(database)

  describe(`Webhooks on ${database.name}`, () => {
    test("what is created is what is read, and what is recorded tells no secret", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const webhooks = yield* Webhooks
        const created = yield* newWebhook(actor)
        yield* webhooks.modify(actor, created.id, (webhook, facts) =>
          Webhook.rotateSecret(webhook, {}, `${secret}=`, facts))
        const read = yield* webhooks.get(actor.organization_id, created.id)
        expect(read).toMatchObject({ ...created, secret: `${secret}=`, previous_secret: secret, version: 2,
          previous_secret_expires_at: expect.any(String), updated_at: expect.any(String) })
        const sql = yield* SqlClient.SqlClient
        const told = yield* sql<{ text: string }>`SELECT data::text AS text FROM events`
        expect(told.length).toBe(2)
        expect(told.map(({ text }) => text).join()).not.toContain("whsec_")
      })))

    test("a change asks for deliveries where its organization has an enabled webhook, and else for nothing", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const other = yield* World.organization({ name: "Globex" })
        yield* newJob(actor, "Before")
        expect(yield* waiting("webhooks")).toEqual([])
        const webhook = yield* newWebhook(actor)
        expect((yield* waiting("webhooks")).length).toBe(2)
        yield* newJob(other.actor, "Elsewhere")
        expect((yield* waiting("webhooks")).length).toBe(2)
        yield* newJob(actor, "After")
        expect((yield* waiting("webhooks")).length).toBe(3)
        yield* setStatus(actor, webhook, "disabled")
        const before = (yield* waiting("webhooks")).length
        yield* newJob(actor, "Disabled")
        expect((yield* waiting("webhooks")).length).toBe(before)
      })))

    test("many that make deliveries at once make one of each event for each webhook that asks for it", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        yield* newJob(actor, "Before")
        const hooks = yield* Effect.forEach([["job.*"], ["job.created"], ["*"], ["candidate.*"]], (types) =>
          newWebhook(actor, types))
        const making = Effect.forEach(Array.from({ length: 40 }, (_, n) => `Job ${n}`), (title) => newJob(actor, title), {
          concurrency: 8
        })
        const { fanOut: attempt } = yield* WebhookDeliveries
        const fanning = Array.from({ length: 8 }, () => Effect.repeat(attempt(actor.organization_id), { times: 10 }))
        yield* Effect.all([making, ...fanning], { concurrency: "unbounded" })
        yield* fanOut(actor)
        const logs = yield* Effect.forEach(hooks, (hook) => log(actor, hook))
        const titles = logs.map((entries) => entries.filter(({ event_type }) => event_type === "job.created").length)
        expect(titles).toEqual([40, 40, 40, 0])
        for (const entries of logs) expect(new Set(entries.map(({ message_id }) => message_id)).size).toBe(entries.length)
        // All that is about webhooks that were made after it, and none of what was before.
        expect(logs[2]!.filter(({ event_type }) => event_type === "webhook.created").length).toBe(1)
      })))

    test("nothing of another organization's webhook can be read, replayed or deleted", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: stranger } = yield* World.organization({ name: "Globex" })
        const deliveries = yield* WebhookDeliveries
        const webhooks = yield* Webhooks
        const hook = yield* newWebhook(actor)
        const own = yield* newWebhook(stranger)
        const delivery = yield* deliveries.test(actor.organization_id, hook.id, "webhook.test")
        const failures = yield* Effect.all([
          Effect.flip(webhooks.get(stranger.organization_id, hook.id)),
          Effect.flip(webhooks.remove(stranger, hook.id)),
          Effect.flip(deliveries.replayRange(stranger.organization_id, hook.id, { from_sequence: 1, to_sequence: 1 })),
          Effect.flip(deliveries.replay(stranger.organization_id, own.id, delivery.id))
        ])
        expect(failures.map((failure) => failure.constructor)).toEqual([
          Webhook.WebhookNotFound,
          Webhook.WebhookNotFound,
          Webhook.WebhookNotFound,
          DeliveryNotFound
        ])
        yield* webhooks.remove(actor, hook.id)
        expect(yield* waiting("deliveries")).toHaveLength(1)
      })))
  })
}

// A transaction that is under way while others commit needs sessions; PGlite has one.
for (const database of databases.filter((database) => database !== pglite)) {
  test(`on ${database.name} an event that waits for another transaction is not forgotten`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const hook = yield* newWebhook(actor)
      const sql = yield* SqlClient.SqlClient
      const outside = Effect.runPromiseWith(yield* Effect.context<SqlClient.SqlClient | Jobs | WebhookDeliveries>())
      const { fanOut: attempt } = yield* WebhookDeliveries
      const during = yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`CREATE TABLE slow ()`
        return yield* Effect.promise(() => outside(Effect.andThen(newJob(actor, "Fast"), attempt(actor.organization_id))))
      }))
      expect(during).toBe(false)
      yield* fanOut(actor)
      expect((yield* log(actor, hook)).map(({ event_type }) => event_type)).toEqual(["job.created"])
    })))
}
