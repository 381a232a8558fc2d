/** 1,000 requests an hour for each key, over any number of servers and restarts (spec, part 8). */
import { perHour } from "@candor/domain/RateLimit"
import * as Database from "@candor/sql/Database"
import * as Repositories from "@candor/sql/Repositories"
import { administration, databases, serverUrl } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { Effect, Layer, Redacted } from "effect"
import { type Answer, type Call, client, having } from "./harness/Client.ts"
import { inFlight } from "./harness/InFlight.ts"
import { start } from "./harness/Process.ts"
import { type Backend, open } from "./harness/TestServer.ts"
import { type Keys, organization } from "./harness/World.ts"

/** Requests in flight at a time. */
const width = 16

const acme = organization({ name: "Acme", plan: "free" })

/** Spreads requests with one key over the servers. */
const flood = (calls: ReadonlyArray<Call>, key: string, count: number) =>
  inFlight(width, Array.from({ length: count }, (_, n) => () => calls[n % calls.length]!("GET", "/jobs", { key })))

const header = (name: string) => (answer: Answer) => Number(answer.headers.get(name))
const remaining = header("x-ratelimit-remaining")
const statuses = (answers: ReadonlyArray<Answer>) =>
  Object.fromEntries([...Map.groupBy(answers, (answer) => answer.status)].map(([status, all]) => [status, all.length]))

const noon = Date.UTC(2026, 10, 20, 12)

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let backend: Backend
    /** The servers' time; tests move it. */
    let now: number

    /** A server with the default limit, or another one. */
    const serve = async (rate_limit: number | null = null) => {
      const server = await backend.serve({ rate_limit, now: () => now })
      return client(server.base_url, () => now)
    }

    beforeAll(async () => {
      backend = await open(database)
    })
    beforeEach(() => {
      now = noon
    })
    afterAll(() => backend.close())

    const fresh = async (): Promise<Keys> => (await backend.run(acme)).keys

    test("of 1,100 requests over two servers exactly 1,000 pass, and a new server gives nothing back", async () => {
      const { read, write } = await fresh()
      const answers = await flood([await serve(), await serve()], read, perHour + 100)
      expect(statuses(answers)).toEqual({ 200: perHour, 429: 100 })
      // Each may run ahead or behind by what the other holds (decision 0017), and never out of bounds.
      const passed = answers.filter((answer) => answer.status === 200).map(remaining)
      expect([Math.min(...passed), Math.max(...passed)]).toEqual([0, perHour - 1])
      const restarted = await serve()
      const refused = having(429)(await restarted("GET", "/jobs", { key: read }))
      expect(remaining(refused)).toBe(0)
      expect(header("retry-after")(refused)).toBe(3600)
      expect(remaining(having(200)(await restarted("GET", "/jobs", { key: write })))).toBe(perHour - 1)
    })

    test("of 300 requests to one server each is told another number of those that remain", async () => {
      const { read } = await fresh()
      const told = (await flood([await serve()], read, 300)).map(having(200)).map(remaining)
      expect(told.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 300 }, (_, n) => perHour - 1 - n))
    })

    test("the next clock hour starts anew, and its end is what X-RateLimit-Reset says", async () => {
      const { read } = await fresh()
      const call = await serve(2)
      now = noon + 3_599_999
      await flood([call], read, 2)
      const refused = having(429)(await call("GET", "/jobs", { key: read }))
      expect(header("x-ratelimit-reset")(refused)).toBe(noon / 1000 + 3600)
      expect(header("retry-after")(refused)).toBe(1)
      now = noon + 3_600_000
      const answer = having(200)(await call("GET", "/jobs", { key: read }))
      expect(remaining(answer)).toBe(1)
      expect(header("x-ratelimit-reset")(answer)).toBe(noon / 1000 + 7200)
    })

    test("errors and unknown routes count to the key as well", async () => {
      const { read } = await fresh()
      const call = await serve()
      const paths = ["/jobs", "/jobs?limit=0", "/jobs/1", "/nowhere", "/jobs"]
      const left: Array<number> = []
      for (const path of paths) left.push(remaining(await call("GET", path, { key: read })))
      having(403)(await call("POST", "/jobs", { key: read, body: {} }))
      having(405)(await call("PUT", "/jobs", { key: read }))
      left.push(remaining(await call("GET", "/jobs", { key: read })))
      expect(left).toEqual([999, 998, 997, 996, 995, 992])
    })

    test("requests without a good key have the limit of their address, which is not that of a key", async () => {
      const { read, revoked } = await fresh()
      const call = await serve()
      const guesses = [{}, { key: "nonsense" }, { key: revoked }]
      const answers = await inFlight(
        width,
        Array.from({ length: perHour }, (_, n) => () => call("GET", "/jobs", guesses[n % guesses.length]!))
      )
      expect(statuses(answers)).toEqual({ 401: perHour })
      expect(Math.min(...answers.map(remaining))).toBe(0)
      for (const guess of guesses) having(429)(await call("GET", "/jobs", guess))
      having(429)(await call("GET", "/nowhere"))
      expect(remaining(having(200)(await call("GET", "/jobs", { key: read })))).toBe(perHour - 1)
    })
  })
}

for (const administrator of administration === undefined ? [] : [administration]) {
  test("two processes on one server share the limit, and a restart gives nothing back", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const url = yield* serverUrl(administrator)
      const database = Database.server({ url: Redacted.make(url), maxConnections: 2 })
      const { keys } = yield* Effect.provide(acme, Layer.provide(Repositories.layer, database))
      const processes = yield* Effect.all([start(url), start(url)], { concurrency: 2 })
      const calls = processes.map((process) => client(process.base_url))
      const answers = yield* Effect.promise(() => flood(calls, keys.read, perHour + 50))
      const codes = yield* Effect.promise(() => Promise.all(processes.map((process) => process.stop())))
      const restarted = yield* start(url)
      const last = yield* Effect.promise(() => client(restarted.base_url)("GET", "/jobs", { key: keys.read }))
      expect([...codes, yield* Effect.promise(restarted.stop)]).toEqual([0, 0, 0])
      // The processes have the real time: should an hour end meanwhile, each hour has its own 1,000.
      for (const hour of Map.groupBy([...answers, last], header("x-ratelimit-reset")).values()) {
        expect(hour.filter((answer) => answer.status === 200)).toHaveLength(Math.min(perHour, hour.length))
        expect(hour.filter((answer) => answer.status === 429)).toHaveLength(Math.max(0, hour.length - perHour))
      }
    }))))
}
