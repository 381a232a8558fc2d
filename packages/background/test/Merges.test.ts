/** What undoing merges needs is deleted by the background once they are 30 days old. */
import { Candidates } from "@candor/domain/candidate/Candidates"
import { expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Merges from "../src/candidate/Merges.ts"

test("merges become permanent at the start and every hour, also after a failure", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    let runs = 0
    const candidates = { forgetMerges: Effect.suspend(() => ++runs === 2 ? Effect.die("the database is away") : Effect.void) }
    yield* Layer.build(Layer.provide(Merges.layer, Layer.succeed(Candidates, candidates as Candidates["Service"])))
    const seen = []
    for (const pause of ["0 minutes", "59 minutes", "1 minute", "1 hour"] as const) {
      yield* TestClock.adjust(pause)
      seen.push(runs)
    }
    expect(seen).toEqual([1, 1, 2, 3])
  })).pipe(Effect.provide(TestClock.layer()))))
