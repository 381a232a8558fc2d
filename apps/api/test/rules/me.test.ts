/** What a key learns of itself. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { having } from "../harness/Client.ts"
import { type World, world } from "../harness/World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    test.each([
      ["read", ["read"], "ada@example.com"],
      ["write", ["read", "write"], "ada@example.com"],
      ["admin", ["read", "write", "admin"], "ada@example.com"],
      ["other_author", ["read", "write"], "alan@example.com"]
    ] as const)("the key %s has the scopes %j and acts as %s", async (name, scopes, email) => {
      const { body } = having(200)(await here.call("GET", "/me", { key: here.own.keys[name] }))
      const { id, name: organization, plan } = here.own.organization
      expect(body).toMatchObject({
        organization: { id, name: organization },
        user: { email },
        api_key: { scope: scopes.at(-1)! },
        scopes: [...scopes],
        plan
      })
    })
  })
}
