/** OAuth's endpoints with client libraries, and against those who attack them (RFC 9700). */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import * as oauth from "oauth4webapi"
import * as openid from "openid-client"
import { createHash, randomBytes } from "node:crypto"
import type { Browser } from "./harness/Browser.ts"
import { type Call, client, having, type JsonObject } from "./harness/Client.ts"
import { decide, signedInMember } from "./harness/ConnectingApp.ts"
import { type Backend, open, type TestServer } from "./harness/TestServer.ts"
import { type Keys, organization } from "./harness/World.ts"

const insecure = { [oauth.allowInsecureRequests]: true }
const redirect_uri = "http://127.0.0.1:5123/callback"

let backend: Backend
let server: TestServer
let call: Call
let keys: Keys
let page: Browser
beforeAll(async () => {
  backend = await open(databases[0]!)
  server = await backend.serve()
  keys = (await backend.run(organization({ name: "Acme", plan: "growth" }))).keys
  call = client(server.base_url)
  page = (await signedInMember(server.origin, call, keys.admin, "write")).page
})
afterAll(() => backend.close())

const post = async (path: string, form: Readonly<Record<string, string>>, origin = server.origin) => {
  const response = await fetch(`${origin}${path}`, { method: "POST", body: new URLSearchParams(form) })
  const text = await response.text()
  return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as Record<string, string> }
}

const register = async (metadata: JsonObject, origin = server.origin) => {
  const response = await fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata)
  })
  return { status: response.status, body: await response.json() as Record<string, string> }
}

const newClient = async () =>
  (await register({ client_name: "Test", redirect_uris: [redirect_uri] })).body["client_id"]!

let registered: Promise<string> | undefined
const knownClient = () => registered ??= newClient()

/** What an app asks for, and what it redeems the code with. */
const request = async (more: Readonly<Record<string, string>> = {}) => {
  const code_verifier = randomBytes(32).toString("base64url")
  const query: Record<string, string> = {
    response_type: "code",
    client_id: more["client_id"] ?? await knownClient(),
    redirect_uri,
    code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "state",
    scope: "read",
    ...more
  }
  return { code_verifier, query }
}

const urlOf = (query: Readonly<Record<string, string>>) =>
  new URL(`/console/authorize?${new URLSearchParams(query)}`, server.origin)

/** Asks as a page does; the problem and where the browser can go back to. */
const show = async (query: string, from = page) =>
  having(200)(
    await from.ask<{ app: JsonObject | null; problem: string | null; detail: string | null; back: string | null }>(
      "POST",
      "/console/auth/apps",
      { body: { query } }
    )
  ).body

/** A code, with what its app redeems it with. */
const codeFor = async (more: Readonly<Record<string, string>> = {}) => {
  const { code_verifier, query } = await request(more)
  const back = await decide(page, urlOf(query), "read")
  return {
    grant_type: "authorization_code",
    code: back.searchParams.get("code")!,
    client_id: query["client_id"]!,
    redirect_uri,
    code_verifier
  }
}

const tokensFor = async (more: Readonly<Record<string, string>> = {}) => {
  const form = await codeFor(more)
  const { body, status } = await post("/oauth/token", form)
  expect(status).toBe(200)
  return { ...body, client_id: form.client_id, form } as unknown as {
    access_token: string
    refresh_token: string
    client_id: string
    form: typeof form
  }
}

const refreshing = (refresh_token: string, client_id: string) =>
  post("/oauth/token", { grant_type: "refresh_token", refresh_token, client_id })

const ofForms = { "content-type": "application/x-www-form-urlencoded" }
const statuses = async (token: string) => {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream"
  }
  const mcp = await fetch(`${server.origin}/mcp`, {
    method: "POST",
    headers,
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })
  })
  const api = await fetch(`${server.base_url}/me`, { headers })
  return { mcp: mcp.status, api: api.status }
}

const ended = { mcp: 401, api: 401 }

