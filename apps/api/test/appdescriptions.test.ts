/** What OAuth's endpoints say of themselves, and what apps say of themselves: on the web, or by registering. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { registrationsPerHour } from "../src/auth/AddressLimits.ts"
import type { Browser } from "./harness/Browser.ts"
import { client, having, type JsonObject } from "./harness/Client.ts"
import { signedInMember } from "./harness/ConnectingApp.ts"
import { type Backend, open, type TestServer } from "./harness/TestServer.ts"
import { organization } from "./harness/World.ts"

const redirect_uri = "http://127.0.0.1:5123/callback"

let backend: Backend
let server: TestServer
let key: string
let page: Browser
beforeAll(async () => {
  backend = await open(databases[0]!)
  server = await backend.serve()
  key = (await backend.run(organization({ name: "Acme", plan: "growth" }))).keys.admin
  page = (await signedInMember(server.origin, client(server.base_url), key, "write")).page
})
afterAll(() => backend.close())

const register = async (metadata: JsonObject, origin = server.origin) => {
  const response = await fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata)
  })
  return response.status
}

/** What the consent page shows of a request. */
const show = async (client_id: string, uri = redirect_uri, from = page) => {
  const code_challenge = "a".repeat(43)
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: uri,
    code_challenge,
    code_challenge_method: "S256"
  })
  const { body } = having(200)(
    await from.ask<{ app: JsonObject | null; problem: string | null }>("POST", "/console/auth/apps", {
      body: { query: query.toString() }
    })
  )
  return body.app ?? body.problem
}

describe("metadata", () => {
  test("names the operator's address in front of a proxy, and what a refused request needs", async () => {
    const proxied = await backend.serve({
      settings: { CANDOR_PUBLIC_URL: "https://hiring.example.com/", CANDOR_APP_REGISTRATION: "off" }
    })
    const { body } = having(200)(await client(proxied.origin)("GET", "/.well-known/oauth-authorization-server"))
    expect(body).toMatchObject({
      issuer: "https://hiring.example.com",
      authorization_endpoint: "https://hiring.example.com/console/authorize",
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true
    })
    expect(body).not.toHaveProperty("registration_endpoint")
    expect(await register({ redirect_uris: [redirect_uri] }, proxied.origin)).toBe(400)
    for (const [path, suffix] of [["/mcp", "/mcp"], ["/api/v1/jobs", "/api/v1"]] as const) {
      const refused = await fetch(`${proxied.origin}${path}`, { method: path === "/mcp" ? "POST" : "GET" })
      expect(refused.headers.get("www-authenticate")).toContain(
        `resource_metadata="https://hiring.example.com/.well-known/oauth-protected-resource${suffix}"`
      )
      const { body } = having(200)(
        await client(proxied.origin)("GET", `/.well-known/oauth-protected-resource${suffix}`)
      )
      expect(body).toMatchObject({
        resource: `https://hiring.example.com${suffix}`,
        authorization_servers: ["https://hiring.example.com"]
      })
    }
  })
})

describe("the description of an app on the web", () => {
  test.each([
    ["https://127.0.0.1/client.json", "client_unreachable"],
    ["https://[::1]/client.json", "client_unreachable"],
    ["https://localhost/client.json", "client_unreachable"],
    ["https://169.254.169.254/latest/meta-data", "client_unreachable"],
    ["https://10.0.0.1/client.json", "client_unreachable"],
    ["http://app.example/client.json", "client_unknown"],
    ["https://app.example/", "client_unknown"],
    ["https://user@app.example/client.json", "client_unknown"],
    ["https://app.example/a/../client.json", "client_unknown"],
    ["https://app.example/client.json#x", "client_unknown"]
  ])("is not fetched from %s", async (client_id, problem) => {
    expect(await show(client_id)).toBe(problem)
  })

  test("is read once, and refused where it is another's, leads elsewhere, is endless or shares a secret, which is remembered as well", async () => {
    const there = await backend.serve({ settings: { CANDOR_APP_PRIVATE: "allow" } })
    const { page: member } = await signedInMember(there.origin, client(there.base_url), key, "read")
    let [reads, failures] = [0, 0]
    const web = Bun.serve({
      port: 0,
      fetch: ({ url }) => {
        const { origin, pathname } = new URL(url)
        const document = { client_id: url, client_name: "Web app", redirect_uris: ["https://app.example/callback"] }
        if (pathname === "/good") return reads++, Response.json(document)
        if (pathname === "/other") return Response.json({ ...document, client_id: `${origin}/good` })
        if (pathname === "/elsewhere") return Response.redirect(`${origin}/good`)
        if (pathname === "/secret")
          return Response.json({ ...document, token_endpoint_auth_method: "client_secret_basic" })
        if (pathname === "/script") return Response.json({ ...document, redirect_uris: ["javascript:alert(1)"] })
        if (pathname === "/text") return new Response("hello")
        if (pathname === "/endless")
          return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024)) }))
        return failures++, new Response(null, { status: 404 })
      }
    })
    const of = (path: string) => show(`${web.url.origin}${path}`, "https://app.example/callback", member)
    expect(await of("/good")).toMatchObject({
      name: "Web app",
      client_host: web.url.hostname,
      redirect_host: "app.example"
    })
    await of("/good")
    expect(reads).toBe(1)
    expect(await Promise.all(["/other", "/secret", "/script", "/text"].map(of))).toEqual(
      Array(4).fill("client_invalid")
    )
    expect(await Promise.all(["/elsewhere", "/endless", "/none", "/none"].map(of))).toEqual(
      Array(4).fill("client_unreachable")
    )
    expect(failures).toBe(1)
    await web.stop(true)
  })
})

test("registrations are bounded for an address, and store nothing", async () => {
  const fresh = await backend.serve()
  const results: Array<number> = []
  for (let nth = 0; nth <= registrationsPerHour; nth++)
    results.push(await register({ redirect_uris: [redirect_uri] }, fresh.origin))
  expect(results).toEqual([...Array(registrationsPerHour).fill(201), 429])
  for (
    const redirect_uris of [
      [],
      ["http://app.example/callback"],
      ["javascript:alert(1)"],
      ["https://app.example/#x"],
      Array(21).fill(redirect_uri)
    ]
  ) {
    expect(await register({ redirect_uris })).toBe(400)
  }
})
