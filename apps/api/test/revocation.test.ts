/** A revoked key is refused within a second by every server over the database (settled questions). */
import type { ApiKeyId, OrganizationId } from "@candor/domain/Id"
import { ApiKeys } from "@candor/domain/access/ApiKeys"
import * as Database from "@candor/sql/database/Database"
import * as Repositories from "@candor/sql/Repositories"
import { administration, databases } from "@candor/sql/testing/Databases"
import { serverUrl } from "@candor/sql/testing/ServerDatabases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect, Layer, Redacted } from "effect"
import { type Call, client, having } from "./harness/Client.ts"
import { start } from "./harness/Process.ts"
import { type Backend, open } from "./harness/TestServer.ts"
import { organization } from "./harness/World.ts"

/** An organization with a key that works, and what revokes it. */
const revocable = Effect.gen(function*() {
  const { keys, organization: { id } } = yield* organization({ name: "Acme", plan: "free" })
  const key = (yield* (yield* ApiKeys).list(id)).find((key) => key.scope === "read")
  return { text: keys.read, organization: id, id: key!.id }
})

const revoke = (organization: OrganizationId, id: ApiKeyId) => Effect.flatMap(ApiKeys, (keys) => keys.revoke(organization, id))

/** Uses the key on every server, revokes it, and shows that every server refuses it in time. */
const expectRefused = async (calls: ReadonlyArray<Call>, key: string, revoked: () => Promise<void>) => {
  const ask = () => Promise.all(calls.map((call) => call("GET", "/me", { key })))
  for (const answer of await ask()) having(200)(answer)
  await revoked()
  const began = performance.now()
  for (const answer of await ask()) having(401)(answer)
  expect(performance.now() - began).toBeLessThan(1000)
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let backend: Backend
    beforeAll(async () => {
      backend = await open(database)
    })
    afterAll(() => backend.close())

    test("two servers that have both seen a key refuse it as soon as it is revoked", async () => {
      const calls = (await Promise.all([backend.serve(), backend.serve()])).map(({ base_url }) => client(base_url))
      const key = await backend.run(revocable)
      await expectRefused(calls, key.text, () => backend.run(revoke(key.organization, key.id)))
    })
  })
}

for (const administrator of administration === undefined ? [] : [administration]) {
  test("two processes on one server refuse a key as soon as a third has revoked it", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const url = yield* serverUrl(administrator)
      const database = Database.server({ url: Redacted.make(url), maxConnections: 2 })
      const store = Layer.provide(Repositories.layer, database)
      const key = yield* Effect.provide(revocable, store)
      const processes = yield* Effect.all([start(url), start(url)], { concurrency: 2 })
      const calls = processes.map(({ base_url }) => client(base_url))
      yield* Effect.promise(() =>
        expectRefused(calls, key.text, () => Effect.runPromise(Effect.provide(revoke(key.organization, key.id), store)))
      )
    }))), 60_000)
}
