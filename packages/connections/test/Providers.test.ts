/** Consent and tokens, against a server that answers as the providers document, and one that does not. */
import type { Provider } from "@candor/domain/connection/Connection"
import { clients, type ConsentFailed, type Flow, ProviderFetch } from "@candor/connections/Providers"
import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test"
import { ConfigProvider, Effect, Redacted } from "effect"
import { type AuthorizationServer, authorizationServer, settings } from "./AuthorizationServer.ts"

const callback = "https://hiring.acme.example/console/connected"
const scopes = ["https://mail.example/read", "https://mail.example/Send"]

let server: AuthorizationServer
const all: Array<AuthorizationServer> = []
beforeEach(() => void all.push(server = authorizationServer()))
afterEach(() => server.close())
afterAll(() => Promise.all(all.map(({ close }) => close())))

const clientOf = async (provider: Provider, more: Readonly<Record<string, string>> = {}) => {
  const found = await Effect.runPromise(clients.pipe(
    Effect.provideService(ProviderFetch, server.fetch),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({ ...settings, ...more }))
  ))
  return found.get(provider)!
}

const begun = async (provider: Provider, more: Readonly<Record<string, string>> = {}) => {
  const client = await clientOf(provider, more)
  const { flow, url } = await Effect.runPromise(client.begin(scopes, callback))
  const complete = (query: string, changes: Partial<Flow> = {}) =>
    Effect.runPromise(Effect.match(client.complete(new URL(callback + query), scopes, { ...flow, ...changes }), {
      onFailure: ({ detail, problem }: ConsentFailed) => ({ detail, problem }),
      onSuccess: ({ account, refresh_token, seconds }) => ({ account, refresh: Redacted.value(refresh_token), seconds })
    }))
  return { client, complete, flow, url }
}

test.each<
  readonly [Provider, Readonly<Record<string, string>>, address: string, parameters: Readonly<Record<string, string>>]
>([
  ["google", {}, "https://accounts.google.com/o/oauth2/v2/auth", {
    access_type: "offline",
    prompt: "consent",
    scope: `openid email ${scopes.join(" ")}`
  }],
  ["microsoft", {}, "https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize", {
    scope: `openid profile email offline_access ${scopes.join(" ")}`
  }],
  [
    "microsoft",
    { CANDOR_MICROSOFT_TENANT: "acme.example" },
    "https://login.microsoftonline.com/acme.example/oauth2/v2.0/authorize",
    {}
  ]
])(
  "%s with %p: who consents is connected, once, and the token is refreshed",
  async (provider, more, address, parameters) => {
    const { client, complete, url } = await begun(provider, more)
    expect(url).toStartWith(`${address}?`)
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      ...parameters,
      client_id: settings.CANDOR_GOOGLE_CLIENT_ID,
      redirect_uri: callback,
      response_type: "code",
      code_challenge_method: "S256"
    })
    const query = server.consent(url, "jobs@acme.example")
    const connected = await complete(query)
    expect(connected).toEqual({
      account: "jobs@acme.example",
      refresh: expect.stringMatching(/^refresh\./),
      seconds: 3599
    })
    expect(await complete(query)).toMatchObject({ problem: "not_begun" })
    const token = Redacted.make("refresh" in connected ? connected.refresh : "")
    const grant = await Effect.runPromise(client.refresh(token))
    expect(server.isValid(Redacted.value(grant.access_token))).toBe(true)
    expect(await Effect.runPromise(Effect.flip(client.refresh(token)))).toEqual({
      problem: "consent_ended",
      detail: "Token has been expired or revoked."
    })
  }
)

