/**
 * Signing in to the console by a passkey: what a device has signed counts once, for this host, and while the member may
 * come in.
 */
import type { ShownPasskey } from "@candor/contract/Passkeys"
import type { SessionInfo } from "@candor/contract/SignIns"
import type { Member } from "@candor/domain/organization/Member"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Authenticator, authenticator, type AuthenticatorOptions } from "./harness/Authenticator.ts"
import { type Browser, browser, ofConsole } from "./harness/Browser.ts"
import { client, type ErrorBody, having } from "./harness/Client.ts"
import { freshEmail } from "./harness/Makers.ts"
import { type Backend, open, type TestServer } from "./harness/TestServer.ts"
import { type Keys, organization } from "./harness/World.ts"

const password = "correct horse battery staple"

const origin = "https://desk.example"

/** What a browser that shows the origin sends, through a proxy that ends TLS. */
const atDesk = { host: new URL(origin).host, "x-forwarded-proto": "https" }

interface Options {
  readonly options: {
    readonly challenge: string
    readonly rp: { readonly id: string }
    readonly user: { readonly id: string; readonly name: string }
  }
}

/** A member who is signed in by a password, with a passkey. */
interface Person {
  readonly member: Member
  readonly page: Browser
  readonly device: Authenticator
  readonly handle: string
  readonly passkey: ShownPasskey
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let backend: Backend
    let server: TestServer
    let acme: Keys
    let other: Keys
    beforeAll(async () => {
      backend = await open(database)
      server = await backend.serve()
      acme = (await backend.run(organization({ name: "Acme", plan: "growth" }))).keys
      other = (await backend.run(organization({ name: "Other", plan: "growth" }))).keys
    })
    afterAll(() => backend.close())

    let pages = 0
    /** A browser with an address of its own, as attempts are counted by it. */
    const at = (there: TestServer = server) => {
      pages++
      return browser(there.origin, { ...atDesk, "x-forwarded-for": `198.51.${pages >> 8}.${pages & 255}` })
    }

    /** A new member who has set a password. */
    const signedIn = async (keys: Keys = acme, email = freshEmail()) => {
      const call = client(server.base_url)
      const body = { full_name: "Grace Hopper", email, role: "write" }
      const { body: { member } } = having(201)(
        await call<{ member: Member }>("POST", "/members", { key: keys.admin, body })
      )
      const made = having(201)(
        await call<{ sign_in_link: { token: string } }>("POST", `/members/${member.id}/sign-in-link`, {
          key: keys.admin
        })
      )
      const page = at()
      having(200)(
        await page.ask("POST", "/console/auth/first", { body: { token: made.body.sign_in_link.token, password } })
      )
      return { member, page }
    }

    const beginAdding = async (page: Browser) =>
      having(200)(await page.ask<Options>("POST", "/console/auth/passkeys/options")).body.options

    const add = (page: Browser, body: object, name = "Laptop") =>
      page.ask<{ passkey: ShownPasskey } & ErrorBody>("POST", "/console/auth/passkeys", { body: { name, ...body } })

    const person = async (keys?: Keys, email?: string): Promise<Person> => {
      const { member, page } = await signedIn(keys, email)
      const device = authenticator()
      const { challenge, user: { id: handle } } = await beginAdding(page)
      const { passkey } = having(200)(await add(page, device.create(challenge, { origin }))).body
      return { member, page, device, handle, passkey }
    }

    const beginSignIn = async (page: Browser = at()) =>
      having(200)(await page.ask<Options>("POST", "/console/auth/passkey/options")).body.options.challenge

    const send = (body: object, page = at()) =>
      page.ask<SessionInfo & ErrorBody>("POST", "/console/auth/passkey", { body })

    const signIn = async (
      { device, handle }: Pick<Person, "device" | "handle">,
      page = at(),
      options: Partial<AuthenticatorOptions> = {}
    ) => send(device.sign(await beginSignIn(page), handle, { origin, ...options }), page)

    const list = async (page: Browser) =>
      having(200)(await page.ask<{ passkeys: ReadonlyArray<ShownPasskey> }>("GET", "/console/auth/passkeys")).body
        .passkeys

    /** The answer to every passkey that is not accepted. */
    const refused = "The passkey was not accepted. Try again, or sign in another way."
    const expectRefused = (answer: { readonly status: number; readonly body: ErrorBody }) =>
      expect([answer.status, answer.body.error.message]).toEqual([401, refused])

