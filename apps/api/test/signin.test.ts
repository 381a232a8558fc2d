/**
 * Signing in to the console: by a link that works once and by a password, with a cookie that other sites cannot use.
 */
import type { SessionInfo } from "@candor/contract/SignIns"
import type { Member } from "@candor/domain/organization/Member"
import { databases } from "@candor/sql/testing/Databases"
import { untilSequenceable } from "@candor/sql/testing/Sequenceable"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Browser, browser, ofConsole } from "./harness/Browser.ts"
import { type Call, client, type ErrorBody, having, type JsonObject } from "./harness/Client.ts"
import { freshEmail } from "./harness/Makers.ts"
import { type Backend, open, type ServerOptions, type TestServer } from "./harness/TestServer.ts"
import { type Keys, organization } from "./harness/World.ts"
import { hourTest } from "./harness/HourTest.ts"

const password = "correct horse battery staple"

interface Setting {
  readonly backend: Backend
  readonly server: TestServer
  readonly call: Call
  readonly keys: Keys
  readonly organization_id: Parameters<typeof untilSequenceable>[0]
}

const setting = async (database: (typeof databases)[number], options?: ServerOptions): Promise<Setting> => {
  const backend = await open(database)
  const server = await backend.serve(options)
  const { keys, organization: { id } } = await backend.run(organization({ name: "Acme", plan: "growth" }))
  return { backend, server, call: client(server.base_url), keys, organization_id: id }
}

/** Adds a member, and makes a link for the member. */
const invited = async ({ call, keys }: Setting, role = "write") => {
  const { body: { member } } = having(201)(
    await call<{ member: Member }>("POST", "/members", {
      key: keys.admin,
      body: { full_name: "Grace Hopper", email: freshEmail(), role }
    })
  )
  return { member, ...(await linkOf({ call, keys }, member)) }
}

const linkOf = async ({ call, keys }: Pick<Setting, "call" | "keys">, { id }: Member) => {
  const { body } = having(201)(
    await call<{ sign_in_link: { token: string; path: string; expires_at: string } }>(
      "POST",
      `/members/${id}/sign-in-link`,
      { key: keys.admin }
    )
  )
  return body.sign_in_link
}

/** Signs a new member in by a link. */
const signedIn = async (setting: Setting, role?: string, more?: Record<string, string>) => {
  const { member, token } = await invited(setting, role)
  const page = browser(setting.server.origin, more)
  having(200)(await page.ask("POST", "/console/auth/first", { body: { token, password } }))
  return { member, page }
}

const signIn = (page: Browser, email: string, attempt = password) =>
  page.ask<SessionInfo & ErrorBody>("POST", "/console/auth/sign-in", { body: { email, password: attempt } })

