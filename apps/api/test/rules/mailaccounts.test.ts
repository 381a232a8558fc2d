/** The mail account: nobody is told its passwords, and no server is asked that must not be. */
import type { MailAccount } from "@candor/domain/mail/MailAccount"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { unreachable } from "../harness/Makers.ts"
import { type SharedWorld, worldWith } from "../harness/World.ts"

const password = "correct horse battery staple"
const smtp = { host: "127.0.0.1", port: 587, security: "starttls", username: "jobs" }
const account = { ...unreachable, smtp: { ...smtp, password }, imap: { ...smtp, port: 993, password } }

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: SharedWorld
    beforeAll(async () => {
      here = await worldWith(database)
    })
    afterAll(() => here.backend.close())

    const send = <Body>(method: string, path: string, body?: JsonObject, key = here.own.keys.admin) =>
      here.call<Body & ErrorBody>(method, path, { key, ...(body === undefined ? {} : { body }) })
    const admin = <Body>(method: string, path: string, body?: JsonObject) => send<Body>(method, path, body)
    const sql = <A, E>(run: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
      here.backend.run(Effect.flatMap(SqlClient.SqlClient, run))

    test("a password is told to no reader, event, webhook, export or log, and stored encrypted", async () => {
      const put = having(200)(await admin<{ mail_account: MailAccount }>("PUT", "/organization/mail", account))
      expect(put.body.mail_account).toMatchObject({
        smtp,
        imap: { ...smtp, port: 993, folder: "INBOX" },
        smtp_health: { status: "unknown" }
      })
      const again = having(200)(
        await admin("PUT", "/organization/mail", { ...unreachable, smtp, imap: { ...smtp, port: 993 } })
      )
      const read = having(200)(await send("GET", "/organization/mail", undefined, here.own.keys.read))
      expect(read.body).toEqual(put.body)
      const events = having(200)(await admin("GET", "/events?types=mail_account.*&limit=1000"))
      const audit = having(200)(await admin("GET", "/audit-log?types=mail_account.*&limit=1000"))
      const stored = JSON.stringify(
        await sql((sql) =>
          sql`SELECT to_jsonb(m) FROM mail_accounts m UNION ALL SELECT to_jsonb(k) FROM idempotency_keys k`
        )
      )
      expect(events.text).toContain("mail_account.updated")
      for (const told of [put.text, again.text, read.text, events.text, audit.text, stored, here.server.logs.join()])
        expect(told).not.toContain(password)
      for (const told of [put.text, read.text, events.text, audit.text])
        expect(told).not.toMatch(/"(?:smtp_|imap_)?(?:secret|password)"/)
      expect(stored).toMatch(/v1\.[\w-]{8}\.[\w-]{40,}/)
    })

    test("the stored password is told to no other server, and no server of a private network is asked", async () => {
      having(200)(await admin("PUT", "/organization/mail", account))
      for (const other of [{ host: "192.0.2.1" }, { port: 465 }, { username: "others" }]) {
        const { body } = having(400)(
          await admin("PUT", "/organization/mail", { ...unreachable, smtp: { ...smtp, ...other }, imap: null })
        )
        expect(body.error.details?.["issues"]).toMatchObject([{
          path: ["smtp", "password"],
          message: expect.stringContaining("Expected the password")
        }])
      }
      const { body } = having(200)(await admin("POST", "/organization/mail/test"))
      const refused = { problem: "private_address", detail: null }
      expect(body).toMatchObject({ mail_test: { recipient: "ada@example.com", smtp: refused, imap: refused } })
    })

    test("a test of the account in a dry run sends nothing, and one with an idempotency key is answered again", async () => {
      having(200)(await admin("PUT", "/organization/mail", account))
      const tested = async (query: string, headers = {}) =>
        having(200)(
          await here.call<{ mail_test: JsonObject }>("POST", `/organization/mail/test${query}`, {
            key: here.own.keys.admin,
            headers
          })
        )
      const dry = await tested("?dry_run=true")
      expect([dry.body.mail_test["recipient"], dry.headers.get("dry-run")]).toEqual([null, "true"])
      const keyed = { "idempotency-key": crypto.randomUUID() }
      const [first, again] = [await tested("", keyed), await tested("", keyed)]
      expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([first.text, "true"])
    })
  })
}
