/** Connecting the account that mail is sent and read with, from the console. */
import {
  type AuthorizationServer,
  authorizationServer,
  inPlace,
  settings
} from "@candor/connections/testing/AuthorizationServer"
import { maxCalendars } from "@candor/domain/calendar/BusyCalendar"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { browser } from "./harness/Browser.ts"
import { type CallOptions, client, having } from "./harness/Client.ts"
import { type Backend, open, type TestServer } from "./harness/TestServer.ts"
import { type Keys, organization } from "./harness/World.ts"

const password = "correct horse battery staple"
const account = "jobs@acme.example"

interface Answer {
  readonly account: string | null
  readonly problem: string | null
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let backend: Backend
    let provider: AuthorizationServer
    let server: TestServer
    let keys: Keys
    let admins: ReadonlyArray<ReturnType<typeof browser>>
    let recruiter: ReturnType<typeof browser>

    /** A browser in which a new member with this role is signed in. */
    const signedIn = async (role: string) => {
      const call = client(server.base_url)
      const body = { full_name: "Grace Hopper", email: `${crypto.randomUUID()}@acme.example`, role }
      const { member } =
        having(201)(await call<{ member: { id: string } }>("POST", "/members", { key: keys.admin, body })).body
      const link = having(201)(
        await call<{ sign_in_link: { token: string } }>("POST", `/members/${member.id}/sign-in-link`, {
          key: keys.admin
        })
      ).body
      const window = browser(server.origin)
      having(200)(
        await window.ask("POST", "/console/auth/first", { body: { token: link.sign_in_link.token, password } })
      )
      return window
    }

    beforeAll(async () => {
      provider = authorizationServer()
      backend = await open(database)
      keys = (await backend.run(organization({ name: "Acme", plan: "free" }))).keys
      server = await backend.serve({
        settings: {
          ...settings,
          CANDOR_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
          CANDOR_PUBLIC_URL: "https://hiring.acme.example"
        },
        replacePorts: inPlace(provider)
      })
      admins = [await signedIn("admin"), await signedIn("admin")]
      recruiter = await signedIn("write")
    })
    afterAll(async () => {
      await backend.close()
      await provider.close()
    })

    const begin = async (name = "google", window = admins[0]!) =>
      having(200)(
        await window.ask<{ location: string }>("POST", "/console/auth/connections", { body: { provider: name } })
      ).body.location

    const complete = async (query: string, window = admins[0]!) =>
      having(200)(await window.ask<Answer>("POST", "/console/auth/connections/complete", { body: { query } })).body

    const shown = async () =>
      having(200)(
        await client(server.base_url)<{ mail_account: object; connected_servers: { imap: object } | null }>(
          "GET",
          "/organization/mail",
          { key: keys.admin }
        )
      ).body