const deactivate = async ({ call, keys }: Setting, { id }: Member, status = "deactivated") =>
  having(200)(await call("PATCH", `/members/${id}`, { key: keys.admin, body: { status } }))

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: Setting
    beforeAll(async () => {
      here = await setting(database)
    })
    afterAll(() => here.backend.close())

    test("a member comes in by a link that works once, reads, writes, signs out, and comes back by the password", async () => {
      const { member, path, token } = await invited(here)
      expect(path).toBe(`/console/first#token=${token}&email=${encodeURIComponent(member.email)}`)
      const page = browser(here.server.origin)
      having(401)(await page.ask("GET", "/console/session"))
      const { body: first } = having(200)(await page.ask("POST", "/console/auth/first", { body: { token, password } }))
      const info = {
        user: { id: member.id, full_name: member.full_name, email: member.email },
        organization: { id: here.organization_id, name: "Acme" },
        role: "write",
        scope: "write"
      }
      expect<unknown>(first).toEqual(info)
      expect(page.setCookie()).toMatch(
        /^candor_session=candor_session_[0-9a-f]{80}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/
      )
      having(401)(await browser(here.server.origin).ask("POST", "/console/auth/first", { body: { token, password } }))
      expect<unknown>(having(200)(await page.ask("GET", "/console/session")).body).toEqual(info)
      having(200)(await page.ask("GET", "/api/v1/jobs"))
      const { body: { job } } = having(201)(
        await page.ask<{ job: { id: string } }>("POST", "/api/v1/jobs", { body: { title: "Clerk" } })
      )
      having(403)(await page.ask("GET", "/api/v1/api-keys"))
      const cookie = page.cookie()!
      expect(having(200)(await page.ask("POST", "/console/auth/sign-out")).body).toEqual({ signed_out: true })
      expect(page.cookie()).toBeUndefined()
      having(401)(await page.ask("GET", "/api/v1/jobs", { headers: { cookie } }))
      expect<unknown>(having(200)(await signIn(page, member.email.toUpperCase())).body).toEqual(info)
      having(200)(await page.ask("DELETE", `/api/v1/jobs/${job.id}`))
      await here.backend.run(untilSequenceable(here.organization_id))
      const { body: { events } } = having(200)(
        await here.call<{ events: ReadonlyArray<JsonObject> }>("GET", "/events?limit=1000", { key: here.keys.admin })
      )
      const actor = { user_id: member.id, api_key_id: null, worker: null }
      expect(events.filter(({ subject_id }) => subject_id === job.id).map(({ actor, type }) => [type, actor])).toEqual([
        ["job.created", actor],
        ["job.deleted", actor]
      ])
    })

    test("a deactivated member's session ends at once, on every server, and stays ended", async () => {
      const { member, page } = await signedIn(here)
      const other = await here.backend.serve()
      const there = () => client(other.base_url)("GET", "/jobs", { headers: { ...ofConsole, cookie: page.cookie()! } })
      having(200)(await there())
      await deactivate(here, member)
      having(401)(await there())
      having(401)(await page.ask("GET", "/api/v1/jobs"))
      having(401)(await signIn(page, member.email))
      await deactivate(here, member, "active")
      having(401)(await there())
      having(200)(await signIn(page, member.email))
    })

    /** What a page of another site, or an old browser, can have a browser send with the cookie. */
    const foreign: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      "a form of another site": { "sec-fetch-site": "cross-site" },
      "a page of another port or subdomain": { "sec-fetch-site": "same-site", "x-candor-console": "1" },
      "an address that somebody typed": { "sec-fetch-site": "none", "x-candor-console": "1" },
      "a page of this server without the console's header": { "sec-fetch-site": "same-origin" },
      "an old browser on another site": { origin: "https://evil.example", "x-candor-console": "1" },
      "an old browser that hides the origin": { origin: "null", "x-candor-console": "1" },
      "a request without an origin": { "x-candor-console": "1" },
      "another site that claims the origin too": {
        "sec-fetch-site": "cross-site",
        origin: "same",
        "x-candor-console": "1"
      }
    }

    test.each(Object.entries(foreign))("a cookie is refused from %s", async (_, { origin, ...headers }) => {
      const { member: { email }, page } = await signedIn(here)
      const sent = {
        ...headers,
        ...(origin === undefined ? {} : { origin: origin === "same" ? here.server.origin : origin }),
        cookie: page.cookie()!
      }
      having(401)(await here.call("GET", "/jobs", { headers: sent }))
      having(401)(await here.call("POST", "/jobs", { headers: sent, body: { title: "Forged" } }))
      const outside = client(here.server.origin)
      having(401)(await outside("POST", "/console/auth/sign-in", { headers: sent, body: { email, password } }))
      having(401)(await outside("POST", "/console/auth/sign-out", { headers: sent }))
      having(200)(await page.ask("GET", "/console/session"))
      const { body: { jobs } } = having(200)(
        await page.ask<{ jobs: ReadonlyArray<{ title: string }> }>("GET", "/api/v1/jobs")
      )
      expect(jobs.filter(({ title }) => title === "Forged")).toEqual([])
    })

    test("an old browser on the console itself is admitted by its origin, and a key beside a cookie is the key", async () => {
      const { page } = await signedIn(here, "read")
      const old = { "x-candor-console": "1", origin: here.server.origin, cookie: page.cookie()! }
      having(200)(await here.call("GET", "/jobs", { headers: old }))
      having(403)(await here.call("POST", "/jobs", { headers: old, body: { title: "Clerk" } }))
      having(201)(await here.call("POST", "/jobs", { headers: old, key: here.keys.write, body: { title: "Clerk" } }))
      having(401)(await here.call("GET", "/jobs", { headers: old, key: here.keys.revoked }))
      having(401)(await here.call("GET", "/jobs", { headers: { ...old, authorization: "Basic YTpi" } }))
    })

    test("a session is no key, and a key no session", async () => {
      const { page } = await signedIn(here)
      having(401)(await here.call("GET", "/jobs", { key: page.cookie()!.split("=")[1]! }))
      having(401)(
        await here.call("GET", "/jobs", { headers: { ...ofConsole, cookie: `candor_session=${here.keys.admin}` } })
      )
      const { body: me } = having(200)(await page.ask<{ api_key: { id: string } }>("GET", "/api/v1/me"))
      having(404)(await here.call("GET", `/api-keys/${me.api_key.id}`, { key: here.keys.admin }))
      having(404)(await here.call("DELETE", `/api-keys/${me.api_key.id}`, { key: here.keys.admin }))
      having(404)(await here.call("POST", `/api-keys/${me.api_key.id}/rotate`, { key: here.keys.admin, body: {} }))
    })

    test("over TLS the cookie has the prefix __Host- and is Secure, and no other one is read", async () => {
      const { page } = await signedIn(here, "write", { "x-forwarded-proto": "https" })
      expect(page.setCookie()).toMatch(
        /^__Host-candor_session=\w+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/
      )
      having(200)(await page.ask("GET", "/console/session"))
      const [, text] = page.cookie()!.split("=")
      having(401)(await page.ask("GET", "/console/session", { headers: { cookie: `candor_session=${text}` } }))
    })

    test("a wrong password, an unknown address and a member without a password are answered with the same bytes", async () => {
      const { member } = await signedIn(here)
      const { member: invitedOnly } = await invited(here)
      const answers = await Promise.all([
        signIn(browser(here.server.origin), member.email, "a wrong password"),
        signIn(browser(here.server.origin), "nobody@example.com"),
        signIn(browser(here.server.origin), invitedOnly.email)
      ])
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0].status).toBe(401)
    })

    test("ten failed attempts at an account in an hour from an address, and sixty of an address: then 429", async () => {
      const server = await here.backend.serve()
      const { member } = await signedIn(here)
      const from = (n: number) => browser(server.origin, { "x-forwarded-for": `192.0.2.${n}` })
      const guesses = await Promise.all(
        Array.from({ length: 12 }, () => signIn(from(1), member.email.toUpperCase(), "a wrong password"))
      )
      expect(guesses.map(({ status }) => status).toSorted()).toEqual([
        ...Array.from({ length: 10 }, () => 401),
        429,
        429
      ])
      // Who guesses keeps nobody else out.
      having(200)(await signIn(from(2), member.email))
      const one = from(3)
      const body = { token: "candor_link_of_nobody", password }
      const many = await Promise.all(Array.from({ length: 61 }, () => one.ask("POST", "/console/auth/first", { body })))
      expect(many.filter(({ status }) => status === 429)).toHaveLength(1)
      having(429)(await signIn(one, "nobody@example.com"))
    })

    hourTest(
      "the sessions of a member share a limit of 10,000, which the headers and /me tell, and a key keeps that of keys",
      async () => {
        const here = await setting(database, { rate_limit: null })
        try {
          const { member, page } = await signedIn(here)
          const second = browser(here.server.origin)
          having(200)(await signIn(second, member.email))
          const ask = (page: Browser) => page.ask("GET", "/api/v1/jobs")
          const answers = await Promise.all([page, second, page, second, page, second].map(ask))
          const left = answers.map((answer) => Number(having(200)(answer).headers.get("x-ratelimit-remaining")))
          const most = Math.max(...left)
          expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 6 }, (_, n) => most - n))
          expect(answers[0]!.headers.get("x-ratelimit-limit")).toBe("10000")
          const { body: me } = having(200)(
            await second.ask<{ rate_limit: { limit: number; remaining: number } }>("GET", "/api/v1/me")
          )
          expect(me.rate_limit).toMatchObject({ limit: 10_000, remaining: most - 6 })
          expect(having(200)(await here.call("GET", "/jobs", { key: here.keys.read })).headers.get("x-ratelimit-limit"))
            .toBe("1000")
        } finally {
          await here.backend.close()
        }
      }
    )

    hourTest(
      "a member who has used up the hour is refused in every session and on every server; keys and other members are not",
      async () => {
        const few = { settings: { CANDOR_SESSION_RATE_LIMIT: "5" } }
        const [one, other] = await Promise.all([here.backend.serve(few), here.backend.serve(few)])
        const { member, page } = await signedIn(here)
        const { page: neighbour } = await signedIn(here)
        const second = browser(here.server.origin)
        having(200)(await signIn(second, member.email))
        const ask = (page: Browser, { base_url }: TestServer) =>
          client(base_url)<ErrorBody>("GET", "/jobs", { headers: { ...ofConsole, cookie: page.cookie()! } })
        const answers = await Promise.all(
          [page, second, page, second].flatMap((page) => [one, other].map((server) => ask(page, server)))
        )
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
        const { body, headers } = having(429)(await ask(second, one))
        expect(body.error.message).toStartWith("The 5 requests an hour of this member are used up.")
        expect(Number(headers.get("retry-after"))).toBeWithin(1, 3601)
        having(200)(await ask(neighbour, one))
        having(200)(await client(one.base_url)("GET", "/jobs", { key: here.keys.read }))
      }
    )

    test("a request extends a session whose last extension is an hour ago, also where the member used another one this hour", async () => {
      const { member, page } = await signedIn(here)
      const second = browser(here.server.origin)
      having(200)(await signIn(second, member.email))
      const hoursLeft = Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql<{ readonly hours: number }>`
        SELECT round(extract(epoch FROM expires_at - now()) / 3600)::integer AS hours FROM api_keys
        WHERE organization_id = ${here.organization_id} AND user_id = ${member.id} AND is_session ORDER BY created_at`)
      having(200)(await page.ask("GET", "/api/v1/jobs"))
      await here.backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql`
        UPDATE api_keys SET expires_at = now() + interval '3 hours'
        WHERE organization_id = ${here.organization_id} AND user_id = ${member.id} AND is_session`))
      having(200)(await second.ask("GET", "/api/v1/jobs"))
      expect(await here.backend.run(hoursLeft)).toEqual([{ hours: 3 }, { hours: 12 }])
    })

    test("safeguards, and a stream that ends with the session, work as with a key", async () => {
      const { page } = await signedIn(here)
      const key = { "idempotency-key": crypto.randomUUID() }
      const create = () => page.ask("POST", "/api/v1/jobs", { body: { title: "Clerk" }, headers: key })
      const first = having(201)(await create())
      const again = having(201)(await create())
      expect(again.text).toBe(first.text)
      expect(again.headers.get("idempotency-replayed")).toBe("true")
      const stream = await fetch(`${here.server.base_url}/events?types=note.*`, {
        headers: { ...ofConsole, cookie: page.cookie()!, accept: "text/event-stream" }
      })
      expect(stream.status).toBe(200)
      having(200)(await page.ask("POST", "/console/auth/sign-out"))
      expect(await stream.text()).not.toContain("data:")
    })

    test("no log line has a password, a link or a session in it", async () => {
      const { member, path, token } = await invited(here)
      const page = browser(here.server.origin)
      having(401)(
        await page.ask("POST", "/console/auth/sign-in", { body: { email: member.email, password: "a wrong password" } })
      )
      having(200)(await page.ask("POST", "/console/auth/first", { body: { token, password } }))
      expect((await fetch(`${here.server.origin}${path.replace("#", "?")}`)).status).toBe(200)
      const logs = here.server.logs.join("\n")
      for (const secret of [token, page.cookie()!.split("=")[1]!, password, "a wrong password"])
        expect(logs).not.toContain(secret)
      expect(logs).toContain("SignIns.first")
    })

    test("only the methods of a path are accepted, and unknown fields are refused", async () => {
      const page = browser(here.server.origin)
      expect(having(405)(await page.ask("GET", "/console/auth/sign-in")).headers.get("allow")).toBe("POST, OPTIONS")
      having(400)(
        await page.ask("POST", "/console/auth/sign-in", {
          body: { email: "ada@example.com", password, remember: true }
        })
      )
      having(415)(
        await page.ask("POST", "/console/auth/sign-in", {
          rawBody: "email=a",
          headers: { "content-type": "application/x-www-form-urlencoded" }
        })
      )
      expect(having(200)(await page.ask("GET", "/console/auth/methods")).body).toEqual({
        password: true,
        passkey: false,
        oidc: false,
        mail: false
      })
    })
  })
}
