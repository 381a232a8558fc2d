/** Streams that have something to send at the same time do it a few at a time. */
import { OrganizationId } from "@candor/domain/Id"
import { expect, test } from "bun:test"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { StreamTurns } from "../../src/streams/StreamTurns.ts"

test("two streams send in a millisecond, and another organization's does not wait behind hundreds", () =>
  Effect.runPromise(Effect.gen(function*() {
    const { next } = yield* StreamTurns
    const [acme, globex] = [OrganizationId.make(crypto.randomUUID()), OrganizationId.make(crypto.randomUUID())]
    const sent: Array<string> = []
    const send = (name: string, organization: OrganizationId) =>
      Effect.forkChild(Effect.map(next(organization), () => sent.push(name)), { startImmediately: true })
    yield* Effect.forEach(Array.from({ length: 500 }), () => send("acme", acme))
    yield* send("globex", globex)
    expect(sent).toEqual([])
    yield* TestClock.adjust(Duration.millis(1))
    expect(sent).toEqual(["acme", "acme"])
    yield* TestClock.adjust(Duration.millis(1))
    expect(sent.toSorted()).toEqual(["acme", "acme", "acme", "globex"])
    yield* TestClock.adjust(Duration.millis(250))
    expect(sent).toHaveLength(501)
  }).pipe(Effect.provide([StreamTurns.layer, TestClock.layer()]), Effect.scoped)))
