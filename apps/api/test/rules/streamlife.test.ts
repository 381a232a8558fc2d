/** How long a stream of events lasts, and how long it says nothing. */
import type { Event } from "@candor/domain/event/Event"
import type { Events } from "@candor/domain/event/Events"
import { OrganizationId } from "@candor/domain/Id"
import * as Timestamp from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"
import { Effect, Exit, Fiber, Stream } from "effect"
import type { HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { asServerSentEvents } from "../../src/streams/EventStream.ts"

type Feed = Pick<Events["Service"], "changed" | "sequencedPage">

/** A feed in which nothing happens. */
const still: Feed = {
  changed: () => Effect.never,
  sequencedPage: () => Effect.succeed({ events: [], next: 0, has_more: false, head: 0, epoch: "9f86d081" })
}

/**
 * A feed in which something has happened at any time, of another type than those that are read; a page of it takes a
 * second, but for the first one.
 */
const busy: Feed = {
  changed: () => Effect.void,
  sequencedPage: (_, { after = 0, limit }) =>
    Effect.as(limit === 1 ? Effect.void : Effect.sleep("1 second"), {
      events: [],
      next: after + 1,
      has_more: false,
      head: after + 1,
      epoch: "9f86d081"
    })
}

const streamOf = ({ body }: HttpServerResponse.HttpServerResponse) =>
  body._tag === "Stream" ? body.stream : Stream.die("no stream")

/** Opens a stream of a feed, and collects what it sends. */
const open = Effect.fnUntraced(function*(feed: Feed, isActive = Effect.succeed(true)) {
  const request = Effect.succeed({ after: 0, types: undefined, limit: 100, since: Timestamp.fromMillis(0) })
  const response = yield* asServerSentEvents(feed as Events["Service"], OrganizationId.make(crypto.randomUUID()), {
    ended: Effect.never,
    isActive,
    request,
    turn: Effect.void
  })
  const sent: Array<string> = []
  const sending = yield* Effect.forkChild(
    Stream.runForEach(streamOf(response), (chunk) => Effect.sync(() => sent.push(new TextDecoder().decode(chunk))))
  )
  return { sending, sent }
})

test("a stream says every 15 seconds that it is there, and how far it is, where only events of other types happen", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      const { sent } = yield* open(busy)
      yield* TestClock.adjust("14 seconds")
      expect(sent).toEqual([": open\n\n"])
      yield* TestClock.adjust("16 seconds")
      expect(sent).toEqual([": open\n\n", ": still here\nid: 9f86d081-15\n\n", ": still here\nid: 9f86d081-30\n\n"])
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer()))
  ))

test("a stream on which nothing happens says so every 15 seconds, and ends after ten minutes", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      const { sending, sent } = yield* open(still)
      yield* TestClock.adjust("14999 millis")
      expect(sent).toEqual([": open\n\n"])
      yield* TestClock.adjust("1 millis")
      expect(sent).toEqual([": open\n\n", ": still here\nid: 9f86d081-0\n\n"])
      yield* TestClock.adjust("15 seconds")
      expect(sent).toHaveLength(3)
      yield* TestClock.adjust("569999 millis")
      expect(sending.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 millis")
      expect(yield* Fiber.await(sending)).toEqual(Exit.void)
    }).pipe(Effect.provide(TestClock.layer()))
  ))

/** A feed that has a page of one event, and another page behind it. */
const full: Feed = {
  changed: () => Effect.void,
  sequencedPage: (_, { after = 0 }) =>
    Effect.succeed({
      events: [{ sequence: after + 1, type: "job.created" } as unknown as Event],
      next: after + 1,
      has_more: true,
      head: after + 2,
      epoch: "9f86d081"
    })
}

test("a page that was read is not sent once the key allows it no more, whenever that is noticed, and the stream ends", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      let left = 2
      const { sending, sent } = yield* open(full, Effect.sync(() => left-- > 0))
      yield* Fiber.join(sending)
      expect(sent.filter((text) => text.includes("event: job.created"))).toHaveLength(2)
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer()))
  ))
