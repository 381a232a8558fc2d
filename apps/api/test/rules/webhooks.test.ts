/** Webhooks as admins meet them: what is accepted, what is shown of secrets, and what a disabled one refuses. */
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

    test("an event type that does not exist is refused, and the message names those that do", async () => {
      const { details, message } = await refusal({ url, event_types: ["job.*", "job.exploded"] })
      expect(details?.["issues"]).toMatchObject([{ path: ["event_types", 1] }])
      for (const accepted of ["*", "job.*", "job.published", "webhook.disabled"]) expect(message).toContain(accepted)
    })

    test.each([[[]], ["*"], [null]])("event types cannot be %j", async (event_types) => {
      expect((await refusal({ url, event_types })).message).toContain("event_types")
    })

    test.each(["http://hooks.example.invalid/", "ftp://example.com/", "https://a:b@example.com/", "hooks", ""])(
      "an address cannot be %j",
      async (url) => {
        expect((await refusal({ url })).details?.["issues"]).toMatchObject([{ path: ["url"] }])
      }
    )

    test("an address cannot lead into the private network, neither at first nor later, however it is written", async () => {
      const { id } = await here.own.make.webhook()
      for (
        const url of [
          "https://10.0.0.7/", "https://169.254.169.254/latest", "https://168.63.129.16/", "https://[::1]/", "https://[fd00::1]/",
          "https://[::ffff:192.168.1.1]/", "https://2130706433/", "https://0x7f.1/", "https://0177.0.0.1/", "https://127.1/",
          "https://localhost/", "https://api.localhost:8443/"
        ]
      ) {
        for (const [method, path] of [["POST", "/webhooks"], ["PATCH", `/webhooks/${id}`]] as const) {
          const { details, message } = having(400)(await ask<ErrorBody>(method, path, { url })).body.error
          expect(details?.["issues"]).toMatchObject([{ path: ["url"] }])
          expect(message).toContain("private network")
        }
      }
    })

    test("the secret is shown when it is made, when it is rotated, and nowhere else", async () => {
      const created = having(201)(await ask<{ webhook: Webhook; secret: string }>("POST", "/webhooks", { url })).body
      expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      const path = `/webhooks/${created.webhook.id}`
      const rotated = having(200)(await ask<{ webhook: Webhook; secret: string }>("POST", `${path}/rotate-secret`, {})).body
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

    test.each([
      [{ from_sequence: 5, to_sequence: 4 }, "to_sequence"],
      [{ from_sequence: 1, to_sequence: 10_001 }, "10000"],
      [{ from_sequence: 0, to_sequence: 1 }, "from_sequence"]
    ])("the range %j is refused", async (range, expected) => {
      const { id } = await here.own.make.webhook()
      expect(having(400)(await ask<ErrorBody>("POST", `/webhooks/${id}/replay`, range)).body.error.message).toContain(expected)
    })
  })
}
