/** Signing in to the console by an identity provider. */
import type { Member } from "@candor/domain/organization/Member"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test"
import { ConfigProvider, Effect, Layer, Option } from "effect"
import { OpenIdConnect } from "../src/signin/OpenIdConnect.ts"
import { ofConsole } from "./harness/Browser.ts"
import { client, having } from "./harness/Client.ts"
import { type Identity, identityProvider, type IdentityProvider } from "./harness/IdentityProvider.ts"
import { freshEmail } from "./harness/Makers.ts"
import { type Backend, open, type TestServer } from "./harness/TestServer.ts"
import { type Keys, organization } from "./harness/World.ts"

/** Where a browser that does not follow redirections would go, and with which cookies. */
const visit = async (url: string, cookie?: string) => {
  const answer = await fetch(url, { redirect: "manual", headers: cookie === undefined ? {} : { cookie } })
  return { status: answer.status, location: answer.headers.get("location") ?? "", cookies: answer.headers.getSetCookie() }
}

const pairOf = (cookies: ReadonlyArray<string>, name: string) =>
  cookies.find((cookie) => cookie.startsWith(`${name}=`))?.split(";")[0]

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let backend: Backend
    let provider: IdentityProvider
    let server: TestServer
    let keys: Keys
    beforeAll(async () => {
      provider = await identityProvider()
      backend = await open(database)
      server = await backend.serve({ settings: provider.settings })
      keys = (await backend.run(organization({ name: "Acme", plan: "free" }))).keys
    })
    afterAll(async () => {
      await backend.close()
      await provider.close()
    })

    const member = async () => {
      const body = { full_name: "Grace Hopper", email: freshEmail(), role: "write" }
      return having(201)(await client(server.base_url)<{ member: Member }>("POST", "/members", { key: keys.admin, body })).body.member
    }

    /** Begins here, signs in at the provider, and comes back. */
    const signIn = async (identity: Identity, change: (back: string, flow: string) => readonly [string, string] = (back, flow) => [back, flow]) => {
      const begun = await visit(`${server.origin}/console/auth/oidc`)
      expect([begun.status, begun.cookies.length]).toEqual([303, 1])
      expect(begun.cookies[0]).toMatch(/^candor_flow=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
      expect(begun.location).toStartWith(`${provider.issuer}/authorize?`)
      const [back, flow] = change(provider.signIn(begun.location, identity), pairOf(begun.cookies, "candor_flow")!)
      return visit(back, flow)
    }

    const refused = { status: 303, location: "/console#sign-in-failed", cookies: [] }

    test("a member with a verified e-mail address is signed in, also without a password, and once", async () => {
      const { email, id } = await member()
      let returned = ["", ""] as readonly [string, string]
      const back = await signIn({ email: email.toUpperCase(), email_verified: true }, (...both) => returned = both)
      expect(back).toMatchObject({ status: 303, location: "/console" })
      expect(back.cookies).toContain("candor_flow=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax")
      const cookie = pairOf(back.cookies, "candor_session")!
      const { body } = having(200)(await client(server.origin)("GET", "/console/session", { headers: { ...ofConsole, cookie } }))
      expect(body).toMatchObject({ user: { id, email }, role: "write" })
      expect(await visit(...returned)).toEqual(refused)
      expect(having(200)(await client(server.origin)("GET", "/console/auth/methods")).body).toEqual({ password: true, passkey: false, oidc: true })
    })

    test("a browser has ten minutes to come back: then it has dropped the cookie of the flow, and begins again", async () => {
      const { email } = await member()
      const begun = await visit(`${server.origin}/console/auth/oidc`)
      expect(Bun.Cookie.parse(begun.cookies[0]!)).toMatchObject({ name: "candor_flow", maxAge: 600 })
      expect(await visit(provider.signIn(begun.location, { email, email_verified: true }))).toEqual(refused)
    })

    test("who has no verified address, is no member, or is deactivated is not signed in", async () => {
      const { email, id } = await member()
      expect(await signIn({ email, email_verified: false })).toEqual(refused)
      expect(await signIn({ email: freshEmail(), email_verified: true })).toEqual(refused)
      having(200)(await client(server.base_url)("PATCH", `/members/${id}`, { key: keys.admin, body: { status: "deactivated" } }))
      expect(await signIn({ email, email_verified: true })).toEqual(refused)
    })

    test("a browser that did not begin, or comes with another state, code or verifier, is not signed in", async () => {
      const { email } = await member()
      const identity = { email, email_verified: true }
      const parts = (flow: string) => flow.slice("candor_flow=".length).split(".")
      const other = "x".repeat(43)
      expect(await signIn(identity, (back) => [back, "candor_flow="])).toEqual(refused)
      expect(await signIn(identity, (back, flow) => [back.replace(/state=[^&]+/, `state=${other}`), flow])).toEqual(refused)
      expect(await signIn(identity, (back, flow) => [back.replace(/code=[^&]+/, `code=${other}`), flow])).toEqual(refused)
      for (const index of [0, 1, 2]) {
        expect(await signIn(identity, (back, flow) => [back, `candor_flow=${parts(flow).with(index, other).join(".")}`])).toEqual(refused)
      }
    })

    test.each([
      ["another audience", { aud: "another client" }],
      ["another issuer", { iss: "https://another.example" }],
      ["an end that has passed", { exp: 1_000_000_000 }],
      ["another nonce", { nonce: "another" }]
    ])("a token with %s is refused", async (_, claims) => {
      const { email } = await member()
      provider.forge(claims)
      const answer = await signIn({ email, email_verified: true }).finally(() => provider.forge({}))
      expect(answer).toEqual(refused)
      expect(server.logs.at(-2)).toMatch(/A sign-in by the identity provider failed.*"reason":"OAUTH_/)
      expect(server.logs.join()).not.toContain(email)
    })

    test("without a provider there is nothing to begin", async () => {
      const { origin } = await backend.serve()
      having(404)(await client(origin)("GET", "/console/auth/oidc"))
      having(404)(await client(origin)("GET", "/console/auth/oidc/callback?code=x"))
    })

    test("a provider that is away is a failure to sign in, and not of the server", async () => {
      const { origin } = await backend.serve({ settings: { ...provider.settings, CANDOR_OIDC_ISSUER: "http://127.0.0.1:1" } })
      expect(await visit(`${origin}/console/auth/oidc`)).toEqual(refused)
    })
  })
}

