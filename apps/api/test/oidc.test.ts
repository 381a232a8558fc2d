/** Signing in to the console by an identity provider. */
import type { Member } from "@candor/domain/organization/Member"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { ofConsole } from "./harness/Browser.ts"
import { client, having } from "./harness/Client.ts"
import { type Identity, identityProvider, type IdentityProvider } from "./harness/IdentityProvider.ts"
import { freshEmail } from "./harness/Makers.ts"
import { type Backend, open, type TestServer } from "./harness/TestServer.ts"
import { type Keys, organization } from "./harness/World.ts"

/** The address of the browsers of a test: each test has the attempts of an address for itself. */
let address = 0
const fromAddress = () => ({ "x-forwarded-for": `192.0.2.${address}` })

/** Where a browser that does not follow redirections would go, and with which cookies. */
const visit = async (url: string, cookie?: string) => {
  const headers = { ...fromAddress(), ...cookie === undefined ? {} : { cookie } }
  const answer = await fetch(url, { redirect: "manual", headers })
  return {
    status: answer.status,
    location: answer.headers.get("location") ?? "",
    cookies: answer.headers.getSetCookie()
  }
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
    beforeEach(() => void address++)
    afterAll(async () => {
      await backend.close()
      await provider.close()
    })

    const member = async (email = freshEmail(), key = keys.admin) => {
      const body = { full_name: "Grace Hopper", email, role: "write" }
      return having(201)(await client(server.base_url)<{ member: Member }>("POST", "/members", { key, body })).body
        .member
    }

    const linkOf = async ({ id }: Member, key = keys.admin) =>
      having(201)(
        await client(server.base_url)<{ sign_in_link: { token: string } }>("POST", `/members/${id}/sign-in-link`, {
          key
        })
      ).body.sign_in_link.token

    type Change = (back: string, flow: string) => readonly [string, string]

    /** Signs in at the provider, and comes back with what the browser was given at the beginning. */
    const comeBack = (
      begun: { readonly location: string; readonly cookies: ReadonlyArray<string> },
      identity: Identity,
      change: Change
    ) => {
      expect(begun.cookies).toEqual([
        expect.stringMatching(/^candor_flow=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
      ])
      expect(begun.location).toStartWith(`${provider.issuer}/authorize?`)
      const [back, flow] = change(provider.signIn(begun.location, identity), pairOf(begun.cookies, "candor_flow")!)
      return visit(back, flow)
    }

    /** Begins here, signs in at the provider, and comes back. */
    const signIn = async (identity: Identity, change: Change = (...both) => both, query = "") => {
      const begun = await visit(`${server.origin}/console/auth/oidc${query}`)
      expect(begun.status).toBe(303)
      return comeBack(begun, identity, change)
    }

    /** Asks to link an identity, by a sign-in link or as who is signed in. */
    const beginLink = (body: { readonly token?: string }, cookie?: string) =>
      client(server.origin)<{ location: string }>("POST", "/console/auth/oidc/link", {
        headers: { ...ofConsole, ...fromAddress(), origin: server.origin, ...cookie === undefined ? {} : { cookie } },
        body
      })

    /** Links an identity, and returns the cookie of the session that this opens. */
    const link = async (identity: Identity, body: { readonly token?: string }, cookie?: string) => {
      const answer = having(200)(await beginLink(body, cookie))
      const back = await comeBack(
        { location: answer.body.location, cookies: answer.headers.getSetCookie() },
        identity,
        (...both) => both
      )
      return pairOf(back.cookies, "candor_session")
    }

    const sessionOf = async (cookie: string | undefined) =>
      (await client(server.origin)("GET", "/console/session", { headers: { ...ofConsole, cookie: cookie ?? "" } })).body

    /** A member to whom an identity is linked. */
    const linked = async () => {
      const identity = { sub: crypto.randomUUID() }
      const grace = await member()
      expect(await sessionOf(await link(identity, { token: await linkOf(grace) }))).toMatchObject({
        user: { id: grace.id }
      })
      return { grace, identity }
    }

    const refused = { status: 303, location: "/console#sign-in-failed", cookies: [] }
    const unknown = expect.objectContaining({ status: 303, location: "/console#not-linked" })

    test("who has linked an identity by a sign-in link is signed in by it, without a password, and once", async () => {
      const { grace, identity } = await linked()
      let returned = ["", ""] as readonly [string, string]
      const back = await signIn(identity, (...both) => returned = both)
      expect(back).toMatchObject({ status: 303, location: "/console" })
      expect(back.cookies).toContain("candor_flow=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax")
      expect(await sessionOf(pairOf(back.cookies, "candor_session"))).toMatchObject({
        user: { id: grace.id, email: grace.email },
        role: "write"
      })
      expect(await visit(...returned)).toEqual(refused)
      expect(having(200)(await client(server.origin)("GET", "/console/auth/methods")).body).toEqual({
        password: true,
        passkey: false,
        oidc: true,
        mail: false
      })
    })

    test("an email address alone signs nobody in, verified or not, whoever has added it and set a password for it", async () => {
      const email = freshEmail()
      const attacker = (await backend.run(organization({ name: "Mallory", plan: "free" }))).keys.admin
      for (const key of [keys.admin, attacker]) {
        const token = await linkOf(await member(email, key), key)
        having(200)(
          await client(server.origin)("POST", "/console/auth/first", {
            headers: { ...ofConsole, origin: server.origin },
            body: { token, password: "correct horse battery staple" }
          })
        )
      }
      expect(await signIn({ sub: crypto.randomUUID(), email, email_verified: true })).toEqual(unknown)
      expect(await signIn({ sub: crypto.randomUUID(), email, email_verified: false })).toEqual(unknown)
    })

    test("who is signed in links an identity as well; a link that was used or replaced, and nobody, link none", async () => {
      const grace = await member()
      const first = await link({ sub: crypto.randomUUID() }, { token: await linkOf(grace) })
      const identity = { sub: crypto.randomUUID() }
      expect(await sessionOf(await link(identity, {}, first))).toMatchObject({ user: { id: grace.id } })
      expect(await signIn(identity)).toMatchObject({ location: "/console" })
      having(401)(await beginLink({}))
      having(401)(await beginLink({ token: "candor_link_of_nobody" }))
      // Replaced while its browser is at the provider.
      const token = await linkOf(grace)
      const begun = having(200)(await beginLink({ token }))
      await linkOf(grace)
      const cookies = begun.headers.getSetCookie()
      expect(
        await comeBack({ location: begun.body.location, cookies }, { sub: crypto.randomUUID() }, (...both) => both)
      ).toEqual(refused)
    })

    test("who is linked in several organizations chooses one of all, and a deactivated member is signed in nowhere", async () => {
      const { grace, identity } = await linked()
      const others = []
      for (const name of ["Globex & Co", "Initech", "Hooli", "Umbrella"]) {
        const { admin: key } = (await backend.run(organization({ name, plan: "free" }))).keys
        const there = await member(freshEmail(), key)
        await link(identity, { token: await linkOf(there, key) })
        others.push([there, key] as const)
      }
      const { cookies, location } = await signIn(identity)
      expect(location).toStartWith("/console#choose?")
      expect(pairOf(cookies, "candor_session")).toBeUndefined()
      const choices = [...new URLSearchParams(location.split("?")[1])]
      expect(choices.map(([, name]) => name)).toEqual(["Acme", "Globex & Co", "Initech", "Hooli", "Umbrella"])
      const back = await signIn(identity, (...both) => both, `?organization_id=${choices[4]![0]}`)
      expect(await sessionOf(pairOf(back.cookies, "candor_session"))).toMatchObject({
        user: { id: others[3]![0].id },
        organization: { name: "Umbrella" }
      })
      for (const [{ id }, key] of [[grace, keys.admin] as const, ...others]) {
        having(200)(await client(server.base_url)("PATCH", `/members/${id}`, { key, body: { status: "deactivated" } }))
      }
      expect(await signIn(identity)).toEqual(unknown)
    })

    test("a member lists the linked identities and unlinks one, which ends other sessions and signs nobody in any more", async () => {
      const { identity } = await linked()
      const sessions = [await signIn(identity), await signIn(identity)].map(({ cookies }) =>
        pairOf(cookies, "candor_session")!
      )
      const ask = <Answer>(method: string, path: string, cookie: string, body?: object) =>
        client(server.origin)<Answer>(method, `/console/auth/identities${path}`, {
          headers: { ...ofConsole, origin: server.origin, cookie },
          ...body === undefined ? {} : { body }
        })
      const listed = having(200)(await ask<{ identities: ReadonlyArray<object> }>("GET", "", sessions[0]!)).body
      const shown = { issuer: provider.issuer, subject: identity.sub }
      expect(listed).toEqual({ identities: [{ ...shown, linked_at: expect.any(String) }] })
      having(404)(await ask("POST", "/remove", sessions[0]!, { ...shown, subject: "another" }))
      const removed = having(200)(await ask("POST", "/remove", sessions[0]!, shown))
      const kept = pairOf(removed.headers.getSetCookie(), "candor_session")!
      for (const cookie of sessions) having(401)(await ask("GET", "", cookie))
      expect(having(200)(await ask("GET", "", kept)).body).toEqual({ identities: [] })
      having(404)(await ask("POST", "/remove", kept, shown))
      expect(await signIn(identity)).toEqual(unknown)
    })

    test("a browser has ten minutes to come back: then it has dropped the cookie of the flow, and begins again", async () => {
      const { identity } = await linked()
      const begun = await visit(`${server.origin}/console/auth/oidc`)
      expect(Bun.Cookie.parse(begun.cookies[0]!)).toMatchObject({ name: "candor_flow", maxAge: 600 })
      expect(await visit(provider.signIn(begun.location, identity))).toEqual(refused)
    })

    test("a browser that did not begin, or comes with another state, code or verifier, is not signed in", async () => {
      const { identity } = await linked()
      const parts = (flow: string) => flow.slice("candor_flow=".length).split(".")
      const other = "x".repeat(43)
      expect(await signIn(identity, (back) => [back, "candor_flow="])).toEqual(refused)
      expect(await signIn(identity, (back, flow) => [back.replace(/state=[^&]+/, `state=${other}`), flow])).toEqual(
        refused
      )
      expect(await signIn(identity, (back, flow) => [back.replace(/code=[^&]+/, `code=${other}`), flow])).toEqual(
        refused
      )
      for (const index of [0, 1, 2]) {
        expect(
          await signIn(identity, (back, flow) => [back, `candor_flow=${parts(flow).with(index, other).join(".")}`])
        ).toEqual(refused)
      }
    })

    test.each([
      ["another audience", { aud: "another client" }],
      ["another issuer", { iss: "https://another.example" }],
      ["an end that has passed", { exp: 1_000_000_000 }],
      ["another nonce", { nonce: "another" }]
    ])("a token with %s is refused", async (_, claims) => {
      const { grace: { email }, identity } = await linked()
      provider.forge(claims)
      const answer = await signIn({ ...identity, email }).finally(() => provider.forge({}))
      expect(answer).toEqual(refused)
      expect(server.logs.at(-2)).toMatch(/A sign-in by the identity provider failed.*"reason":"OAUTH_/)
      expect(server.logs.join()).not.toContain(email)
    })

    test("without a provider there is nothing to begin", async () => {
      const { origin } = await backend.serve()
      having(404)(await client(origin)("GET", "/console/auth/oidc"))
      having(404)(await client(origin)("GET", "/console/auth/oidc/callback?code=x"))
    })

    test("comes back to where the server is reached, where the settings say it, whatever host the request names", async () => {
      const { origin } = await backend.serve({
        settings: { ...provider.settings, CANDOR_PUBLIC_URL: "https://hiring.acme.example" }
      })
      const answer = await fetch(`${origin}/console/auth/oidc`, {
        redirect: "manual",
        headers: { host: "evil.example" }
      })
      expect(new URL(answer.headers.get("location")!).searchParams.get("redirect_uri")).toBe(
        "https://hiring.acme.example/console/auth/oidc/callback"
      )
    })

    test("a provider that is away is a failure to sign in, and not of the server", async () => {
      const { origin } = await backend.serve({
        settings: { ...provider.settings, CANDOR_OIDC_ISSUER: "http://127.0.0.1:1" }
      })
      expect(await visit(`${origin}/console/auth/oidc`)).toEqual(refused)
    })
  })
}
