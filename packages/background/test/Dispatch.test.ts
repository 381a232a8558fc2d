/** What holds for the deliveries of others while receivers hang, and for those that wait. */
import { BackgroundStatus, make as makeStatus } from "@candor/background/BackgroundStatus"
import * as Dispatch from "@candor/background/webhook/Dispatch"
import { make as makeSlots } from "@candor/background/webhook/ReceiverSlots"
import { OrganizationId, WebhookId } from "@candor/domain/Id"
import type { Receiver } from "@candor/domain/webhook/WebhookDelivery"
import { type DueChain, DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { databases } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { untilSequenceable } from "@candor/sql/testing/Sequenceable"
import * as People from "@candor/sql/testing/World"
import { describe, expect, test } from "bun:test"
import { Deferred, Duration, Effect, Exit, Fiber, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { receiver } from "./Receiver.ts"
import { eventually, log, newJob, runOn, settings, webhook, worker } from "./WebhookWorld.ts"

const one: Receiver = {
  organization_id: OrganizationId.make("00000000-0000-7000-8000-000000000001"),
  endpoint_id: WebhookId.make("00000000-0000-7000-8000-000000000002")
}
const chain = (claimed_for = 0) => ({ subject_id: crypto.randomUUID(), claimed_for })

/** Makes a dispatch over these lists, and empty ones after them. `postponed` has the milliseconds of each queueing. */
const dispatching = <E>(
  lists: Array<ReadonlyArray<DueChain>>,
  sendNext: () => Effect.Effect<boolean, E>,
  slots = makeSlots(1)
) => {
  const postponed: Array<number> = []
  const dispatch = Dispatch.make({
    slots,
    sendNext,
    queue: {
      due: () => Effect.sync(() => lists.shift() ?? []),
      postpone: (_, millis) => Effect.sync(() => void postponed.push(millis))
    }
  })
  return { dispatch: dispatch(one), postponed, slots }
}

describe("A dispatch", () => {
  test("sends all listed chains, and queues the receiver for the end of another process's claim", async () => {
    let sent = 0
    const { dispatch, postponed } = dispatching(
      [[chain(), chain(), chain(9000)], [chain(7000), chain(8000)]],
      () => Effect.sync(() => ++sent < 0)
    )
    await Effect.runPromise(dispatch)
    expect([sent, postponed]).toEqual([2, [7000]])
  })

  test("whose statements fail releases its slots and fails, so that its work is retried", async () => {
    const { dispatch, postponed, slots } = dispatching([[chain(), chain()]], () => Effect.fail("the database is away"))
    expect(await Effect.runPromise(Effect.flip(dispatch))).toBe("the database is away")
    expect(postponed).toEqual([])
    expect(slots.take(one, 0)).toBe(true)
  })

  test("that is interrupted releases its slots", async () => {
    const slots = makeSlots(1)
    const begun = Deferred.makeUnsafe<void>()
    const { dispatch } = dispatching(
      [[chain()]],
      () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never),
      slots
    )
    await Effect.runPromise(Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(dispatch)
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(fiber)
    }))
    expect(slots.take(one, 0)).toBe(true)
  })

  test("of a receiver that this process dispatches already ends at once, and has the other list again", async () => {
    const lists = [[chain()]]
    const begun = Deferred.makeUnsafe<void>()
    const answered = Deferred.makeUnsafe<void>()
    let sent = 0
    const { dispatch, postponed } = dispatching(
      lists,
      () => Deferred.succeed(begun, undefined).pipe(Effect.andThen(Deferred.await(answered)), Effect.as(++sent < 0))
    )
    await Effect.runPromise(Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(dispatch)
      yield* Deferred.await(begun)
      // It hangs in its one slot, while something more becomes due.
      lists.push([chain()])
      yield* dispatch
      expect(sent).toBe(1)
      yield* Deferred.succeed(answered, undefined)
      yield* Fiber.join(fiber)
    }))
    expect([sent, postponed]).toEqual([2, []])
  })
})

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Deliveries on ${database.name}`, () => {
    // Nothing here waits for a hanging attempt to end: they hang until the test is over.
    test.each([16])(
      "of others are sent while all %d receivers of an organization hang",
      (count) =>
        run(Effect.gen(function*() {
          const { actor } = yield* People.organization({ name: "Acme" })
          const { actor: other } = yield* People.organization({ name: "Globex" })
          const hanging = yield* receiver(() => Promise.withResolvers<Response>().promise)
          const healthy = yield* receiver()
          for (let n = 0; n < count; n++)
            yield* webhook(actor, { url: `${hanging.url}/${n}`, event_types: ["job.created"] })
          yield* webhook(other, { url: healthy.url, event_types: ["job.created"] })
          const titles = Array.from({ length: 10 }, (_, n) => `Job ${n}`)
          yield* Effect.forEach(titles, (title) => newJob(actor, title))
          yield* worker({ ...settings, timeout: Duration.hours(1) })
          const paths = () => new Set(hanging.received.map(({ path }) => path))
          yield* hanging.until(() => paths().size === count)
          yield* Effect.forEach(titles, (title) => newJob(other, title))
          yield* healthy.until((all) => all.length === titles.length)
          // One attempt for each receiver of which no answer is known yet, and none of them has ended.
          expect([hanging.received.length, paths().size]).toEqual([count, count])
          expect(hanging.received.every(({ status }) => status === 0)).toBe(true)
        }))
    )

    test("to a receiver that hangs wait as one or two elements of the queue, whatever their number, and are sent once it answers", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* People.organization({ name: "Acme" })
        const { received, url } = yield* receiver((n) =>
          n < 2 ? Promise.withResolvers<Response>().promise : new Response("ok")
        )
        const hook = yield* webhook(actor, { url, event_types: ["job.created"] })
        const titles = Array.from({ length: 20 }, (_, n) => `Job ${n}`)
        yield* Effect.forEach(titles, (title) => newJob(actor, title))
        yield* untilSequenceable(actor.organization_id)
        yield* (yield* DeliveryQueue).fanOut(actor.organization_id)
        yield* worker({ ...settings, pace: 0.03, timeout: Duration.seconds(1) })
        const sql = yield* SqlClient.SqlClient
        // The second attempt at what failed, the next probe, and at times the one that is being taken.
        const maxQueued = yield* eventually(
          Effect.map(
            sql<
              { n: number }
            >`SELECT count(*)::integer AS n FROM queue WHERE queue_name = 'receivers' AND state = 'pending'`,
            ([row]) => row!.n
          ),
          (n) => n > 3 || received.length > 1
        )
        expect(maxQueued).toBeLessThanOrEqual(3)
        // Under load further attempts time out, too.
        const entries = yield* eventually(log(hook, actor), (all) => all.every(({ status }) => status === "succeeded"))
        expect(entries).toHaveLength(titles.length)
      })))

    test("that are paused are made and not sent, and are sent after the pause", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* People.organization({ name: "Acme" })
        const { received, until, url } = yield* receiver()
        const hook = yield* webhook(actor, { url, event_types: ["job.created"] })
        const pausing = yield* Scope.make()
        const consumed = new Set<string>()
        const status = makeStatus()
        const waiting = (queue: string, more: number) => {
          consumed.add(queue)
          return status.waiting(queue, more)
        }
        yield* Scope.provide(worker({ ...settings, paused: true }), pausing).pipe(
          Effect.provideService(BackgroundStatus, { ...status, waiting })
        )
        expect([...consumed].toSorted()).toEqual(["removals", "resumptions", "webhooks"])
        yield* newJob(actor, "While paused")
        yield* eventually(log(hook, actor), (all) => all.length === 1)
        yield* Scope.close(pausing, Exit.void)
        expect(received).toEqual([])
        yield* worker()
        yield* until((all) => all.length === 1)
      })))
  })
}