describe("an answer of the provider", () => {
  /** Begins a sign-in at a provider whose document is answered like this. Returns where the browser goes, or why it does not. */
  const beginning = (answer: (issuer: string, request: Request) => Response | Promise<Response>) =>
    Effect.gen(function*() {
      const server: Bun.Server<undefined> = yield* Effect.acquireRelease(
        Effect.sync(() => Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => answer(server.url.origin, request) })),
        (server) => Effect.promise(() => server.stop(true))
      )
      const settings = { CANDOR_OIDC_ISSUER: server.url.origin, CANDOR_OIDC_CLIENT_ID: "candor", CANDOR_OIDC_CLIENT_SECRET: "secret" }
      const layer = Layer.provide(OpenIdConnect.layer, ConfigProvider.layer(ConfigProvider.fromUnknown(settings)))
      const client = Option.getOrThrow(yield* Effect.provide(OpenIdConnect, layer))
      return yield* Effect.match(client.begin("https://candor.example/back"), {
        onSuccess: ({ url }) => url.replace(/\?.*/, "").replace(server.url.origin, ""),
        onFailure: ({ reason }) => reason
      })
    }).pipe(Effect.scoped, Effect.runPromise)

  test("has 262,144 bytes at most", async () => {
    const document = (bytes: number) =>
      beginning((issuer) => {
        const text = JSON.stringify({ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` })
        return new Response(text.padEnd(bytes), { headers: { "content-type": "application/json" } })
      })
    expect([await document(262_144), await document(262_145)]).toEqual(["/authorize", "ClientError"])
  })

  test("takes five seconds at most, and then the provider is hung up on", async () => {
    const late = new AbortController()
    const hungUp = Promise.withResolvers<void>()
    const timeout = spyOn(AbortSignal, "timeout").mockReturnValue(late.signal)
    try {
      const reason = await beginning((_, request) => {
        request.signal.addEventListener("abort", () => hungUp.resolve())
        late.abort(new DOMException("It took too long", "TimeoutError"))
        return Promise.withResolvers<Response>().promise
      })
      await hungUp.promise
      expect([reason, timeout.mock.calls]).toEqual(["OAUTH_TIMEOUT", [[5000]]])
    } finally {
      timeout.mockRestore()
    }
  })
})
