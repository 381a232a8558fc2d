/** A busy key is admitted without asking the database for each request; a quiet one, and one that is revoked, are not. */
import { ApiKeys } from "@candor/domain/ApiKeys"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Context, Effect } from "effect"
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
