import { describe, expect, test } from "bun:test"
// The library with which the server signs.
import { Webhook } from "standardwebhooks"
import { verifyWebhook, WebhookVerificationError } from "../src/Webhook.ts"

const now = Date.UTC(2026, 0, 1)
const secret = `whsec_${Buffer.from("a secret of thirty-two bytes....").toString("base64")}`
const other = `whsec_${Buffer.from("another secret of that many bytes").toString("base64")}`
const event = { id: "1", sequence: 7, type: "candidate.created", data: { full_name: "Zoë Ångström" } }
const body = JSON.stringify({ type: event.type, timestamp: "2026-01-01T00:00:00.000Z", data: event })

const signed = (secrets: ReadonlyArray<string>, at = now, text = body) => ({
  body: text,
  headers: {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(at / 1000),
    "webhook-signature": secrets.map((one) => new Webhook(one).sign("msg_1", new Date(at), text)).join(" ")
  }
})

const verify = (message: Parameters<typeof verifyWebhook>[0], secrets: Parameters<typeof verifyWebhook>[1] = secret) =>
  verifyWebhook(message, secrets, { now })

describe("a message is verified", () => {
  test("with the secret that signed it", async () => {
    expect(await verify(signed([secret]))).toEqual({
      id: "msg_1",
      type: event.type,
      event: expect.objectContaining(event)
    })
  })

  test("with headers and bytes as a server has them", async () => {
    const { body, headers } = signed([secret])
    expect((await verify({ body: new TextEncoder().encode(body), headers: new Headers(headers) })).id).toBe("msg_1")
  })

  test("with the names of its headers in any case of letters", async () => {
    const { body, headers } = signed([secret])
    const capitalized = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.replace(/\b\w/g, (one) => one.toUpperCase()), value])
    )
    expect(capitalized).toHaveProperty("Webhook-Id")
    expect((await verify({ body, headers: capitalized })).id).toBe("msg_1")
  })

  test("while its secret is rotated, by a receiver that knows the old one, the new one, or both", async () => {
    const message = signed([other, secret])
    for (const secrets of [secret, other, [secret, other]]) expect((await verify(message, secrets)).id).toBe("msg_1")
    expect((await verify(signed([other]), [secret, other])).id).toBe("msg_1")
  })

  test("up to five minutes from now", async () => {
    for (const at of [now - 300_000, now + 300_000]) expect((await verify(signed([secret], at))).id).toBe("msg_1")
  })
})

const message = signed([secret])
const withHeader = (name: string, value: string | undefined) => ({
  ...message,
  headers: { ...message.headers, [name]: value }
})
const signature = message.headers["webhook-signature"]

describe("a message is refused", () => {
  test.each([
    ["another secret signed it", signed([other])],
    ["its body is another", { ...message, body: message.body.replace("Zoë", "Zoe") }],
    ["its id is another", withHeader("webhook-id", "msg_2")],
    ["its time is another", withHeader("webhook-timestamp", String(now / 1000 - 1))],
    ["it is older than five minutes", signed([secret], now - 301_000)],
    ["it is from the future", signed([secret], now + 301_000)],
    ["its time is none", withHeader("webhook-timestamp", "now")],
    ["it has no time", withHeader("webhook-timestamp", undefined)],
    ["it has no signature", withHeader("webhook-signature", undefined)],
    ["its signature is of another version", withHeader("webhook-signature", signature.replace("v1,", "v2,"))],
    ["its signature is cut", withHeader("webhook-signature", signature.slice(0, -8))],
    ["its signature is no base64", withHeader("webhook-signature", "v1,????")],
    ["its signature comes after ten others", withHeader("webhook-signature", `${"v1,AAAA ".repeat(10)}${signature}`)]
  ])("where %s", async (_, refused) => {
    expect(await verify(refused).catch((error: unknown) => error)).toBeInstanceOf(WebhookVerificationError)
  })
})

test.each(["", "whsec_", "whsec_?"])("a secret that is none is a mistake of the program: %p", async (wrong) => {
  expect(await verify(message, wrong).catch((error: unknown) => error)).toBeInstanceOf(TypeError)
})

test("no secrets verify nothing", async () => {
  expect(await verify(message, []).catch((error: unknown) => error)).toBeInstanceOf(WebhookVerificationError)
})
