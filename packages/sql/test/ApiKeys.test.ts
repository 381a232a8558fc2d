/**
 * Authentication: one statement authenticates the keys of many organizations, and each request gets a number of its
 * own.
 */
import { ApiKeys } from "@candor/domain/authentication/ApiKeys"
import * as ApiKeyText from "@candor/domain/authentication/ApiKeyText"
import { Timestamp } from "@candor/domain/Timestamp"
import * as Access from "@candor/sql/testing/Access"
import { administration, databases, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { serverUrl } from "@candor/sql/testing/ServerDatabases"
import * as World from "@candor/sql/testing/World"
import { describe, expect, test } from "bun:test"
import { Deferred, Effect, Fiber, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../src/database/Database.ts"
import * as Repositories from "../src/Repositories.ts"

const parsed = (text: string) => Option.getOrThrow(ApiKeyText.parse(text))

const organizations = (count: number) =>
  Effect.forEach(Array.from({ length: count }, (_, n) => n), (n) => World.organization({ name: `Organization ${n}` }))

for (const database of databases.map(forFile)) {
  describe(`API keys on ${database.name}`, () => {
    test("of 40 organizations at once each key has its own principal and its own count", () =>
      runOn(database)(Effect.gen(function*() {
        const keys = yield* ApiKeys
        const members = yield* organizations(40)
        const requests = members.flatMap((member, n) => Array.from({ length: 1 + n % 5 }, () => member))
        const counted = yield* Effect.forEach(
          requests,
          ({ key, organization, user }) =>
            Effect.map(keys.authenticate(parsed(key.text), 3), (counted) => {
              const { isWithinLimit, principal, used } = Option.getOrThrow(counted)
              expect(principal.organization.id).toBe(organization.id)
              expect([principal.user.id, principal.api_key.id]).toEqual([user.id, key.id])
              return { of: key.id, isWithinLimit, used }
            }),
          { concurrency: "unbounded" }
        )
        for (const [n, { key }] of members.entries()) {
          const mine = counted.filter((counted) => counted.of === key.id)
          const isWithinLimit = mine.filter((counted) => counted.isWithinLimit).map(({ used }) => used).toSorted()
          expect(isWithinLimit).toEqual(Array.from({ length: Math.min(3, 1 + n % 5) }, (_, number) => number + 1))
          expect(mine.length).toBe(1 + n % 5)
        }
      })))

    test("unknown, expired and revoked keys are found by nobody, beside one that is valid", () =>
      runOn(database)(Effect.gen(function*() {
        const keys = yield* ApiKeys
        const { key, organization, user } = yield* World.organization({ name: "Acme" })
        const options = { user_id: user.id, scope: "read" } as const
        const expired = yield* Access.key(organization.id, {
          ...options,
          expires_at: Timestamp.make("2020-01-01T00:00:00.000Z")
        })
        const revoked = yield* Access.key(organization.id, options)
        yield* Access.revoke(organization.id, revoked.id)
        const unknown = ApiKeyText.format(organization.id, "0".repeat(40))
        const texts = [key.text, expired.text, revoked.text, unknown, key.text]
        const found = yield* Effect.forEach(texts, (text) => keys.authenticate(parsed(text), 10), {
          concurrency: "unbounded"
        })
        expect(found.map(Option.isSome)).toEqual([true, false, false, false, true])
      })))
  })
}

for (const administrator of administration === undefined ? [] : [administration]) {
  describe("API keys on a PostgreSQL server", () => {
    const stored = (url: string) =>
      Layer.fresh(
        Layer.provideMerge(Repositories.layer, Database.server({ url: Redacted.make(url), maxConnections: 2 }))
      )

    test("a key whose count is locked holds up no other key", () =>
      Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        const url = yield* serverUrl(administrator)
        const [acme, globex] = yield* Effect.provide(organizations(2), stored(url))
        const authenticate = (member: typeof acme, limit = 10) =>
          Effect.flatMap(ApiKeys, (keys) => keys.authenticate(parsed(member!.key.text), limit))
        const locked = yield* Deferred.make<void>()
        const done = yield* Deferred.make<void>()
        const holder = yield* Effect.forkChild(Effect.provide(
          Effect.andThen(
            authenticate(acme),
            Effect.flatMap(SqlClient.SqlClient, (sql) =>
              sql.withTransaction(
                sql`SELECT FROM api_key_usage FOR UPDATE`.pipe(
                  Effect.andThen(Deferred.succeed(locked, undefined)),
                  Effect.andThen(Deferred.await(done))
                )
              ))
          ),
          stored(url)
        ))
        yield* Deferred.await(locked)
        yield* Effect.provide(
          Effect.gen(function*() {
            const waiting = yield* Effect.forkChild(Effect.exit(authenticate(acme)))
            const counted = yield* Effect.forEach(Array.from({ length: 20 }), () => authenticate(globex), {
              concurrency: "unbounded"
            })
            expect(counted.filter((one) => Option.isSome(one) && one.value.isWithinLimit).length).toBe(10)
            // Alone in a statement of another limit, it waits for no further requests.
            expect(Option.getOrThrow(yield* authenticate(globex, 100)).isWithinLimit).toBe(true)
            expect(waiting.pollUnsafe()).toBeUndefined()
            yield* Fiber.interrupt(waiting)
          }),
          stored(url)
        )
        yield* Deferred.succeed(done, undefined)
        yield* Fiber.join(holder)
      }))))

    test("a database that takes no writes still finds keys, within what is left of the hour, and counts them afterwards", () =>
      Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        const url = yield* serverUrl(administrator)
        const [acme] = yield* Effect.provide(organizations(1), stored(url))
        const authenticate = Effect.flatMap(
          ApiKeys,
          (keys) =>
            Effect.map(keys.authenticate(parsed(acme!.key.text), 4), (counted) => {
              const { isWithinLimit, used } = Option.getOrThrow(counted)
              return { isWithinLimit, used }
            })
        )
        const name = new URL(url).pathname.slice(1)
        const turn = (on: "on" | "off") =>
          Effect.provide(
            Effect.flatMap(SqlClient.SqlClient, (sql) =>
              Effect.andThen(
                sql.unsafe(`ALTER DATABASE ${name} SET default_transaction_read_only = ${on}`),
                sql.unsafe(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
              )),
            Database.server({ url: Redacted.make(administrator), maxConnections: 1 })
          )
        const again = Effect.retry(Effect.catchDefect(authenticate, Effect.fail), { times: 5 })
        yield* Effect.provide(
          Effect.gen(function*() {
            expect(yield* authenticate).toEqual({ isWithinLimit: true, used: 1 })
            yield* turn("on")
            expect(yield* again).toEqual({ isWithinLimit: true, used: 2 })
            expect(yield* authenticate).toEqual({ isWithinLimit: true, used: 3 })
            yield* turn("off")
            expect(yield* again).toEqual({ isWithinLimit: true, used: 4 })
            expect(yield* authenticate).toEqual({ isWithinLimit: false, used: 4 })
          }),
          stored(url)
        )
        expect(yield* Effect.provide(authenticate, stored(url))).toEqual({ isWithinLimit: false, used: 4 })
      }))))
  })
}
