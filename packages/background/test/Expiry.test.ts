/** Expired answers of idempotency keys are deleted again and again, also after a failure. */
import { IdempotencyKeys } from "@candor/domain/idempotency/IdempotencyKeys"
import { expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Expiry from "../src/idempotency/Expiry.ts"

test("expired answers are deleted at the start and every ten minutes, also after a deletion that failed", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    let deletions = 0
    const keys = IdempotencyKeys.of({
      claim: () => Effect.die("not used"),
      keep: () => Effect.die("not used"),
      forget: Effect.suspend(() => ++deletions === 2 ? Effect.die("the database is away") : Effect.void)
    })
    yield* Layer.build(Layer.provide(Expiry.layer, Layer.succeed(IdempotencyKeys, keys)))
    const seen = []
    for (const pause of ["0 minutes", "9 minutes", "1 minute", "10 minutes"] as const) {
      yield* TestClock.adjust(pause)
      seen.push(deletions)
    }
    expect(seen).toEqual([1, 1, 2, 3])
  })).pipe(Effect.provide(TestClock.layer()))))
