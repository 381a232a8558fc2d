import type * as Job from "@candor/domain/job/Job"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import { type Claim, DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { describe, expect, test } from "bun:test"
import { Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import * as StoredDeliveries from "../src/repositories/webhook/WebhookDeliveries.ts"
import { countingRows } from "./RowCounts.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { chainOf, fanOut, log, newJob, newWebhook, rename, secret, setStatus, waiting } from "./WebhookWorld.ts"
import * as World from "./World.ts"

/** Milliseconds for which a claim lasts. */
const lease = 60_000
const sent = { status: 200, error: null, response: "ok" }
const refused = { status: 500, error: "Answered 500", response: "no" }

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Deliveries on ${database.name}`, () => {
    test("one delivery of a chain is attempted at a time, in order, by one of many", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const queue = yield* DeliveryQueue
        const hook = yield* newWebhook(actor)
        const job = yield* newJob(actor, "First")
        yield* rename(actor, job, "Second")
        yield* fanOut(actor)
        const chain = chainOf(actor, hook, job)
        const claims = yield* Effect.all(Array.from({ length: 8 }, () => queue.claim(chain, lease)), {
          concurrency: "unbounded"
        })
        const [first, ...others] = claims.filter(Option.isSome).map(({ value }) => value)
        expect(others).toEqual([])
        expect(first).toMatchObject({
          delivery: { event_type: "job.created", attempts: 1, status: "pending" },
          event: { type: "job.created", data: { title: "First" } },
          webhook: { id: hook.id, url: hook.url, secret }
        })
        yield* queue.succeed(chain, first!, sent)
        const second = Option.getOrThrow(yield* queue.claim(chain, lease))
        expect(second.event).toMatchObject({ type: "job.updated", data: { title: "Second" } })
        yield* queue.succeed(chain, second, sent)
        expect(Option.isNone(yield* queue.claim(chain, lease))).toBe(true)
        expect((yield* log(actor, hook)).map(({ attempts, status }) => [status, attempts])).toEqual([
          ["succeeded", 1],
          ["succeeded", 1]
        ])
      })))

    test("a failed attempt holds up its own chain until it is due, and no other, and leaves work for then", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const queue = yield* DeliveryQueue
        const hook = yield* newWebhook(actor)
        const [held, free] = yield* Effect.all([newJob(actor, "Held"), newJob(actor, "Free")])
        yield* rename(actor, held, "Later")
        yield* fanOut(actor)
        const before = (yield* waiting("receivers")).length
        const chain = chainOf(actor, hook, held)
        const claim = Option.getOrThrow(yield* queue.claim(chain, lease))
        const failing = Option.getOrThrow(yield* queue.fail(chain, claim, refused, 3_600_000))
        expect(failing).toMatchObject({ throughout: true, gave_up: false })
        expect(Option.isNone(yield* queue.claim(chain, lease))).toBe(true)
        expect(Option.isSome(yield* queue.claim(chainOf(actor, hook, free), lease))).toBe(true)
        expect((yield* waiting("receivers")).length).toBe(before + 1)
        const sql = yield* SqlClient.SqlClient
        const [due] = yield* sql<{ same: boolean }>`
          SELECT q.visible_at = d.next_attempt_at::timestamp AS same FROM queue q, webhook_deliveries d
          WHERE q.visible_at > now() + interval '50 minutes' AND d.id = ${claim.delivery.id}`
        expect(due).toEqual({ same: true })
      })))

    test("an attempt that gave up lets the chain go on", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const queue = yield* DeliveryQueue
        const hook = yield* newWebhook(actor)
        const job = yield* newJob(actor, "First")
        yield* rename(actor, job, "Second")
        yield* fanOut(actor)
        const chain = chainOf(actor, hook, job)
        const claim = Option.getOrThrow(yield* queue.claim(chain, lease))
        expect(yield* queue.fail(chain, claim, refused, undefined)).toMatchObject({ value: { gave_up: true } })
        expect(Option.getOrThrow(yield* queue.claim(chain, lease)).delivery.event_type).toBe("job.updated")
      })))

    test("a claim that has ended is somebody else's, and what its holder brings late is not taken for theirs", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const queue = yield* DeliveryQueue
        const hook = yield* newWebhook(actor)
        const job = yield* newJob(actor, "First")
        yield* fanOut(actor)
        const chain = chainOf(actor, hook, job)
        const late: Claim = Option.getOrThrow(yield* queue.claim(chain, 0))
        const taken = Option.getOrThrow(yield* queue.claim(chain, lease))
        expect(taken.delivery.attempts).toBe(2)
        expect(Option.isNone(yield* queue.fail(chain, late, refused, 0))).toBe(true)
        yield* queue.release(chain, late)
        expect(Option.isNone(yield* queue.claim(chain, lease))).toBe(true)
        yield* queue.release(chain, taken)
        expect(Option.isSome(yield* queue.claim(chain, lease))).toBe(true)
      })))

    test("what is due is listed by its first delivery, with the time until another's claim on it ends, and nothing that waits", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const queue = yield* DeliveryQueue
        const hook = yield* newWebhook(actor)
        const [claimed, failed, free] = yield* Effect.all([
          newJob(actor, "Claimed"),
          newJob(actor, "Failed"),
          newJob(actor, "Free")
        ])
        yield* Effect.forEach([claimed, failed, free], (job) => rename(actor, job, "Again"))
        yield* fanOut(actor)
        yield* queue.claim(chainOf(actor, hook, claimed), lease)
        const attempt = Option.getOrThrow(yield* queue.claim(chainOf(actor, hook, failed), lease))
        yield* queue.fail(chainOf(actor, hook, failed), attempt, refused, 3_600_000)
        const due = yield* queue.due(chainOf(actor, hook, free), 10)
        expect(due.map(({ subject_id }) => subject_id)).toEqual([claimed.id, free.id])
        expect(due[0]!.claimed_for).toBeWithin(1, lease + 1)
        expect(due[1]!.claimed_for).toBe(0)
        expect(yield* queue.due(chainOf(actor, hook, free), 1)).toHaveLength(1)
        yield* setStatus(actor, hook, "disabled")
        expect(yield* queue.due(chainOf(actor, hook, free), 10)).toEqual([])
      })))

    test("a receiver has little work however much is due to it: who looks takes all that is due, and who postpones leaves one", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const queue = yield* DeliveryQueue
        const [hook, other] = [yield* newWebhook(actor), yield* newWebhook(actor)]
        const receiver = { organization_id: actor.organization_id, endpoint_id: hook.id }
        for (const title of ["A", "B", "C"]) {
          yield* newJob(actor, title)
          yield* fanOut(actor)
        }
        const receivers = Effect.map(
          waiting("receivers"),
          (rows) => rows.map(({ element }) => JSON.parse(element).endpoint_id).toSorted()
        )
        expect(yield* receivers).toHaveLength(6)
        yield* queue.due(receiver, 10)
        expect(yield* receivers).toEqual([other.id, other.id, other.id])
        yield* queue.postpone(receiver, 60_000)
        yield* newJob(actor, "D")
        yield* fanOut(actor)
        yield* queue.postpone(receiver, 90_000)
        yield* queue.postpone(receiver, 0)
        yield* queue.postpone(receiver, 0)
        // One is due now, and one for later is left from before.
        expect((yield* receivers).filter((id) => id === hook.id)).toHaveLength(2)
      })))

    test("a disabled webhook is sent nothing; enabled again it gets what waited and what it had not been sent, and nothing of in between", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const queue = yield* DeliveryQueue
        const hook = yield* newWebhook(actor)
        const job = yield* newJob(actor, "First")
        yield* fanOut(actor)
        const chain = chainOf(actor, hook, job)
        const claim = Option.getOrThrow(yield* queue.claim(chain, lease))
        yield* queue.fail(chain, claim, refused, 3_600_000)
        yield* rename(actor, job, "Before the end")
        yield* setStatus(actor, hook, "disabled")
        yield* rename(actor, job, "In between")
        yield* fanOut(actor)
        expect(Option.isNone(yield* queue.claim(chain, lease))).toBe(true)
        const enabled = yield* setStatus(actor, hook, "enabled")
        expect([enabled.status, enabled.failing_since]).toEqual(["enabled", null])
        yield* rename(actor, job, "Afterwards")
        yield* fanOut(actor)
        yield* queue.resume(actor.organization_id, hook.id)
        const titles: Array<unknown> = []
        for (let next = yield* queue.claim(chain, lease); Option.isSome(next);) {
          titles.push(next.value.event?.data?.["title"])
          yield* queue.succeed(chain, next.value, sent)
          next = yield* queue.claim(chain, lease)
        }
        expect(titles).toEqual(["First", "Before the end", "Afterwards"])
      })))

    test("enabling leaves what waits to background work, which makes thousands of deliveries due", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { organization_id } = actor
        const queue = yield* DeliveryQueue
        const hook = yield* newWebhook(actor)
        yield* setStatus(actor, hook, "disabled")
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          INSERT INTO webhook_deliveries (organization_id, endpoint_id, id, kind, message_id, event_type, sequence,
            subject_id, status, attempts, next_attempt_at, created_at)
          SELECT ${organization_id}, ${hook.id}, gen_random_uuid(), 'test', gen_random_uuid(), 'webhook.test', 0,
            gen_random_uuid(), 'pending', 1, now() + interval '9 hours', now()
          FROM generate_series(1, 2500)`
        const due = sql<{ due: number }>`
          SELECT count(*)::integer AS due FROM webhook_deliveries WHERE next_attempt_at <= now()`
        yield* setStatus(actor, hook, "enabled")
        expect([(yield* due)[0]!.due, (yield* waiting("receivers")).length]).toEqual([0, 0])
        expect((yield* waiting("resumptions")).map(({ element }) => JSON.parse(element))).toEqual([
          { organization_id, endpoint_id: hook.id }
        ])
        yield* queue.resume(organization_id, hook.id)
        expect((yield* due)[0]!.due).toBe(2500)
        expect((yield* waiting("receivers")).map(({ element }) => JSON.parse(element))).toEqual([
          { organization_id, endpoint_id: hook.id }
        ])
      })))

    test.each(
      [
        { what: "deletes", text: "DELETE FROM webhook_deliveries", status: "succeeded", passed: -31 },
        { what: "makes due", text: "UPDATE webhook_deliveries SET next_attempt_at", status: "pending", passed: 1 }
      ] as const
    )(
      "one statement $what 1,000 deliveries, and the next one does the rest",
      ({ passed, status, text }) =>
        run(Effect.gen(function*() {
          const { actor: { organization_id }, actor } = yield* World.organization({ name: "Acme" })
          const hook = yield* newWebhook(actor)
          const sql = yield* SqlClient.SqlClient
          yield* sql`
          INSERT INTO webhook_deliveries (organization_id, endpoint_id, id, kind, message_id, event_type, sequence,
            subject_id, status, attempts, next_attempt_at, created_at, completed_at)
          SELECT ${organization_id}, ${hook.id}, gen_random_uuid(), 'test', gen_random_uuid(), 'webhook.test', 0, gen_random_uuid(),
            ${status}, 1, CASE WHEN ${status} = 'pending' THEN now() + ${passed} * interval '1 day' END, now(),
            CASE WHEN ${status} <> 'pending' THEN now() + ${passed} * interval '1 day' END
          FROM generate_series(1, 1001)`
          const { client, counts } = countingRows(sql, text)
          yield* Effect.gen(function*() {
            const queue = yield* DeliveryQueue
            yield* status === "pending" ? queue.resume(organization_id, hook.id) : queue.forget
          }).pipe(Effect.provide(
            Layer.fresh(StoredDeliveries.layer).pipe(
              Layer.provide([Layer.succeed(SqlClient.SqlClient, client), SecureRandom.layerWebCrypto])
            )
          ))
          expect(counts).toEqual([1000, 1])
        }))
    )

    test("a success ends a failure, and what failed throughout says so", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const queue = yield* DeliveryQueue
        const webhooks = yield* Webhooks
        const hook = yield* newWebhook(actor)
        const [failing, fine] = yield* Effect.all([newJob(actor, "Failing"), newJob(actor, "Fine")])
        yield* fanOut(actor)
        const attempt = (job: Job.JobState) =>
          Effect.map(queue.claim(chainOf(actor, hook, job), lease), Option.getOrThrow)
        yield* queue.fail(chainOf(actor, hook, failing), yield* attempt(failing), refused, 0)
        expect((yield* webhooks.get(actor.organization_id, hook.id)).failing_since).toBeString()
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE webhook_deliveries SET first_failed_at = (first_failed_at AT TIME ZONE 'UTC' - interval '1 hour') AT TIME ZONE 'UTC'`
        yield* queue.succeed(chainOf(actor, hook, fine), yield* attempt(fine), sent)
        expect((yield* webhooks.get(actor.organization_id, hook.id)).failing_since).toBeNull()
        const last = yield* queue.fail(chainOf(actor, hook, failing), yield* attempt(failing), refused, undefined)
        expect(last).toMatchObject({ value: { gave_up: true, throughout: false } })
      })))

    test("erasing an event erases what is still to be sent of it", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const queue = yield* DeliveryQueue
        const hook = yield* newWebhook(actor)
        const job = yield* newJob(actor, "Personal")
        yield* fanOut(actor)
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE events SET data = NULL, salt = NULL WHERE subject_id = ${job.id}`
        const claim = Option.getOrThrow(yield* queue.claim(chainOf(actor, hook, job), lease))
        expect(claim.event).toMatchObject({ type: "job.created", data: null })
        const rows = yield* sql<{ text: string }>`SELECT d::text AS text FROM webhook_deliveries d`
        expect(rows.map(({ text }) => text).join()).not.toContain("Personal")
      })))
  })
}
