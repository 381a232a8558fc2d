/** Deletions that are repeated for as long as a process runs, also after one that failed. */
import { Candidates } from "@candor/domain/candidate/Candidates"
import { IdempotencyKeys } from "@candor/domain/idempotency/IdempotencyKeys"
import { expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Merges from "../src/candidate/Merges.ts"
import * as Expiry from "../src/idempotency/Expiry.ts"

/** Each kind with its interval in minutes, over a port of which nothing but the deletion is used. */
const kinds = [
  ["expired answers of idempotency keys", 10, (forget: Effect.Effect<void>) =>
    Layer.provide(Expiry.layer, Layer.succeed(IdempotencyKeys, { forget } as IdempotencyKeys["Service"]))],
  ["what undoing merges that are too old needs", 60, (forgetMerges: Effect.Effect<void>) =>
    Layer.provide(Merges.layer, Layer.succeed(Candidates, { forgetMerges } as Candidates["Service"]))]
] as const

test.each(kinds)("the deletion of %s is repeated at the start and every %d minutes, also after it failed", (_, minutes, layerOf) =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    let deletions = 0
    yield* Layer.build(layerOf(Effect.suspend(() => ++deletions === 2 ? Effect.die("the database is away") : Effect.void)))
    const seen = []
    for (const pause of [0, minutes - 1, 1, minutes]) {
      yield* TestClock.adjust(`${pause} minutes`)
      seen.push(deletions)
    }
    expect(seen).toEqual([1, 1, 2, 3])
  })).pipe(Effect.provide(TestClock.layer()))))