describe("Nobody is connected", () => {
  const other = "x".repeat(43)

  test.each<readonly [string, (query: string) => string, Partial<Flow>, ConsentFailed["problem"]]>([
    ["who refused it there", (query) => query.replace(/code=[^&]+/, "error=access_denied"), {}, "denied"],
    ["with another state", (query) => query.replace(/state=[^&]+/, `state=${other}`), {}, "not_begun"],
    ["without a state", (query) => query.replace(/state=[^&]+/, ""), {}, "not_begun"],
    ["with another code", (query) => query.replace(/code=[^&]+/, "code=other"), {}, "not_begun"],
    ["with another verifier", (query) => query, { verifier: other }, "not_begun"],
    ["with another nonce", (query) => query, { nonce: other }, "busy"],
    ["of another issuer", (query) => query.replace(/iss=[^&]+/, "iss=https%3A%2F%2Fevil.example"), {}, "busy"],
    ["while the provider is away", (query) => query.replace(/code=[^&]+/, "error=temporarily_unavailable"), {}, "busy"],
    [
      "whose app is unknown there",
      (query) => query.replace(/code=[^&]+/, "error=unauthorized_client"),
      {},
      "app_refused"
    ]
  ])("%s", async (_, change, flow, problem) => {
    const { complete, url } = await begun("google")
    expect(await complete(change(server.consent(url, "jobs@acme.example")), flow)).toMatchObject({ problem })
  })

  test.each([
    ["a scope", { scope: `openid email ${scopes[0]}` }, undefined],
    ["the refresh token", {}, "refresh_token"],
    ["the address", {}, "id_token"]
  ])("where %s is missing", async (_, changes, left) => {
    const { complete, url } = await begun("google")
    const query = server.consent(url, left === "id_token" ? "" : "jobs@acme.example", changes)
    if (left === "refresh_token") {
      server.answer(async (request) => {
        const { refresh_token: _, ...others } = await (await server.fetch(request.url, {
          method: "POST",
          body: await request.text(),
          headers: request.headers
        })).json() as Record<string, unknown>
        return Response.json(others)
      })
    }
    expect(await complete(query)).toEqual({ problem: "incomplete", detail: null })
  })
})

describe("A refresh", () => {
  const endless = () =>
    new Response(
      new ReadableStream({ pull: (controller) => controller.enqueue(new TextEncoder().encode(" ".repeat(16_384))) }),
      { headers: { "content-type": "application/json" } }
    )
  const error = (status: number, error: string, error_description?: string) => () =>
    Response.json({ error, error_description }, { status })

  test.each<readonly [string, (request: Request) => Response | Promise<Response>, object]>([
    [
      "of a password that was changed",
      error(400, "invalid_grant", "AADSTS50173:  The provided grant has expired.\r\nTrace ID: 1"),
      { problem: "consent_ended", detail: "AADSTS50173: The provided grant has expired. Trace ID: 1" }
    ],
    ["of somebody who has to sign in again", error(400, "interaction_required", "AADSTS50076"), {
      problem: "consent_ended",
      detail: "AADSTS50076"
    }],
    [
      "with a secret that has expired",
      error(401, "invalid_client", "AADSTS7000222: The provided client secret keys are expired."),
      { problem: "app_refused", detail: "AADSTS7000222: The provided client secret keys are expired." }
    ],
    ["of an app that was deleted", error(400, "unauthorized_client"), {
      problem: "app_refused",
      detail: "unauthorized_client"
    }],
    ["while the provider is overloaded", error(503, "server_error"), { problem: "busy" }],
    ["too often", error(429, "invalid_grant"), { problem: "busy", detail: "invalid_grant" }],
    [
      "that is answered by a page",
      () => new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "content-type": "text/html" } }),
      { problem: "busy" }
    ],
    ["that is answered without an end", endless, { problem: "busy" }],
    ["that is redirected to an inside address", () => Response.redirect("http://169.254.169.254/latest/meta-data"), {
      problem: "busy"
    }],
    ["that is answered without a token", () => Response.json({ token_type: "Bearer" }), { problem: "busy" }],
    [
      "of which the provider tells what it got",
      async (request) => error(400, "invalid_grant", await request.text())(),
      { problem: "consent_ended", detail: expect.stringContaining("refresh_token=…") }
    ],
    ["with endless words", error(400, "invalid_grant", "x".repeat(60_000)), {
      problem: "consent_ended",
      detail: "x".repeat(500)
    }]
  ])("%s", async (_, respond, expected) => {
    server.answer(respond)
    const client = await clientOf("microsoft")
    const failure = await Effect.runPromise(Effect.flip(client.refresh(Redacted.make("refresh.secret"))))
    expect(failure).toMatchObject(expected)
    expect(JSON.stringify(failure)).not.toMatch(/refresh\.secret|secret~of/)
    expect(server.requests).toHaveLength(1)
  })
})

test("a provider without an app, and an app without its secret", async () => {
  const found = (env: object) =>
    Effect.runPromise(
      Effect.result(clients).pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env)))
    )
  expect(await found({})).toMatchObject({ _tag: "Success", success: new Map() })
  expect(String(await found({ CANDOR_GOOGLE_CLIENT_ID: "one" }))).toContain("CANDOR_GOOGLE_CLIENT_SECRET")
})
