/** A key that ends, or gets less, does so at its next request, on every server over the database. */
import * as Database from "@candor/sql/database/Database"
import * as Repositories from "@candor/sql/Repositories"
import { administration, databases } from "@candor/sql/testing/Databases"
import { serverUrl } from "@candor/sql/testing/ServerDatabases"
import { afterAll, beforeAll, describe, test } from "bun:test"
import { Effect, Layer, Redacted } from "effect"
import { type Answer, type Call, client, having } from "./harness/Client.ts"
import { makers } from "./harness/Makers.ts"
import { start } from "./harness/Process.ts"
import { type Backend, open } from "./harness/TestServer.ts"
import { type Keys, organization } from "./harness/World.ts"

/** A way to end a write key of a member, or to limit it. */
interface Ending {
  readonly end: (call: Call, admin: string, member: string, key: string) => Promise<Answer>
  /** The statuses of a read and of a write afterwards. */
  readonly statuses: readonly [read: number, write: number]
}

const endings: Readonly<Record<string, Ending>> = {
  "it is revoked": {
    end: async (call, admin, _, key) => having(200)(await call("DELETE", `/api-keys/${key}`, { key: admin })),
    statuses: [401, 401]
  },
  "it is rotated without an overlap": {
    end: async (call, admin, _, key) =>
      having(201)(await call("POST", `/api-keys/${key}/rotate`, { key: admin, body: { overlap_hours: 0 } })),
    statuses: [401, 401]
  },
  "its member is deactivated": {
    end: async (call, admin, member) =>
      having(200)(await call("PATCH", `/members/${member}`, { key: admin, body: { status: "deactivated" } })),
    statuses: [401, 401]
  },
  "its member may only read": {
    end: async (call, admin, member) =>
      having(200)(await call("PATCH", `/members/${member}`, { key: admin, body: { role: "read" } })),
    statuses: [200, 403]
  }
}

/** Uses a key on every server, ends it on the first, and shows that its next request knows, on every server. */
const expectEnded = async (
  calls: readonly [Call, ...ReadonlyArray<Call>],
  { admin, write }: Keys,
  { end, statuses }: Ending
) => {
  const make = makers(calls[0], write, admin)
  const { id } = await make.member()
  const { api_key, key } = await make.apiKey({ user_id: id, scope: "write" })
  const read = () => Promise.all(calls.map((call) => call("GET", "/me", { key })))
  const change = () => Promise.all(calls.map((call) => call("POST", "/jobs", { key, body: { title: "Clerk" } })))
  for (const answer of await read()) having(200)(answer)
  for (const answer of await change()) having(201)(answer)
  await end(calls[0], admin, id, api_key.id)
  for (const answer of await read()) having(statuses[0])(answer)
  for (const answer of await change()) having(statuses[1])(answer)
}

const organizationOfTest = organization({ name: "Acme", plan: "free" })

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let backend: Backend
    let calls: readonly [Call, Call]
    let keys: Keys
    beforeAll(async () => {
      backend = await open(database)
      calls = [client((await backend.serve()).base_url), client((await backend.serve()).base_url)]
      keys = (await backend.run(organizationOfTest)).keys
    })
    afterAll(() => backend.close())

    test.each(Object.entries(endings))(
      "two servers that have both seen a key refuse it, or what it may not do, as soon as %s",
      (_, ending) => expectEnded(calls, keys, ending)
    )
  })
}

for (const administrator of administration === undefined ? [] : [administration]) {
  test("two processes on one server refuse a key as soon as one of them has ended it, in each way", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const url = yield* serverUrl(administrator)
      const store = Layer.provideMerge(
        Repositories.layer,
        Database.server({ url: Redacted.make(url), maxConnections: 2 })
      )
      const { keys } = yield* Effect.provide(organizationOfTest, store)
      const [one, other] = yield* Effect.all([start(url), start(url)], { concurrency: 2 })
      for (const ending of Object.values(endings)) {
        yield* Effect.promise(() => expectEnded([client(one.base_url), client(other.base_url)], keys, ending))
      }
    }))))
}
