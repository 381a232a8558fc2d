/** The bounds of signing in within a process. */
import { expect, test } from "bun:test"
import { Effect, Exit } from "effect"
import { Passwords } from "../src/signin/Passwords.ts"
import { failuresOfAccount, SignInLimits } from "../src/signin/SignInLimits.ts"

test("beyond so many accounts, all others count as one", () =>
  Effect.runPromise(Effect.gen(function*() {
    const { countAccount } = yield* SignInLimits
    yield* Effect.forEach(Array.from({ length: 25_000 }), (_, n) => countAccount(`${n}@example.com`), { discard: true })
    const others = Array.from({ length: failuresOfAccount + 1 }, (_, n) => `another ${n}@example.com`)
    const exits = yield* Effect.forEach(others, (email) => Effect.exit(countAccount(email)))
    expect(exits.map(Exit.isSuccess)).toEqual(others.map((_, n) => n < failuresOfAccount))
    expect(Exit.isSuccess(yield* Effect.exit(countAccount("7@Example.com")))).toBe(true)
  }).pipe(Effect.provide(SignInLimits.layer))))

test("of 34 requests at once for a hash two are refused, and later ones are served again", () =>
  Effect.runPromise(Effect.gen(function*() {
    const { hash, matches } = yield* Passwords
    const attempts = yield* Effect.forEach(Array.from({ length: 34 }), (_, n) => Effect.exit(hash(`password ${n}`)), { concurrency: "unbounded" })
    expect(attempts.filter(Exit.isSuccess)).toHaveLength(32)
    const hashed = yield* hash("pass\u00e9word")
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect([yield* matches("passe\u0301word", hashed), yield* matches("password", hashed), yield* matches("password", undefined)]).toEqual([true, false, false])
  }).pipe(Effect.provide(Passwords.layer))))
