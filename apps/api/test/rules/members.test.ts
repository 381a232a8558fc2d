/** Rules of the organization, its members and their keys. */
import type { ApiKey } from "@candor/domain/authentication/ApiKey"
import type { OrganizationDetail } from "@candor/domain/organization/Organization"
import { databases } from "@candor/sql/testing/Databases"
import { untilSequenceable } from "@candor/sql/testing/Sequenceable"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import { organization, type World, world } from "../harness/World.ts"

interface Issued {
  readonly api_key: ApiKey
  readonly key: string
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const ask = <Body = JsonObject>(method: string, path: string, body?: JsonObject, key = here.own.keys.admin) =>
      here.call<Body>(method, path, { key, ...(body === undefined ? {} : { body }) })

    /** The refusal of a request, which leaves everything as it was. */
    const refusal = async (method: string, path: string, body: JsonObject, key?: string) => {
      const before = await here.backend.run(digest)
      const { error } = having(400)(await ask<ErrorBody>(method, path, body, key)).body
      expect(await here.backend.run(digest)).toEqual(before)
      return error
    }

    test("an organization shows its plan, its limit and what it has published, and only its name can be changed", async () => {
      const { keys, organization: { id } } = await here.backend.run(organization({ name: "Initech", plan: "starter" }))
      const read = async () =>
        having(200)(await ask<{ organization: OrganizationDetail }>("GET", "/organization", undefined, keys.read)).body
          .organization
      const before = await read()
      expect(before).toMatchObject({ id, name: "Initech", plan: "starter", publish_limit: 5, published_jobs: 0 })
      const { body: { job } } = await ask<{ job: { id: string } }>("POST", "/jobs", { title: "Clerk" }, keys.write)
      having(200)(await ask("PATCH", `/jobs/${job.id}`, { status: "published" }, keys.write))
      const renamed = having(200)(await ask("PATCH", "/organization", { name: "Initech Recruiting" }, keys.admin)).body
      expect(renamed["organization"]).toEqual({ ...before, name: "Initech Recruiting", published_jobs: 1 })
      expect(await read()).toEqual(renamed["organization"] as never)
      const { details, message } = await refusal("PATCH", "/organization", { plan: "enterprise" }, keys.admin)
      expect(details?.["issues"]).toMatchObject([{ path: ["plan"] }])
      expect(message).toContain("accepted are name")
    })

    test("a key of a member that is added works with its scope, and acts as that member", async () => {
      const member = await here.own.make.member({ full_name: "Mary Allen", role: "write" })
      const { api_key, key } = await here.own.make.apiKey({ user_id: member.id, scope: "write", name: "Mary's" })
      const { body } = having(200)(await ask("GET", "/me", undefined, key))
      expect(body).toMatchObject({
        user: { id: member.id, full_name: "Mary Allen", email: member.email },
        api_key: { id: api_key.id, name: "Mary's", scope: "write" },
        scopes: ["read", "write"]
      })
      const shown = having(200)(await ask<{ api_key: ApiKey }>("GET", `/api-keys/${api_key.id}`)).body.api_key
      expect(shown.last_used_at).toMatch(/:00:00\.000Z$/)
      expect(api_key).toEqual({ ...shown, last_used_at: null })
    })

    test("a member changes their own name; a viewer's key may not", async () => {
      const { keys } = here.own
      const body = { full_name: "Alan M. Turing" }
      await ask("PUT", "/me/name", body, keys.read).then(having(403))
      expect(having(200)(await ask("PUT", "/me/name", body, keys.other_author)).body).toMatchObject({ user: body })
      expect(having(200)(await ask("GET", "/me", undefined, keys.other_author)).body).toMatchObject({ user: body })
    })

    test("without a member, a key acts as the one whose key makes it", async () => {
      const { api_key } = await here.own.make.apiKey()
      const { body } = having(200)(await ask<{ user: { id: string } }>("GET", "/me"))
      expect(api_key.user_id as string).toBe(body.user.id)
    })

    test("a key's text is in the answer to its creation, in that to its rotation, and nowhere else", async () => {
      const { api_key, key } = await here.own.make.apiKey()
      const rotated = having(201)(await ask<Issued>("POST", `/api-keys/${api_key.id}/rotate`, {})).body
      for (const text of [key, rotated.key]) having(200)(await ask("GET", "/me", undefined, text))
      await here.backend.run(untilSequenceable(here.own.organization.id))
      const shown = await Promise.all([
        ask("GET", `/api-keys/${api_key.id}`),
        ask("GET", "/api-keys?limit=100"),
        ask("GET", "/events?types=api_key.*&limit=1000"),
        ask("GET", "/audit-log?limit=1000")
      ])
      for (const text of [...shown.map((answer) => having(200)(answer).text), ...here.server.logs]) {
        for (const one of [key, rotated.key]) expect(text).not.toContain(one.slice(-48))
      }
      expect(shown[2]!.text).toContain(api_key.id)
    })

    test("only administrators see what happened to members and keys, with who did it", async () => {
      const { api_key } = await here.own.make.apiKey()
      await here.backend.run(untilSequenceable(here.own.organization.id))
      const events = async (key: string) => {
        const query = "/events?types=member.*,api_key.*&limit=1000"
        return having(200)(await ask<{ events: ReadonlyArray<JsonObject> }>("GET", query, undefined, key)).body.events
      }
      for (const key of [here.own.keys.read, here.own.keys.write]) expect(await events(key)).toEqual([])
      const { body: me } = await ask<{ user: { id: string }; api_key: { id: string } }>("GET", "/me")
      expect(await events(here.own.keys.admin)).toContainEqual(expect.objectContaining({
        type: "api_key.created",
        subject_id: api_key.id,
        actor: { user_id: me.user.id, api_key_id: me.api_key.id, worker: null }
      }))
    })

    describe("the own account", () => {
      test.each(
        [
          ["read", ["read"], "ada@example.com"],
          ["write", ["read", "write"], "ada@example.com"],
          ["admin", ["read", "write", "admin"], "ada@example.com"],
          ["other_author", ["read", "write"], "alan@example.com"]
        ] as const
      )("the key %s has the scopes %j and acts as %s", async (name, scopes, email) => {
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
  })
}
