/** How long a stream of events lasts, and how long it says nothing. */
import type { Events } from "@candor/domain/event/Events"
import { OrganizationId } from "@candor/domain/Id"
import * as Timestamp from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"
import { Effect, Exit, Fiber, Stream } from "effect"
import type { HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { asServerSentEvents } from "../../src/streams/EventStream.ts"

/** A feed in which nothing happens. */
const events: Pick<Events["Service"], "changed" | "sequencedPage"> = {
  changed: () => Effect.never,
  sequencedPage: () => Effect.succeed({ events: [], next: 0, has_more: false, head: 0, epoch: "epoch" })
}

const streamOf = ({ body }: HttpServerResponse.HttpServerResponse) => body._tag === "Stream" ? body.stream : Stream.die("no stream")

test("a stream on which nothing happens says so every 15 seconds, and ends after ten minutes", () =>
  Effect.runPromise(Effect.gen(function*() {
    const request = Effect.succeed({ after: undefined, types: undefined, limit: 100, since: Timestamp.fromMillis(0) })
    const response = yield* asServerSentEvents(events as Events["Service"], OrganizationId.make(crypto.randomUUID()), {
      ended: Effect.never,
      request,
      turn: Effect.void
    })
    const sent: Array<string> = []
    const sending = yield* Effect.forkChild(
      Stream.runForEach(streamOf(response), (chunk) => Effect.sync(() => sent.push(new TextDecoder().decode(chunk))))
    )
    yield* TestClock.adjust("14999 millis")
    expect(sent).toEqual([": open\n\n"])
    yield* TestClock.adjust("1 millis")
    expect(sent).toEqual([": open\n\n", ": still here\n\n"])
    yield* TestClock.adjust("15 seconds")
    expect(sent).toHaveLength(3)
    yield* TestClock.adjust("569999 millis")
    expect(sending.pollUnsafe()).toBeUndefined()
    yield* TestClock.adjust("1 millis")
    expect(yield* Fiber.await(sending)).toEqual(Exit.void)
  }).pipe(Effect.provide(TestClock.layer()))))
