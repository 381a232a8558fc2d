/** How many attempts at an account may fail, before any is made. */
import { expect, test } from "bun:test"
import { Effect, Exit } from "effect"
import { CurrentRequest, make } from "../src/request/CurrentRequest.ts"
import { failuresOfAccount, failuresOfAll, SignInLimits } from "../src/signin/SignInLimits.ts"

test("a hundred attempts at an account fail from all addresses, ten from each, and those that succeed are taken back", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      const { countAccount, succeeded } = yield* SignInLimits
      const from = (n: number) =>
        Effect.provideService(CurrentRequest, make({ id: "test", address: () => `192.0.2.${n}`, started: 0 }))
      const counted = (n: number, attempts: number) =>
        Effect.map(
          Effect.replicateEffect(from(n)(Effect.exit(countAccount("ada@example.com"))), attempts),
          (exits) => exits.filter(Exit.isSuccess).length
        )
      expect(yield* counted(1, failuresOfAccount + 1)).toBe(failuresOfAccount)
      yield* from(1)(succeeded("Ada@example.com"))
      const others = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], (n) => counted(n, failuresOfAccount))
      expect(others.reduce((sum, count) => sum + count, failuresOfAccount - 1)).toBe(failuresOfAll)
    }).pipe(Effect.provide(SignInLimits.layer))
  ))
