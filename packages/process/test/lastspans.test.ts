/** The last spans of a program whose collector does not answer. */
import { expect, test } from "bun:test"
import { Duration, Effect, Exit, Fiber, Metric, References, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Exporter from "../src/telemetry/Exporter.ts"

/** A collector that gets bodies and answers none of them. */
const silentCollector = Effect.acquireRelease(
  Effect.sync(() => {
    const bodies: Array<string> = []
    const first = Promise.withResolvers<void>()
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: async (request) => {
        bodies.push(await request.text())
        first.resolve()
        return Promise.withResolvers<Response>().promise
      }
    })
    return { bodies, first: first.promise, server }
  }),
  ({ server }) => Effect.promise(() => server.stop(true))
)

const sent = Effect.map(Metric.value(Exporter.spansOf.sent), ({ count }) => count)

test("the end of a program waits a second for a collector that does not answer, and its last spans are lost", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const { bodies, first, server } = yield* silentCollector
    const before = yield* sent
    const scope = yield* Scope.make()
    // An export before the end has ten seconds of real time.
    const options = { url: server.url.href, headers: {}, timeout: Duration.seconds(10), delay: Duration.zero }
    const { add } = yield* Scope.provide(Exporter.make({ ...options, frame: { head: "<", tail: ">" } }), scope)
    add("first")
    yield* Effect.promise(() => first)
    add("last")
    const ending = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
    yield* TestClock.adjust("999 millis")
    expect(ending.pollUnsafe()).toBeUndefined()
    yield* TestClock.adjust("1 millis")
    yield* Fiber.join(ending)
    expect([bodies, yield* sent]).toEqual([["<first>"], before])
  })).pipe(Effect.provideService(References.MinimumLogLevel, "None"), Effect.provide(TestClock.layer()))))
