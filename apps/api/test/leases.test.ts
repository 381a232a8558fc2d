/** A busy key is admitted without asking the database for each request; a quiet one, and one that is revoked, are not. */
import { ApiKeys } from "@candor/domain/ApiKeys"
import { ApiKeyId, OrganizationId, UserId } from "@candor/domain/Id"
import type { Principal } from "@candor/domain/Principal"
import * as RateLimit from "@candor/domain/RateLimit"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Context, Deferred, Duration, Effect, Exit, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { Leases } from "../src/Leases.ts"
import { Settings } from "../src/Settings.ts"
import { client, having } from "./harness/Client.ts"
import { inFlight } from "./harness/InFlight.ts"
import { type Backend, open, type Ports } from "./harness/TestServer.ts"
import { organization } from "./harness/World.ts"

/** The database's ports, with the statements for keys counted. */
const counting = () => {
  const counted = { admissions: 0, given_back: 0 }
  const replacePorts = (ports: Context.Context<Ports>): Context.Context<Ports> => {
    const keys = Context.get(ports, ApiKeys)
    return Context.add(ports, ApiKeys, {
      ...keys,
      admit: (...asked) => {
        counted.admissions++
        return keys.admit(...asked)
      },
      giveBack: (...given) => {
        counted.given_back += given[3]
        return keys.giveBack(...given)
      }
    })
  }
  return { counted, replacePorts }
}

const principal: Principal = {
  organization: { id: OrganizationId.make("00000000-0000-7000-8000-000000000001"), name: "Busy", plan: "free" },
  user: { id: UserId.make("00000000-0000-7000-8000-000000000002"), full_name: "Ada", email: "ada@example.org" },
  api_key: { id: ApiKeyId.make("00000000-0000-7000-8000-000000000003"), name: "Key", scope: "read" }
}

/** Leases over keys that are granted whatever is asked for, once `granting` ends, with what was asked and given back. */
const lending = (granting: Effect.Effect<void> = Effect.void) => {
  const asked: Array<number> = []
  const given_back: Array<number> = []
  let used = 0
  const keys = Layer.mock(ApiKeys)({
    admit: (_key, _window, _limit, count) =>
      Effect.sync(() => {
        asked.push(count)
        used += count
      }).pipe(
        Effect.andThen(granting),
        Effect.map(() => Option.some({ principal, granted: count, used, settled_in: 0 }))
      ),
    giveBack: (_organization, _id, _window, count) => Effect.sync(() => void given_back.push(count))
  })
  const settings = Layer.succeed(Settings, { rate_limit: 1_000_000, event_retention: Duration.days(1) })
  const layer = Leases.layer.pipe(Layer.provide([keys, settings]), Layer.provideMerge(TestClock.layer()))
  return { asked, given_back, layer }
}

const parse = (text: string) => Option.some({ organization_id: principal.organization.id, text })
const request = Effect.flatMap(Leases, (leases) => leases.take("a key", parse, RateLimit.windowAt(0)))
const requests = (count: number) => Effect.repeat(request, { times: count - 1 })

test("a busy key is lent twice as many each time, however many those are", () => {
  const { asked, layer } = lending()
  return requests(10_000).pipe(
    Effect.andThen(Effect.sync(() => expect(asked).toEqual(Array.from({ length: 14 }, (_, at) => 2 ** at)))),
    Effect.provide(layer),
    Effect.runPromise
  )
})

test("a key that has become quiet is lent as many as it made, and the rest is given back", () => {
  const { asked, given_back, layer } = lending()
  return Effect.gen(function*() {
    yield* requests(10)
    expect(asked).toEqual([1, 2, 4, 8])
    yield* TestClock.adjust(RateLimit.lending)
    expect(given_back).toEqual([5])
    yield* requests(3)
    yield* TestClock.adjust(RateLimit.lending)
    yield* request
    expect(asked.slice(4)).toEqual([3, 3])
    expect(given_back).toEqual([5])
  }).pipe(Effect.provide(layer), Effect.runPromise)
})

test("what a client that has gone was being lent is there for the next", () => {
  let granting: Effect.Effect<void> = Effect.void
  const { asked, layer } = lending(Effect.suspend(() => granting))
  return Effect.gen(function*() {
    yield* requests(3)
    const answer = yield* Deferred.make<void>()
    granting = Deferred.await(answer)
    yield* Effect.flatMap(Effect.forkChild(request, { startImmediately: true }), Fiber.interrupt)
    yield* Deferred.succeed(answer, undefined)
    yield* requests(3)
    expect(asked).toEqual([1, 2, 4])
  }).pipe(Effect.provide(layer), Effect.runPromise)
})

test("a question that is not answered is given up after 15 seconds, and the key's next request asks again", () => {
  let granting: Effect.Effect<void> = Effect.never
  const { asked, layer } = lending(Effect.suspend(() => granting))
  return Effect.gen(function*() {
    const unanswered = yield* Effect.forkChild(request, { startImmediately: true })
    yield* TestClock.adjust("15 seconds")
    expect(Exit.isFailure(yield* Fiber.await(unanswered))).toBe(true)
    granting = Effect.void
    yield* request
    expect(asked).toEqual([1, 1])
  }).pipe(Effect.provide(layer), Effect.runPromise)
})

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let backend: Backend
    beforeAll(async () => {
      backend = await open(database)
    })
    afterAll(() => backend.close())

    test("3,000 requests of one key cost at most 150 statements for keys, and none is lost", async () => {
      const { keys } = await backend.run(organization({ name: "Busy", plan: "free" }))
      const { counted, replacePorts } = counting()
      const server = await backend.serve({ rate_limit: 3000, replacePorts })
      const call = client(server.base_url)
      const answers = await inFlight(
        16,
        Array.from({ length: 3000 }, () => () => call("GET", "/me", { key: keys.read }))
      )
      answers.forEach(having(200))
      expect(counted.admissions).toBeLessThanOrEqual(150)
      having(429)(await call("GET", "/me", { key: keys.read }))
    })

    test("what a stopped server had not used is there for the next", async () => {
      const { keys } = await backend.run(organization({ name: "Stopped", plan: "free" }))
      const { counted, replacePorts } = counting()
      const first = await backend.serve({ rate_limit: 1000, replacePorts })
      const busy = client(first.base_url)
      for (let n = 0; n < 100; n++) having(200)(await busy("GET", "/me", { key: keys.read }))
      await first.close()
      expect(counted.given_back).toBeGreaterThan(0)
      const second = client((await backend.serve({ rate_limit: 1000 })).base_url)
      const { headers } = having(200)(await second("GET", "/me", { key: keys.read }))
      expect(Number(headers.get("x-ratelimit-remaining"))).toBe(899)
    })

    test("a busy key is refused within a second of being revoked", async () => {
      const { keys, organization: { id } } = await backend.run(organization({ name: "Revoked", plan: "free" }))
      const call = client((await backend.serve()).base_url)
      for (let n = 0; n < 50; n++) having(200)(await call("GET", "/me", { key: keys.read }))
      await backend.run(Effect.gen(function*() {
        const port = yield* ApiKeys
        const listed = yield* port.list(id)
        yield* Effect.forEach(listed, (key) => port.revoke(id, key.id))
      }))
      const revoked = performance.now()
      let status = 200
      while (status === 200) status = (await call("GET", "/me", { key: keys.read })).status
      expect(status).toBe(401)
      expect(performance.now() - revoked).toBeLessThan(1000)
    })
  })
}
