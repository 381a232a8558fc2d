/** Stored idempotency keys: claims that wait for nobody, and answers that go after a day. */
import { IdempotencyKey } from "@candor/domain/idempotency/IdempotencyKey"
import { IdempotencyKeys } from "@candor/domain/idempotency/IdempotencyKeys"
import { Transactions } from "@candor/domain/Transactions"
import { databases, pglite, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { describe, expect, test } from "bun:test"
import { Deferred, Effect, Fiber, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as World from "./World.ts"

const answer = { status: 200, content_type: "application/json", body: new TextEncoder().encode("{}") }

const requestOf = ({ api_key_id, organization_id }: World.Member["actor"], key = "one") => ({
  organization_id,
  api_key_id,
  key: IdempotencyKey.make(key),
  fingerprint: new Uint8Array([1, 2, 3])
})

for (const database of databases.map(forFile)) {
  describe(`on ${database.name}`, () => {
    test("an answer is kept for its key alone, with the very bytes, and only in a transaction that is kept", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: other } = yield* World.organization({ name: "Globex" })
        const keys = yield* IdempotencyKeys
        const transactions = yield* Transactions
        const request = requestOf(actor)
        const attempt = (isKept: boolean) =>
          transactions.run(Effect.map(keys.keep(request, answer), () => ({ value: undefined, isKept })), {
            isSnapshot: false
          })
        yield* attempt(false)
        expect(Option.isNone(yield* keys.claim(request))).toBe(true)
        yield* attempt(true)
        expect(Option.getOrThrow(yield* keys.claim(request))).toMatchObject(answer)
        for (const another of [requestOf(other), requestOf(actor, "two")]) {
          expect(Option.isNone(yield* keys.claim(another))).toBe(true)
        }
        const failure = yield* Effect.flip(keys.claim({ ...request, fingerprint: new Uint8Array([1, 2, 4]) }))
        expect(failure._tag).toBe("IdempotencyKeyReused")
      })))

    test("answers that are a day old are deleted, of all organizations and however many, and younger ones are kept", () =>
      runOn(database)(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const actors = [
          (yield* World.organization({ name: "Acme" })).actor,
          (yield* World.organization({ name: "Globex" })).actor
        ]
        for (const { api_key_id, organization_id } of actors) {
          yield* sql`
            INSERT INTO idempotency_keys (organization_id, api_key_id, key, fingerprint, status, content_type, body, created_at)
            SELECT ${organization_id}, ${api_key_id}, n::text, '', 200, '', '', now() - n * interval '1 hour'
            FROM generate_series(1, 2100) n`
        }
        yield* (yield* IdempotencyKeys).forget
        const left =
          yield* sql`SELECT count(*) AS kept, max(now() - created_at) < interval '24 hours' AS are_young FROM idempotency_keys`
        expect(left).toEqual([{ kept: 46, are_young: true }])
      })))
  })
}

for (const database of databases.filter((database) => database !== pglite).map(forFile)) {
  test(`on ${database.name}, a second claim of a key fails at once, and the key is free when the first transaction ends`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const keys = yield* IdempotencyKeys
      const transactions = yield* Transactions
      const request = requestOf(actor)
      const [claimed, done] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const first = yield* Effect.forkChild(transactions.run(
        keys.claim(request).pipe(
          Effect.andThen(Deferred.succeed(claimed, undefined)),
          Effect.andThen(Deferred.await(done)),
          Effect.as({ value: undefined, isKept: true })
        ),
        { isSnapshot: false }
      ))
      yield* Deferred.await(claimed)
      const claim = transactions.run(Effect.map(keys.claim(request), (value) => ({ value, isKept: true })), {
        isSnapshot: false
      })
      expect((yield* Effect.flip(claim))._tag).toBe("IdempotencyKeyInFlight")
      yield* Deferred.succeed(done, undefined)
      yield* Fiber.join(first)
      expect(Option.isNone(yield* claim)).toBe(true)
    })))
}