    test("a member adds a passkey, signs in by it without an email address, and removes it, which ends other sessions", async () => {
      const { device, handle, member, page, passkey } = await person()
      expect(passkey).toMatchObject({ name: "Laptop", last_used_at: null })
      const elsewhere = at()
      const { body: info } = having(200)(await signIn({ device, handle }, elsewhere))
      expect(info).toMatchObject({
        user: { id: member.id, email: member.email },
        organization: { name: "Acme" },
        role: "write"
      })
      expect(elsewhere.setCookie()).toMatch(
        /^__Host-candor_session=candor_session_\w+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/
      )
      expect<unknown>(having(200)(await elsewhere.ask("GET", "/console/session")).body).toEqual(info)
      having(200)(await elsewhere.ask("GET", "/api/v1/jobs"))
      expect(await list(page)).toEqual([{ ...passkey, last_used_at: expect.any(String) as never }])
      const { body } = having(200)(
        await page.ask("POST", "/console/auth/passkeys/remove", { body: { id: passkey.id } })
      )
      expect<unknown>(body).toEqual(info)
      expect(await list(page)).toEqual([])
      having(401)(await elsewhere.ask("GET", "/console/session"))
      expectRefused(await signIn({ device, handle }))
      having(404)(await page.ask("POST", "/console/auth/passkeys/remove", { body: { id: passkey.id } }))
    })

