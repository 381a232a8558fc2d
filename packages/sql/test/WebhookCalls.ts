/** Calls every method of the ports for webhooks, in each way that sends a statement of its own. */
import type { Actor } from "@candor/domain/access/Actor"
import { Jobs } from "@candor/domain/job/Jobs"
import { DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { WebhookDeliveries } from "@candor/domain/webhook/WebhookDeliveries"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { listed, pages } from "./EveryWay.ts"
import { chainOf, fanOut, newJob, newWebhook, rename, setStatus } from "./WebhookWorld.ts"

/**
 * Runs an effect before the events of a write can be sequenced: its transaction is still running, and a later one, that
 * of the savepoint, has ended.
 */
const beforeCommit = Effect.fn("beforeCommit")(
  function*<A, E>(write: Effect.Effect<A, E, Jobs>, then: Effect.Effect<boolean>) {
    const sql = yield* SqlClient.SqlClient
    const rolledBack = Effect.flip(
      sql.withTransaction(Effect.andThen(sql`CREATE TABLE later ()`, Effect.fail("rolled back")))
    )
    yield* sql.withTransaction(write.pipe(Effect.andThen(rolledBack), Effect.andThen(then)))
  },
  Effect.orDie
)

export const webhooks = Effect.fn("webhooks")(function*(actor: Actor) {
  const { organization_id } = actor
  const webhooks = yield* Webhooks
  const deliveries = yield* WebhookDeliveries
  const queue = yield* DeliveryQueue
  const hook = yield* newWebhook(actor)
  yield* webhooks.get(organization_id, hook.id)
  yield* Effect.forEach(pages, (page) => webhooks.list(organization_id, page))
  const job = yield* newJob(actor, "First")
  yield* rename(actor, job, "Second")
  yield* rename(actor, job, "Third")
  yield* fanOut(actor)
  yield* beforeCommit(rename(actor, job, "Fourth"), queue.fanOut(organization_id))
  const receiver = { organization_id, endpoint_id: hook.id }
  const chain = chainOf(actor, hook, job)
  const claim = Effect.map(queue.claim(chain, 60_000), Option.getOrThrow)
  yield* queue.due(receiver, 10)
  yield* queue.release(chain, yield* claim)
  yield* queue.succeed(chain, yield* claim, { status: 200, error: null, response: "ok" })
  yield* queue.fail(chain, yield* claim, { status: 500, error: "Answered 500", response: "no" }, 0)
  yield* queue.fail(chain, yield* claim, { status: 500, error: "Answered 500", response: "no" }, undefined)
  yield* queue.postpone(receiver, 1000)
  const test = yield* deliveries.test(organization_id, hook.id, "webhook.test")
  yield* deliveries.replay(organization_id, hook.id, test.id)
  yield* deliveries.replayRange(organization_id, hook.id, { from_sequence: 1, to_sequence: 2 })
  yield* listed(
    { status: "pending" as const },
    (filter, page) => Effect.orDie(deliveries.list(organization_id, hook.id, filter, page))
  )
  yield* setStatus(actor, hook, "disabled")
  yield* setStatus(actor, hook, "enabled")
  yield* queue.resume(organization_id, hook.id)
  yield* queue.forget
  yield* webhooks.remove(actor, hook.id)
  yield* webhooks.purge(organization_id, hook.id)
})
