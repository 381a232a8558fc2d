/** 1,000 requests an hour for each key, over any number of servers and restarts (spec, part 8). */
import { perHour } from "@candor/domain/access/RateLimit"
import { ApiKeys } from "@candor/domain/authentication/ApiKeys"
import { format } from "@candor/domain/authentication/ApiKeyText"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect } from "bun:test"
import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Answer, type Call, client, having } from "./harness/Client.ts"
import { inFlight } from "./harness/InFlight.ts"
import { type Backend, open, type Ports } from "./harness/TestServer.ts"
import { type Keys, organization } from "./harness/World.ts"
import { hourTest } from "./harness/HourTest.ts"

/** Of the servers that are given more requests than pass: the default takes ten times as long to use up. */
const limit = 100

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

/** Moves what is counted of every key by so many hours, as if the hour had been another one. */
const shiftHours = (hours: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`UPDATE api_key_usage SET window_start = (window_start AT TIME ZONE 'UTC' + ${hours} * interval '1 hour') AT TIME ZONE 'UTC'`
  )

/** When the present clock hour ends, in seconds since the Unix epoch. */
const endOfHour = () => Math.floor(Date.now() / 3_600_000) * 3600 + 3600

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let backend: Backend

    /** A server with the default limit, or another one. */
    const serve = async (rate_limit: number | null = null, now = Date.now) =>
      client((await backend.serve({ rate_limit, now })).base_url)

    beforeAll(async () => {
      backend = await open(database)
    })
    afterAll(() => backend.close())

    const fresh = async (): Promise<Keys> => (await backend.run(acme)).keys

    hourTest(
      "of 110 requests over two servers with a limit of 100 exactly 100 pass, and a new server gives nothing back",
      async () => {
        const { read, write } = await fresh()
        const answers = await flood([await serve(limit), await serve(limit)], read, limit + 10)
        expect(statuses(answers)).toEqual({ 200: limit, 429: 10 })
        const passed = answers.filter((answer) => answer.status === 200).map(remaining)
        expect(passed.toSorted((a, b) => b - a)).toEqual(Array.from({ length: limit }, (_, n) => limit - 1 - n))
        const restarted = await serve(limit)
        const refused = having(429)(await restarted("GET", "/jobs", { key: read }))
        expect(remaining(refused)).toBe(0)
        expect(header("retry-after")(refused)).toBeWithin(1, 3601)
        expect(remaining(having(200)(await restarted("GET", "/jobs", { key: write })))).toBe(limit - 1)
      }
    )

    hourTest("the next clock hour starts anew, and its end is what X-RateLimit-Reset says", async () => {
      const { read } = await fresh()
      const call = await serve(2)
      await flood([call], read, 2)
      const before = endOfHour()
      const refused = having(429)(await call("GET", "/jobs", { key: read }))
      expect([before, endOfHour()]).toContain(header("x-ratelimit-reset")(refused))
      await backend.run(shiftHours(-1))
      expect(remaining(having(200)(await call("GET", "/jobs", { key: read })))).toBe(1)
    })

    hourTest("a server whose clock is 26 hours ahead counts the same hour, and blocks no key", async () => {
      const { read } = await fresh()
      const ahead = client((await backend.serve({ rate_limit: 2, now: () => Date.now() + 26 * 3_600_000 })).base_url)
      expect(remaining(having(200)(await ahead("GET", "/jobs", { key: read })))).toBe(1)
      expect(remaining(having(200)(await (await serve(2))("GET", "/jobs", { key: read })))).toBe(0)
      having(429)(await ahead("GET", "/jobs", { key: read }))
      // An hour that is far ahead, as an earlier version counted by a server's own clock.
      await backend.run(shiftHours(26))
      expect(remaining(having(200)(await (await serve(2))("GET", "/jobs", { key: read })))).toBe(1)
    })

    hourTest("errors and unknown routes count to the key as well", async () => {
      const { read } = await fresh()
      const call = await serve()
      const paths = ["/jobs", "/jobs?limit=0", "/jobs/1", "/nowhere", "/jobs"]
      const left: Array<number> = []
      for (const path of paths) left.push(remaining(await call("GET", path, { key: read })))
      having(403)(await call("POST", "/jobs", { key: read, body: {} }))
      having(405)(await call("PUT", "/jobs", { key: read }))
      left.push(remaining(await call("GET", "/jobs", { key: read })))
      expect(left).toEqual([1, 2, 3, 4, 5, 8].map((used) => perHour - used))
    })

    hourTest(
      "requests without a good key have the limit of their address, past which it asks the database for ten unknown keys a second at most, and known keys pass",
      async () => {
        const { organization, keys: { read, revoked } } = await backend.run(acme)
        const other = await backend.run(acme)
        const looked_up: Array<string> = []
        const replacePorts = (ports: Context.Context<Ports>) => {
          const keys = Context.get(ports, ApiKeys)
          return Context.add(ports, ApiKeys, {
            ...keys,
            authenticate: (key, limit) => {
              looked_up.push(key.text)
              return keys.authenticate(key, limit)
            }
          })
        }
        // Without the validating proxy: a thousand of the same answer.
        const call = client(`${(await backend.serve({ rate_limit: null, replacePorts })).own_origin}/api/v1`)
        having(200)(await call("GET", "/me", { key: read }))
        having(200)(await call("GET", "/me", { key: other.keys.read }))
        await backend.run(
          Effect.flatMap(
            SqlClient.SqlClient,
            (sql) => sql`UPDATE api_keys SET revoked_at = now() WHERE organization_id = ${other.organization.id}`
          )
        )
        const guesses = [{}, { key: "nonsense" }, { key: revoked }]
        const guessed = await inFlight(
          width,
          Array.from({ length: perHour }, (_, n) => () => call("GET", "/jobs", guesses[n % guesses.length]!))
        )
        expect(statuses(guessed)).toEqual({ 401: perHour })
        expect(Math.min(...guessed.map(remaining))).toBe(0)
        for (const guess of guesses) having(429)(await call("GET", "/jobs", guess))
        having(429)(await call("GET", "/nowhere"))
        expect(remaining(having(200)(await call("GET", "/jobs", { key: read })))).toBe(perHour - 2)
        looked_up.length = 0
        const guess = (n: number) => format(organization.id, n.toString(16).padStart(40, "0"))
        const began = performance.now()
        const answers = await inFlight(
          width,
          Array.from({ length: 100 }, (_, n) => () => call("GET", "/me", { key: guess(n) }))
        )
        expect(statuses(answers)).toEqual({ 429: 100 })
        // A key that was valid once is looked up once more, and is then like any other.
        const late = await inFlight(
          1,
          Array.from({ length: 20 }, () => () => call("GET", "/me", { key: other.keys.read }))
        )
        expect(statuses(late)).toEqual({ 429: 20 })
        const seconds = Math.ceil((performance.now() - began) / 1000) + 1
        // Ten in each clock second that this touched, and the key that was valid once.
        expect(looked_up.length).toBeLessThanOrEqual(10 * seconds + 1)
        having(200)(await call("GET", "/me", { key: read }))
      }
    )
  })
}