const invalidGrant = { status: 400, body: expect.objectContaining({ error: "invalid_grant" }) }

describe("client libraries", () => {
  test("oauth4webapi discovers, registers, asks with PKCE, redeems, refreshes and revokes", async () => {
    const resource = new URL("/api/v1", server.origin)
    const { authorization_servers } = await oauth.processResourceDiscoveryResponse(
      resource,
      await oauth.resourceDiscoveryRequest(resource, insecure)
    )
    const issuer = new URL(authorization_servers![0]!)
    const as = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure })
    )
    const app = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(as, {
        client_name: "oauth4webapi",
        redirect_uris: [redirect_uri],
        token_endpoint_auth_method: "none"
      }, insecure)
    )
    const verifier = oauth.generateRandomCodeVerifier()
    const url = new URL(as.authorization_endpoint!)
    url.search = new URLSearchParams({
      response_type: "code",
      client_id: app.client_id,
      redirect_uri,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      resource: resource.href,
      scope: "read",
      state: "state"
    }).toString()
    const back = await decide(page, url, "write")
    // An app that asked another server, or in another tab, is mixed up by no answer of this one (RFC 9207).
    expect(() => oauth.validateAuthResponse({ ...as, issuer: "https://other.example" }, app, back, "state")).toThrow()
    expect(() => oauth.validateAuthResponse(as, app, back, "another state")).toThrow()
    const answer = oauth.validateAuthResponse(as, app, back, "state")
    const none = oauth.None()
    const first = await oauth.processAuthorizationCodeResponse(
      as,
      app,
      await oauth.authorizationCodeGrantRequest(as, app, none, answer, redirect_uri, verifier, insecure)
    )
    expect(first).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: "write" })
    const second = await oauth.processRefreshTokenResponse(
      as,
      app,
      await oauth.refreshTokenGrantRequest(as, app, none, first.refresh_token!, insecure)
    )
    expect(await statuses(second.access_token)).toEqual({ mcp: 401, api: 200 })
    await oauth.processRevocationResponse(await oauth.revocationRequest(as, app, none, second.refresh_token!, insecure))
    expect([await statuses(first.access_token), await statuses(second.access_token)]).toEqual([ended, ended])
  })

  test("openid-client does the same", async () => {
    const config = await openid.dynamicClientRegistration(
      new URL(server.origin),
      { client_name: "openid-client", redirect_uris: [redirect_uri], token_endpoint_auth_method: "none" },
      openid.None(),
      { algorithm: "oauth2", execute: [openid.allowInsecureRequests] }
    )
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      state: "state"
    })
    const tokens = await openid.authorizationCodeGrant(config, await decide(page, url, "read"), {
      pkceCodeVerifier,
      expectedState: "state"
    })
    // Without a resource indicator a token is for the whole server.
    expect(await statuses(tokens.access_token)).toEqual({ mcp: 200, api: 200 })
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token!)
    await openid.tokenRevocation(config, refreshed.access_token)
    expect(await statuses(refreshed.access_token)).toEqual({ mcp: 401, api: 401 })
  })
})