    test("what a device has signed counts once, on all servers, within five minutes, and for what it was asked", async () => {
      const one = await person()
      const { device, handle, page } = one
      const replica = await backend.serve()
      const body = device.sign(await beginSignIn(), handle, { origin, counter: 1 })
      having(200)(await send(body, at(replica)))
      expectRefused(await send(body))
      expectRefused(await send(body, at(replica)))
      const again = device.sign(await beginSignIn(), handle, { origin, counter: 2 })
      const many = await Promise.all(
        Array.from({ length: 6 }, (_, n) => send(again, at(n % 2 === 0 ? server : replica)))
      )
      expect(many.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401])
      expectRefused(await send(device.sign("x".repeat(43), handle, { origin, counter: 3 })))
      expectRefused(await send(device.sign((await beginAdding(page)).challenge, handle, { origin, counter: 3 })))
      const late = await beginSignIn()
      await backend.run(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE passkey_challenges SET expires_at = now()`)
      )
      expectRefused(await send(device.sign(late, handle, { origin, counter: 3 })))
      having(200)(await signIn(one, at(), { counter: 3 }))
    })

    const forgeries: ReadonlyArray<readonly [string, (challenge: string, one: Person, another: Person) => object]> = [
      [
        "for another origin",
        (challenge, { device, handle }) => device.sign(challenge, handle, { origin: "https://evil.example" })
      ],
      [
        "for a page without TLS",
        (challenge, { device, handle }) => device.sign(challenge, handle, { origin: "http://desk.example" })
      ],
      [
        "for another port",
        (challenge, { device, handle }) => device.sign(challenge, handle, { origin: "https://desk.example:8443" })
      ],
      ["for another host, with this one's origin", (challenge, { device, handle }) => ({
        ...device.sign(challenge, handle, { origin }),
        authenticator_data: device.sign(challenge, handle, { origin: "https://evil.example" }).authenticator_data
      })],
      [
        "without the user's verification",
        (challenge, { device, handle }) => device.sign(challenge, handle, { origin, verified: false })
      ],
      ["by another key", (challenge, { device, handle }, another) => ({
        ...another.device.sign(challenge, handle, { origin }),
        credential_id: device.credential_id
      })],
      [
        "with another challenge",
        (challenge, { device, handle }) => ({ ...device.sign("x".repeat(43), handle, { origin }), challenge })
      ],
      ["with what belongs to making a passkey", (challenge, { device, handle }) => ({
        ...device.sign(challenge, handle, { origin }),
        client_data: device.create(challenge, { origin }).client_data
      })],
      ["for another member", (challenge, { device }, another) => device.sign(challenge, another.handle, { origin })],
      [
        "for nobody",
        (challenge, { device }) => device.sign(challenge, Buffer.from("nobody").toString("base64url"), { origin })
      ],
      [
        "with no signature",
        (challenge, { device, handle }) => ({ ...device.sign(challenge, handle, { origin }), signature: "AAAA" })
      ],
      [
        "with no client data",
        (challenge, { device, handle }) => ({ ...device.sign(challenge, handle, { origin }), client_data: "AAAA" })
      ]
    ]

    test("a signature for another origin, host, member or purpose, without verification or by another key is refused, and the passkey works on", async () => {
      const another = await person()
      // Ten failed attempts at one passkey are the limit.
      for (const some of [forgeries.slice(0, 6), forgeries.slice(6)]) {
        const one = await person()
        for (const [what, forge] of some) {
          const answer = await send(forge(await beginSignIn(), one, another))
          expect([what, answer.status, answer.body.error?.message]).toEqual([what, 401, refused])
        }
        having(200)(await signIn(one))
      }
    })

    test("a passkey of one organization signs nobody in to another, where its member has the same address", async () => {
      const email = freshEmail()
      const [here, there] = [await person(acme, email), await person(other, email)]
      expect(here.handle).not.toBe(there.handle)
      expectRefused(await send(here.device.sign(await beginSignIn(), there.handle, { origin })))
      expect(having(200)(await signIn(here)).body.organization.name).toBe("Acme")
      expect(having(200)(await signIn(there)).body.organization.name).toBe("Other")
      having(404)(await here.page.ask("POST", "/console/auth/passkeys/remove", { body: { id: there.passkey.id } }))
      expect(await list(there.page)).toHaveLength(1)
    })

    test("a passkey is added by the member who began, for this origin, verified, and once", async () => {
      const { page } = await signedIn()
      const { page: another } = await signedIn()
      const notAdded = async (of: Browser, body: object) => having(401)(await add(of, body))
      const device = authenticator()
      await notAdded(page, device.create((await beginAdding(another)).challenge, { origin }))
      await notAdded(page, device.create(await beginSignIn(), { origin }))
      await notAdded(page, device.create((await beginAdding(page)).challenge, { origin: "https://evil.example" }))
      await notAdded(page, device.create((await beginAdding(page)).challenge, { origin, verified: false }))
      await notAdded(page, { ...device.create((await beginAdding(page)).challenge, { origin }), attestation: "AAAA" })
      expect(await list(page)).toEqual([])
      const { challenge, rp, user } = await beginAdding(page)
      expect([rp.id, user.name]).toEqual(["desk.example", expect.stringMatching(/^\S+@\S+ \(Acme\)$/)])
      const body = device.create(challenge, { origin })
      having(200)(await add(page, body))
      await notAdded(page, body)
      having(400)(await add(page, device.create((await beginAdding(page)).challenge, { origin })))
      having(400)(await add(another, device.create((await beginAdding(another)).challenge, { origin })))
      expect(await list(another)).toEqual([])
    })

    test("ten failed attempts at a passkey in an hour from an address, and sixty of an address: then 429, and passwords have a limit of their own", async () => {
      const there = await backend.serve()
      const { device, handle, member } = await person()
      const from = (n: number) => browser(there.origin, { ...atDesk, "x-forwarded-for": `192.0.2.${n}` })
      const one = from(1)
      const many = await Promise.all(
        Array.from({ length: 12 }, () => send(device.sign("x".repeat(43), handle, { origin }), one))
      )
      expect(many.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
      having(429)(await signIn({ device, handle }, one))
      having(200)(await signIn({ device, handle }, from(20)))
      having(200)(await from(21).ask("POST", "/console/auth/sign-in", { body: { email: member.email, password } }))
      const begun = await Promise.all(
        Array.from({ length: 61 }, () => from(30).ask("POST", "/console/auth/passkey/options"))
      )
      expect(begun.filter(({ status }) => status === 429)).toHaveLength(1)
    })

    test("another site can neither begin nor sign in, and no key adds a passkey", async () => {
      const { device, handle } = await person()
      const call = client(server.origin)
      const foreign = { ...atDesk, "x-candor-console": "1", "sec-fetch-site": "cross-site" }
      having(401)(await call("POST", "/console/auth/passkey/options", { headers: foreign }))
      having(401)(
        await call("POST", "/console/auth/passkey", {
          headers: foreign,
          body: device.sign(await beginSignIn(), handle, { origin })
        })
      )
      having(401)(
        await call("POST", "/console/auth/passkeys/options", { headers: { ...ofConsole, ...atDesk }, key: acme.admin })
      )
    })

    test("there are passkeys over TLS and on localhost alone, and none at an IP address", async () => {
      const methods = async (headers: Record<string, string>) =>
        having(200)(await client(server.origin)<{ passkey: boolean }>("GET", "/console/auth/methods", { headers })).body
          .passkey
      expect(await methods(atDesk)).toBe(true)
      expect(await methods({ host: "localhost:3000" })).toBe(true)
      for (const host of ["desk.example", "127.0.0.1:3000", "[::1]:3000"]) expect(await methods({ host })).toBe(false)
      having(404)(await browser(server.origin).ask("POST", "/console/auth/passkey/options"))
    })
  })
}
