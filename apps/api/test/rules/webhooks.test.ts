/** Rules of webhooks as admins meet them: types of events, and what is shown of secrets. */
import type { Webhook } from "@candor/domain/webhook/Webhook"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { type World, world } from "../harness/World.ts"

const url = "https://hooks.example.invalid/candor"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const ask = <Body = JsonObject>(method: string, path: string, body?: JsonObject) =>
      here.call<Body>(method, path, { key: here.own.keys.admin, ...(body === undefined ? {} : { body }) })

    // An organization has 20 webhooks at most.
    afterEach(async () => {
      const { webhooks } = having(200)(await ask<{ webhooks: ReadonlyArray<Webhook> }>("GET", "/webhooks")).body
      for (const { id } of webhooks) having(200)(await ask("DELETE", `/webhooks/${id}`))
    })

    const refusal = async (body: JsonObject) => having(400)(await ask<ErrorBody>("POST", "/webhooks", body)).body.error

    test("an event type that does not exist is refused, and the message names those of its noun, and the families of all", async () => {
      const { details, message } = await refusal({ url, event_types: ["job.*", "job.exploded"] })
      expect(details?.["issues"]).toMatchObject([{ path: ["event_types", 1] }])
      for (const accepted of ["*", "job.*", "job.published", "webhook.*"]) expect(message).toContain(accepted)
    })

    test("the secret is shown when it is made, when it is rotated, and nowhere else", async () => {
      const created = having(201)(await ask<{ webhook: Webhook; secret: string }>("POST", "/webhooks", { url })).body
      expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      const path = `/webhooks/${created.webhook.id}`
      const rotated =
        having(200)(await ask<{ webhook: Webhook; secret: string }>("POST", `${path}/rotate-secret`, {})).body
      expect(rotated.secret).not.toBe(created.secret)
      expect(rotated.webhook.previous_secret_expires_at).not.toBeNull()
      const shown = await Promise.all([
        ask("GET", path),
        ask("GET", "/webhooks"),
        ask("PATCH", path, { description: "Ours" }),
        ask("GET", "/events"),
        ask("GET", "/audit-log?limit=1000")
      ])
      for (const answer of shown) expect(having(200)(answer).text).not.toContain("whsec_")
    })
  })
}