describe("a code", () => {
  test.each(
    [
      ["with another verifier", { code_verifier: "a".repeat(43) }],
      ["with the challenge in place of the verifier", { code_verifier: "" }],
      ["by another app", { client_id: "" }],
      ["for another redirect URI", { redirect_uri: "http://127.0.0.1:5124/callback" }],
      ["for another resource", { resource: "/api/v1" }]
    ] as const
  )("is not redeemed %s, and still works for its app", async (_, more) => {
    const form = await codeFor({ resource: `${server.origin}/mcp` })
    const shown = {
      ...more,
      ...("client_id" in more ? { client_id: await newClient() } : {}),
      ...("resource" in more ? { resource: `${server.origin}${more.resource}` } : {}),
      ...("code_verifier" in more && more.code_verifier === ""
        ? { code_verifier: createHash("sha256").update(form.code_verifier).digest("base64url") }
        : {})
    }
    expect(await post("/oauth/token", { ...form, ...shown })).toEqual(invalidGrant)
    expect((await post("/oauth/token", form)).status).toBe(200)
  })

  test("that is replayed ends the app that redeemed it", async () => {
    const { access_token, form } = await tokensFor()
    expect((await statuses(access_token)).mcp).toBe(200)
    expect(await post("/oauth/token", form)).toEqual(invalidGrant)
    expect(await statuses(access_token)).toEqual({ mcp: 401, api: 401 })
  })

  test("20 at once with one code: one at most gets tokens", async () => {
    const form = await codeFor()
    const results = await Promise.all(Array.from({ length: 20 }, () => post("/oauth/token", form)))
    expect(results.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  test.each(["code", "code_verifier", "redirect_uri", "client_id", "grant_type"])("needs %s", async (name) => {
    const { [name]: _, ...form } = await codeFor() as Record<string, string>
    expect(await post("/oauth/token", form)).toEqual({
      status: 400,
      body: expect.objectContaining({ error: "invalid_request" })
    })
  })
})

describe("a refresh token", () => {
  test("that is used twice ends its app, with the tokens of whoever was faster", async () => {
    const { client_id, refresh_token } = await tokensFor()
    const { body: { access_token, refresh_token: next } } = await refreshing(refresh_token, client_id)
    expect((await statuses(access_token!)).api).toBe(200)
    expect(await refreshing(refresh_token, client_id)).toEqual(invalidGrant)
    expect(await statuses(access_token!)).toEqual({ mcp: 401, api: 401 })
    expect(await refreshing(next!, client_id)).toEqual(invalidGrant)
  })

  test("works for its own app alone, and not as an access token", async () => {
    const { access_token, client_id, refresh_token } = await tokensFor()
    expect(await refreshing(refresh_token, await newClient())).toEqual(invalidGrant)
    expect(await refreshing(access_token, client_id)).toEqual(invalidGrant)
    expect(await statuses(refresh_token)).toEqual({ mcp: 401, api: 401 })
    expect((await refreshing(refresh_token, client_id)).status).toBe(200)
  })

  test("is not ended by another app's revocation", async () => {
    const { access_token, refresh_token } = await tokensFor()
    const client_id = await newClient()
    for (const token of [access_token, refresh_token, "no token"])
      expect((await post("/oauth/revoke", { token, client_id })).status).toBe(200)
    expect((await statuses(access_token)).api).toBe(200)
  })
})

test.each([
  ["NUL", "\0"],
  ["a lone surrogate", "%ED%A0%80"],
  ["a long text", "a".repeat(10_000)]
])("a parameter with %s is of no app, and no fault of the server", async (_, text) => {
  const form = await codeFor()
  const { access_token, client_id, refresh_token } = await tokensFor()
  const sent: ReadonlyArray<readonly [string, Readonly<Record<string, string>>]> = [
    ["/oauth/token", form],
    ["/oauth/token", { grant_type: "refresh_token", refresh_token, client_id }],
    ["/oauth/revoke", { token: access_token, client_id }]
  ]
  const statuses = await Promise.all(sent.flatMap(([path, values]) =>
    Object.keys(values).map(async (name) => {
      const body = `${new URLSearchParams({ ...values, [name]: "" })}`.replace(`${name}=`, `${name}=${text}`)
      return [path, name, (await fetch(`${server.origin}${path}`, { method: "POST", headers: ofForms, body })).status]
    })
  ))
  expect(statuses).toEqual(
    sent.flatMap(([path, values]) =>
      Object.keys(values).map((name) => [path, name, path === "/oauth/revoke" ? 200 : 400])
    )
  )
  expect([(await post("/oauth/token", form)).status, (await refreshing(refresh_token, client_id)).status]).toEqual([
    200,
    200
  ])
})

test("what an app does with valid tokens does not count to its address", async () => {
  // Asking counts itself.
  const remaining = async () =>
    Number(
      (await fetch(`${server.origin}/.well-known/oauth-authorization-server`)).headers.get("x-ratelimit-remaining")
    )
  const { access_token, client_id, refresh_token } = await tokensFor({ resource: `${server.origin}/mcp` })
  const before = await remaining()
  for (const method of ["GET", "DELETE"]) {
    expect(
      (await fetch(`${server.origin}/mcp`, { method, headers: { authorization: `Bearer ${access_token}` } })).status
    ).toBe(405)
  }
  expect((await refreshing(refresh_token, client_id)).status).toBe(200)
  expect((await post("/oauth/revoke", { token: access_token, client_id })).status).toBe(200)
  expect(await remaining()).toBe(before - 1)
  expect((await refreshing(refresh_token, client_id)).status).toBe(400)
  expect((await post("/oauth/revoke", { token: "no token", client_id })).status).toBe(200)
  expect(await remaining()).toBe(before - 4)
})

describe("a request of an app", () => {
  test.each(
    [
      ["no PKCE", { code_challenge: "", code_challenge_method: "" }, "invalid_request"],
      ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
      ["a short challenge", { code_challenge: "short" }, "invalid_request"],
      ["the implicit flow", { response_type: "token" }, "unsupported_response_type"],
      ["a fragment as the answer", { response_mode: "fragment" }, "invalid_request"],
      ["a request object", { request: "e30." }, "request_not_supported"],
      ["another server's resource", { resource: "https://evil.example/mcp" }, "invalid_target"],
      ["a path that is no resource", { resource: "/other" }, "invalid_target"]
    ] as const
  )("with %s is refused, and its app is told", async (_, more, error) => {
    const named = "resource" in more && more.resource === "/other" ? { resource: `${server.origin}/other` } : more
    const { query } = await request(named)
    const { app, back, problem } = await show(new URLSearchParams(query).toString())
    expect([app, problem]).toEqual([null, "request_invalid"])
    expect(Object.fromEntries(new URL(back!).searchParams)).toMatchObject({ error, state: "state", iss: server.origin })
    having(400)(
      await page.ask("POST", "/console/auth/apps/decide", {
        body: { query: new URLSearchParams(query).toString(), scope: "read" }
      })
    )
  })

  test("of an unknown app, or for another redirect URI, leads the browser nowhere", async () => {
    const { query } = await request()
    const problems = await Promise.all([
      { ...query, client_id: "unknown" },
      { ...query, client_id: `${query["client_id"]}x` },
      { ...query, redirect_uri: "https://evil.example/callback" },
      { ...query, redirect_uri: "" }
    ].map((values) => show(new URLSearchParams(values).toString())))
    expect(problems.map(({ back, problem }) => [problem, back])).toEqual([
      ["client_unknown", null],
      ["client_unknown", null],
      ["redirect_unregistered", null],
      ["redirect_unregistered", null]
    ])
    const twice = await show(`${new URLSearchParams(query)}&redirect_uri=https%3A%2F%2Fevil.example%2F`)
    expect([twice.problem, twice.back]).toEqual(["request_invalid", null])
  })

  test("may name any port of the member's own machine", async () => {
    const { query } = await request({ redirect_uri: "http://127.0.0.1:61000/callback" })
    expect((await decide(page, urlOf(query), "read")).port).toBe("61000")
  })
})

test("a token of one resource is none at another", async () => {
  const mcp = await tokensFor({ resource: `${server.origin}/mcp` })
  const api = await tokensFor({ resource: `${server.origin}/api/v1/` })
  expect([await statuses(mcp.access_token), await statuses(api.access_token)]).toEqual([{ mcp: 200, api: 401 }, {
    mcp: 401,
    api: 200
  }])
  const { body: { error } } = await post("/oauth/token", {
    grant_type: "refresh_token",
    refresh_token: mcp.refresh_token,
    client_id: mcp.client_id,
    resource: "https://other.example/mcp"
  })
  expect(error).toBe("invalid_target")
})
