import type { Jobs } from "@candor/domain/job/Jobs"
import * as Webhook from "@candor/domain/webhook/Webhook"
import { maxPendingReplays, RangeBeyondHead, TooManyReplays } from "@candor/domain/webhook/WebhookDelivery"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import { DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { WebhookDeliveries } from "@candor/domain/webhook/WebhookDeliveries"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, pglite, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { unchecked } from "./Unchecked.ts"
import { fanOut, log, newJob, newWebhook, secret, setStatus, waiting } from "./WebhookWorld.ts"
import * as World from "./World.ts"

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Webhooks on ${database.name}`, () => {
    test("what is created is what is read, and its events have no secret", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const webhooks = yield* Webhooks
        const created = yield* newWebhook(actor)
        yield* webhooks.modify(actor, created.id, (webhook, context) =>
          Webhook.rotateSecret(webhook, {}, `${secret}=`, context))
        const read = yield* webhooks.get(actor.organization_id, created.id)
        expect(read).toMatchObject({
          ...created,
          secret: `${secret}=`,
          previous_secret: secret,
          version: 2,
          previous_secret_expires_at: expect.any(String),
          updated_at: expect.any(String)
        })
        const sql = yield* SqlClient.SqlClient
        const events = yield* sql<{ text: string }>`SELECT data::text AS text FROM events`
        expect(events.length).toBe(2)
        expect(
          events.map(({ text }) =>
            text
          ).join()
        ).not.toContain("whsec_")
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

    test("one fan-out does what all changes before it asked for, but for what another has begun", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: other } = yield* World.organization({ name: "Globex" })
        yield* newWebhook(other)
        const hook = yield* newWebhook(actor)
        yield* Effect.forEach(Array.from({ length: 20 }, (_, n) => `Job ${n}`), (title) => newJob(actor, title))
        const sql = yield* SqlClient.SqlClient
        const holder = "00000000-0000-4000-8000-000000000000"
        const due = sql<{ own: boolean; acquired_by: string | null }>`
          SELECT element::jsonb ->> 'organization_id' = ${actor.organization_id} AS own, acquired_by FROM queue
          WHERE queue_name = 'webhooks' AND state = 'pending' AND visible_at <= now() ORDER BY own, sequence`
        yield* sql`UPDATE queue SET acquired_by = ${holder}, acquired_at = now()
          WHERE sequence = (SELECT max(sequence) FROM queue WHERE queue_name = 'webhooks' AND visible_at <= now())`
        expect((yield* due).length).toBe(22)
        yield* fanOut(actor)
        expect(yield* due).toEqual([{ own: false, acquired_by: null }, { own: true, acquired_by: holder }])
        expect((yield* log(actor, hook)).length).toBe(20)
      })))

    test("many that make deliveries at once make one of each event for each webhook that asks for it", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        yield* newJob(actor, "Before")
        const hooks = yield* Effect.forEach(
          [["job.*"], ["job.created"], ["*"], ["candidate.*"]],
          (types) => newWebhook(actor, types)
        )
        const making = Effect.forEach(
          Array.from({ length: 40 }, (_, n) => `Job ${n}`),
          (title) => newJob(actor, title),
          {
            concurrency: 8
          }
        )
        const { fanOut: attempt } = yield* DeliveryQueue
        const fanning = Array.from({ length: 8 }, () => Effect.repeat(attempt(actor.organization_id), { times: 10 }))
        yield* Effect.all([making, ...fanning], { concurrency: "unbounded" })
        yield* fanOut(actor)
        const logs = yield* Effect.forEach(hooks, (hook) => log(actor, hook))
        const titles = logs.map((entries) => entries.filter(({ event_type }) => event_type === "job.created").length)
        expect(titles).toEqual([40, 40, 40, 0])
        for (const entries of logs)
          expect(new Set(entries.map(({ message_id }) => message_id)).size).toBe(entries.length)
        // All that is about webhooks that were made after it, and none of what was before.
        expect(logs[2]!.filter(({ event_type }) => event_type === "webhook.created").length).toBe(1)
      })))

    test("a range is replayed up to what was answered before, and none from beyond it", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { organization_id } = actor
        const { replayRange } = yield* WebhookDeliveries
        const hook = yield* newWebhook(actor)
        yield* newJob(actor, "Not sealed yet")
        // What else goes on on a server can hold up the order for a moment; without sealing there never is one.
        const replayed = yield* Effect.repeat(
          replayRange(organization_id, hook.id, { from_sequence: 1, to_sequence: 100 }),
          {
            until: (replayed) => replayed > 0
          }
        )
        expect(replayed).toBe(1)
        expect(yield* Effect.flip(replayRange(organization_id, hook.id, { from_sequence: 3, to_sequence: 4 }))).toEqual(
          new RangeBeyondHead({ from_sequence: 3, latest: 2 })
        )
      })))

    test("the log keeps what is finished for 30 days, and what is not for ever", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: other } = yield* World.organization({ name: "Globex" })
        const hooks = [yield* newWebhook(actor), yield* newWebhook(other)] as const
        const sql = yield* SqlClient.SqlClient
        const old = (organization: string, webhook: string, status: string, days: number) =>
          sql`
            INSERT INTO webhook_deliveries (organization_id, endpoint_id, id, kind, message_id, event_type, sequence,
              subject_id, status, attempts, next_attempt_at, created_at, completed_at)
            SELECT ${organization}, ${webhook}, gen_random_uuid(), 'test', gen_random_uuid(), 'webhook.test', ${days},
              gen_random_uuid(), ${status}, 1, CASE WHEN ${status} = 'pending' THEN now() END,
              now() - interval '99 days', CASE WHEN ${status} <> 'pending' THEN now() - ${days}::integer * interval '1 day' END
            FROM generate_series(1, 1001)`
        yield* old(actor.organization_id, hooks[0].id, "succeeded", 31)
        yield* old(actor.organization_id, hooks[0].id, "failed", 29)
        yield* old(actor.organization_id, hooks[0].id, "pending", 98)
        yield* old(other.organization_id, hooks[1].id, "failed", 31)
        yield* (yield* DeliveryQueue).forget
        const kept = yield* sql`SELECT status, sequence, count(*)::integer AS count FROM webhook_deliveries
          GROUP BY status, sequence ORDER BY sequence, status`
        expect(kept).toEqual([
          { status: "failed", sequence: 29, count: 1001 },
          { status: "pending", sequence: 98, count: 1001 }
        ])
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
      const outside = Effect.runPromiseWith(yield* Effect.context<SqlClient.SqlClient | Jobs | DeliveryQueue>())
      const { fanOut: attempt } = yield* DeliveryQueue
      const during = yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`CREATE TABLE slow ()`
        const looking = Effect.all([attempt(actor.organization_id), attempt(actor.organization_id)])
        return yield* Effect.promise(() => outside(Effect.andThen(newJob(actor, "Fast"), looking)))
      }))
      expect(during).toEqual([false, false])
      const [work, ...more] = yield* sql<{ soon: boolean }>`
        SELECT visible_at > now() - interval '10 seconds' AND visible_at <= now() + interval '1 second' AS soon FROM queue
        WHERE queue_name = 'webhooks' AND state = 'pending' AND visible_at < now() + interval '5 seconds'`
      expect([work, more]).toEqual([{ soon: true }, []])
      yield* fanOut(actor)
      expect((yield* log(actor, hook)).map(({ event_type }) => event_type)).toEqual(["job.created"])
    })))
}

// PGlite takes seconds for so many rows.
for (const database of databases.filter((database) => database !== pglite)) {
  test(`on ${database.name} no more is replayed than may wait for a webhook`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { organization_id } = actor
      const { replay, replayRange } = yield* WebhookDeliveries
      const hook = yield* newWebhook(actor)
      const job = yield* newJob(actor, "Replayed")
      yield* Effect.repeat(replayRange(organization_id, hook.id, { from_sequence: 1, to_sequence: 100 }), {
        until: (replayed) => replayed > 0
      })
      const sql = yield* SqlClient.SqlClient
      yield* unchecked(sql`
        INSERT INTO webhook_deliveries (organization_id, endpoint_id, id, kind, message_id, event_type, sequence,
          subject_id, status, attempts, next_attempt_at, created_at)
        SELECT ${organization_id}, ${hook.id}, md5(n::text)::uuid, 'replay', md5(n::text)::uuid, 'job.created', 1,
          ${job.id}, 'pending', 0, now(), now()
        FROM generate_series(1, ${maxPendingReplays - 1}::integer) n`)
      const full = new TooManyReplays({ max: maxPendingReplays, pending: maxPendingReplays })
      const [first] = yield* log(actor, hook)
      expect(yield* Effect.flip(replayRange(organization_id, hook.id, { from_sequence: 1, to_sequence: 2 }))).toEqual(
        full
      )
      expect(yield* Effect.flip(replay(organization_id, hook.id, first!.id))).toEqual(full)
    })))
}
