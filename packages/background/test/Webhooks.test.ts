import * as Webhook from "@candor/domain/webhook/Webhook"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import { WebhookDeliveries } from "@candor/domain/webhook/WebhookDeliveries"
import { databases } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import * as People from "@candor/sql/testing/World"
import { describe, expect, test } from "bun:test"
import { Effect, Exit, Scope } from "effect"
import { Webhook as Verifier } from "standardwebhooks"
import { message, receiver } from "./Receiver.ts"
import { eventually, log, newJob, policy, rename, runOn, secret, webhook, worker } from "./WebhookWorld.ts"

/** Numbers from 0 to 1 that are the same every time (mulberry32). */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

const ids = (rows: ReadonlyArray<{ readonly sequence: number }>) => rows.map(({ sequence }) => sequence)

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Webhooks on ${database.name}`, () => {
    test("get the events after their creation, as the feed shows them, signed", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* People.organization({ name: "Acme" })
        const { received, until, url } = yield* receiver()
        yield* newJob(actor, "Before")
        yield* webhook(actor, { url, event_types: ["job.*"] })
        yield* worker()
        const job = yield* newJob(actor, "After")
        yield* until((received) => received.length > 0)
        const [first] = received
        expect(message(first!)).toMatchObject({
          type: "job.created",
          data: { type: "job.created", sequence: 3, subject_id: job.id, data: { id: job.id, title: "After" } }
        })
        expect(first!.headers["webhook-id"]).toBe(message(first!).data.id)
        expect(first!.headers["content-type"]).toBe("application/json")
        expect(new Verifier(secret).verify(first!.body, first!.headers)).toEqual(JSON.parse(first!.body))
        expect(() => new Verifier(secret).verify(`${first!.body} `, first!.headers)).toThrow()
      })))

    test("whose receiver fails 30 % of the time get everything, in order for each subject, signed every time", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* People.organization({ name: "Acme" })
        const next = random(42)
        const { received, until, url } = yield* receiver(() =>
          next() < 0.3 ? new Response("not now", { status: 503 }) : new Response("ok")
        )
        const hook = yield* webhook(actor, { url, event_types: ["job.*"] })
        yield* worker()
        yield* worker()
        const jobs = yield* Effect.forEach(["A", "B", "C", "D", "E"], (title) => newJob(actor, title))
        yield* Effect.forEach(
          jobs,
          (job) => Effect.forEach([1, 2, 3, 4, 5], (n) => rename(actor, job, `${job.title} ${n}`)),
          { concurrency: "unbounded" }
        )
        const taken = () => received.filter(({ status }) => status === 200).map(message)
        yield* until(() => new Set(taken().map(({ data }) => data.id)).size === 30)
        for (const job of jobs) {
          const own = taken().filter(({ data }) => data.subject_id === job.id)
          expect(own.map(({ data }) => data.data["title"])).toEqual([
            job.title,
            ...[1, 2, 3, 4, 5].map((n) => `${job.title} ${n}`)
          ])
        }
        for (const { body, headers } of received) new Verifier(secret).verify(body, headers)
        const entries = yield* eventually(log(hook, actor), (all) => all.every(({ status }) => status === "succeeded"))
        expect(entries.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(received.length)
        expect(received.length).toBeGreaterThan(30)
      })))

    test("are disabled by 410 at once, and continue after they are enabled again", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* People.organization({ name: "Acme" })
        const { received, until, url } = yield* receiver((n) => new Response(null, { status: n === 0 ? 410 : 204 }))
        const hook = yield* webhook(actor, { url, event_types: ["job.*"] })
        yield* worker()
        const job = yield* newJob(actor, "Engineer")
        const webhooks = yield* Webhooks
        const disabled = yield* eventually(
          webhooks.get(actor.organization_id, hook.id),
          ({ status }) => status === "disabled"
        )
        expect(disabled.disabled_reason).toContain("410")
        yield* rename(actor, job, "While it was disabled")
        yield* webhooks.modify(actor, hook.id, (webhook, context) =>
          Webhook.update(webhook, { status: "enabled" }, policy, context))
        yield* until((all) =>
          all.length === 2
        )
        yield* rename(actor, job, "Afterwards")
        yield* until((all) => all.length === 3)
        expect(received.map((one) => message(one).data.data["title"])).toEqual(["Engineer", "Engineer", "Afterwards"])
        const [first] = yield* eventually(log(hook, actor), ([first]) => first?.status === "succeeded")
        expect(first!.attempts).toBe(2)
      })))

    test("are released at once by a worker that stops in an attempt", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* People.organization({ name: "Acme" })
        const { until, url } = yield* receiver((n) =>
          n === 0 ? Promise.withResolvers<Response>().promise : new Response("ok")
        )
        const hook = yield* webhook(actor, { url, event_types: ["job.*"] })
        const stopped = yield* Scope.make()
        yield* Scope.provide(worker(), stopped)
        yield* newJob(actor, "Engineer")
        yield* until((all) => all.length === 1)
        yield* Scope.close(stopped, Exit.void)
        yield* worker()
        yield* until((all) => all.length === 2)
        const [entry] = yield* eventually(log(hook, actor), ([first]) => first?.status === "succeeded")
        expect(entry!.attempts).toBe(2)
      })))

    test("get samples on request, without an event", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* People.organization({ name: "Acme" })
        const { received, until, url } = yield* receiver()
        const hook = yield* webhook(actor, { url })
        yield* worker()
        const deliveries = yield* WebhookDeliveries
        const test = yield* deliveries.test(actor.organization_id, hook.id, "webhook.test")
        yield* deliveries.test(actor.organization_id, hook.id, "application.moved")
        yield* until((all) => all.length === 2)
        yield* deliveries.replay(actor.organization_id, hook.id, test.id)
        yield* until((all) => all.length === 3)
        expect(received.map(message).map(({ data, type }) => [type, data.sequence])).toEqual([
          ["webhook.test", 0],
          ["application.moved", 0],
          ["webhook.test", 0]
        ])
        expect(received[2]!.body).toBe(received[0]!.body)
        expect(received[0]!.headers["webhook-id"]).toBe(test.message_id)
        for (const { body, headers } of received) new Verifier(secret).verify(body, headers)
      })))

    test("of a disabled webhook are neither tested nor replayed", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* People.organization({ name: "Acme" })
        const hook = yield* webhook(actor, { url: "http://127.0.0.1:1/" })
        yield* (yield* Webhooks).modify(actor, hook.id, (webhook, context) =>
          Webhook.update(webhook, { status: "disabled" }, policy, context))
        const deliveries = yield* WebhookDeliveries
        const failures = yield* Effect.all([
          Effect.flip(deliveries.test(actor.organization_id, hook.id, "webhook.test")),
          Effect.flip(deliveries.replayRange(actor.organization_id, hook.id, { from_sequence: 1, to_sequence: 2 }))
        ])
        expect(failures).toEqual([
          new Webhook.WebhookDisabled({ id: hook.id }),
          new Webhook.WebhookDisabled({ id: hook.id })
        ])
        expect(ids(yield* log(hook, actor))).toEqual([])
      })))
  })
}
