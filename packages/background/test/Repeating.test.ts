/** Work that is repeated for as long as a process runs, also after it failed once. */
import { Candidates } from "@candor/domain/candidate/Candidates"
import { DueCandidates } from "@candor/domain/retention/DueCandidates"
import { IdempotencyKeys } from "@candor/domain/idempotency/IdempotencyKeys"
import { expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Merges from "../src/candidate/Merges.ts"
import * as Expiry from "../src/idempotency/Expiry.ts"
import * as Retention from "../src/retention/Retention.ts"

/** Each kind with its interval in minutes, over a port of which nothing but the repeated method is used. */
const kinds = [
  ["expired answers of idempotency keys", 10, (forget: Effect.Effect<void>) =>
    Layer.provide(Expiry.layer, Layer.succeed(IdempotencyKeys, { forget } as IdempotencyKeys["Service"]))],
  ["what undoing merges that are too old needs", 60, (forgetMerges: Effect.Effect<void>) =>
    Layer.provide(Merges.layer, Layer.succeed(Candidates, { forgetMerges } as Candidates["Service"]))],
  ["runs of retention rules that are due", 10, (enqueueRuns: Effect.Effect<void>) =>
    Layer.provide(Retention.schedule, Layer.succeed(DueCandidates, { enqueueRuns } as DueCandidates["Service"]))]
] as const

test.each(kinds)("the work on %s is repeated at the start and every %d minutes, also after it failed", (_, minutes, layerOf) =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    let runs = 0
    yield* Layer.build(layerOf(Effect.suspend(() => ++runs === 2 ? Effect.die("the database is away") : Effect.void)))
    const seen = []
    for (const pause of [0, minutes - 1, 1, minutes]) {
      yield* TestClock.adjust(`${pause} minutes`)
      seen.push(runs)
    }
    expect(seen).toEqual([1, 1, 2, 3])
  })).pipe(Effect.provide(TestClock.layer()))))
