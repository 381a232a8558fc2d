/** The share of the connections that one organization's statements hold. */
import { expect, test } from "bun:test"
import { Deferred, Effect, Fiber } from "effect"
import { CurrentOrganization, make, maxWaiting } from "../src/database/OrganizationShare.ts"

test("one more statement than may wait fails at once, and those that wait run in their order", () =>
  Effect.runPromise(Effect.gen(function*() {
    const share = make(2)
    const free = yield* Deferred.make<void>()
    const ran: Array<number> = []
    const statement = (organization: string, n: number) =>
      share(Effect.andThen(Effect.sync(() => ran.push(n)), Deferred.await(free))).pipe(
        Effect.provideService(CurrentOrganization, organization)
      )
    const start = (n: number) => Effect.forkChild(statement("acme", n), { startImmediately: true })
    const all = yield* Effect.forEach(Array.from({ length: 2 + maxWaiting }, (_, n) => n), start)
    expect(ran).toEqual([0, 1])
    const refused = yield* Effect.flip(statement("acme", -1))
    expect(refused.reason._tag).toBe("ConnectionError")
    const other = yield* Effect.forkChild(statement("globex", -2), { startImmediately: true })
    expect(ran).toEqual([0, 1, -2])
    yield* Deferred.succeed(free, undefined)
    yield* Fiber.joinAll([...all, other])
    expect(ran).toEqual([0, 1, -2, ...Array.from({ length: maxWaiting }, (_, n) => 2 + n)])
  })))