    test.each(["google", "microsoft"])(
      "who consents at %s has mail sent and read with the account; nothing tells a token",
      async (name) => {
        const location = await begin(name)
        expect(new URL(location).searchParams.get("redirect_uri")).toBe("https://hiring.acme.example/console/connected")
        expect(await complete(provider.consent(location, account))).toEqual(
          { use: "mail", account, problem: null, detail: null } as Answer
        )
        const answer = await shown()
        expect(answer).toMatchObject({
          providers: ["google", "microsoft"],
          mail_account: {
            sender_email: account,
            connection: { provider: name, account },
            smtp: { host: name === "google" ? "smtp.gmail.com" : "smtp.office365.com", username: account },
            imap: {
              host: name === "google" ? "imap.gmail.com" : "outlook.office365.com",
              username: account,
              folder: "INBOX"
            }
          }
        })
        const events =
          having(200)(await client(server.base_url)("GET", "/events?types=mail_account.*", { key: keys.admin })).text
        const stored = await backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
          sql`
        SELECT to_jsonb(c) FROM connections c UNION ALL SELECT to_jsonb(m) FROM mail_accounts m UNION ALL SELECT to_jsonb(e) FROM events e`))
        const told = [JSON.stringify(answer), events, JSON.stringify(stored), ...server.logs].join("\n")
        expect(events).toContain(account)
        for (const secret of provider.secrets()) expect(told).not.toContain(secret)
      }
    )

    /** The revocations that wait. */
    const revocations = () =>
      backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT FROM queue WHERE queue_name = 'revocations'`))
        .then(({ length }) => length)

    test("a change of other settings keeps the connection, and one that leaves its servers out ends it there, too", async () => {
      await complete(provider.consent(await begin(), account))
      const { mail_account: { imap, smtp } } = await shown() as {
        readonly mail_account: { readonly smtp: object; readonly imap: object }
      }
      const put = (body: object) => client(server.base_url)("PUT", "/organization/mail", { key: keys.admin, body })
      having(200)(await put({ sender_email: account, sender_name: "Acme careers", smtp, imap }))
      expect(await shown()).toMatchObject({ mail_account: { sender_name: "Acme careers", connection: { account } } })
      having(400)(await put({ smtp: { ...smtp, host: "smtp.evil.example" }, imap }))
      // Replies are not read any more, and are again.
      having(200)(await put({ sender_email: account, smtp, imap: null }))
      const { connected_servers } = await shown()
      having(200)(await put({ sender_email: account, smtp, imap: { ...connected_servers!.imap, username: account } }))
      expect(await shown()).toMatchObject({ mail_account: { connection: { account }, imap } })
      // What is refused, or a dry run, ends nothing.
      const before = await revocations()
      const changed = (changes: CallOptions, path = "/organization/mail") =>
        client(server.base_url)("PUT", path, { key: keys.admin, body: { sender_email: account }, ...changes })
      having(412)(await changed({ headers: { "if-match": "\"0123456789abcdef\"" } }))
      having(200)(await changed({}, "/organization/mail?dry_run=true"))
      expect([await revocations(), await shown()]).toEqual([
        before,
        expect.objectContaining({ mail_account: expect.objectContaining({ connection: expect.anything() }) })
      ])
      having(200)(await changed({}))
      expect(await shown()).toMatchObject({
        mail_account: { connection: null, smtp: null, imap: null },
        connected_servers: null
      })
      expect(await revocations()).toBe(before + 1)
    })

    test("an account that takes the place of another one sends from its own address, and the other one's grant is revoked", async () => {
      await complete(provider.consent(await begin(), account))
      const before = await revocations()
      await complete(provider.consent(await begin(), "hr@acme.example"))
      expect(await shown()).toMatchObject({
        mail_account: { sender_email: "hr@acme.example", connection: { account: "hr@acme.example" } }
      })
      expect(await revocations()).toBe(before + 1)
    })

    const notBegun = { use: "mail", account: null, problem: "not_begun", detail: null } as Answer

    test("a consent is of the session that began it: not of another administrator's, not twice, not with another state", async () => {
      const query = provider.consent(await begin(), account)
      expect(await complete(query, admins[1])).toEqual(notBegun)
      expect(await complete(query.replace(/state=[^&]+/, `state=${"x".repeat(43)}`))).toEqual(notBegun)
      // Its cookie is gone by now.
      expect(await complete(query)).toEqual(notBegun)
      // The cookie of one session in another one: a browser that somebody else has put it into.
      const stolen = provider.consent(await begin("google", admins[1]), "mallory@evil.example")
      const flow = admins[1]!.cookie()!.split("; ").find((pair) => pair.startsWith("candor_flow="))!
      const victim = admins[0]!
      expect(
        await complete(stolen, {
          ...victim,
          ask: (method, path, options = {}) =>
            victim.ask(method, path, { ...options, headers: { cookie: `${victim.cookie()}; ${flow}` } })
        })
      ).toEqual(notBegun)
    })

    test("who refuses is told so", async () => {
      const query = provider.consent(await begin(), account).replace(/code=[^&]+/, "error=access_denied")
      expect(await complete(query)).toMatchObject({ account: null, problem: "denied" })
    })

    test("a member connects a calendar of their own, with the scope of free and busy times alone; removing it ends what they consented to", async () => {
      const body = { provider: "google", use: "calendar" }
      const { location } =
        having(200)(await recruiter.ask<{ location: string }>("POST", "/console/auth/connections", { body })).body
      expect(new URL(location).searchParams.get("scope")).toBe(
        "openid email https://www.googleapis.com/auth/calendar.freebusy"
      )
      expect(await complete(provider.consent(location, "grace@acme.example"), recruiter)).toEqual(
        { use: "calendar", account: "grace@acme.example", problem: null, detail: null } as Answer
      )
      const list = async () =>
        having(200)(
          await recruiter.ask<{ busy_calendars: ReadonlyArray<{ id: string; kind: string; host: string }> }>(
            "GET",
            "/api/v1/me/busy-calendars"
          )
        ).body
      const { busy_calendars: [calendar] } = await list()
      expect(calendar).toMatchObject({ kind: "google", host: "grace@acme.example", read_at: null })
      const before = await revocations()
      having(200)(await recruiter.ask("DELETE", `/api/v1/me/busy-calendars/${calendar!.id}`))
      expect(await revocations()).toBe(before + 1)
      expect(await list()).toMatchObject({ busy_calendars: [], providers: ["google", "microsoft"] })
    })

    test("a consent for one calendar too many is refused, and ended at the provider", async () => {
      const window = await signedIn("write")
      for (let n = 0; n < maxCalendars.limit; n++) {
        having(201)(
          await window.ask("POST", "/api/v1/me/busy-calendars", { body: { url: `https://93.184.216.34/${n}.ics` } })
        )
      }
      const { location } = having(200)(
        await window.ask<{ location: string }>("POST", "/console/auth/connections", {
          body: { provider: "google", use: "calendar" }
        })
      ).body
      const before = await revocations()
      having(400)(
        await window.ask("POST", "/console/auth/connections/complete", {
          body: { query: provider.consent(location, "alan@acme.example") }
        })
      )
      expect(await revocations()).toBe(before + 1)
    })

    test("administrators alone connect mail, in their sessions", async () => {
      having(403)(await recruiter.ask("POST", "/console/auth/connections", { body: { provider: "google" } }))
      expect(await complete("?code=x", recruiter)).toMatchObject({ account: null, problem: "not_begun" })
      having(401)(
        await client(server.origin)("POST", "/console/auth/connections", {
          key: keys.admin,
          body: { provider: "google" }
        })
      )
    })
  })
}
