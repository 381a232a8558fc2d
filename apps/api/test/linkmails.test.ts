/**
 * Sign-in links that are mailed: to members alone, by administrators or to who forgot a password, and stored nowhere.
 */
import type { Member } from "@candor/domain/organization/Member"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { browser } from "./harness/Browser.ts"
import { client, type ErrorBody, having } from "./harness/Client.ts"
import { freshEmail } from "./harness/Makers.ts"
import { type Backend, open, type TestServer } from "./harness/TestServer.ts"
import { type Keys, organization } from "./harness/World.ts"

const password = "correct horse battery staple"

let backend: Backend
let server: TestServer
let keys: Keys

beforeAll(async () => {
  backend = await open(databases[0]!)
  server = await backend.serve({ settings: { CANDOR_PUBLIC_URL: "https://hiring.acme.example", CANDOR_MAIL: "log" } })
  ;({ keys } = await backend.run(organization({ name: "Acme", plan: "growth" })))
})

afterAll(() => backend.close())

const call = <Body>(method: string, path: string, body?: object) =>
  client(server.base_url)<Body>(method, path, { key: keys.admin, ...(body === undefined ? {} : { body: { ...body } }) })

const newMember = async (role = "write") =>
  having(201)(
    await call<{ member: Member }>("POST", "/members", { full_name: "Grace Hopper", email: freshEmail(), role })
  ).body.member

/** Tokens of links that were mailed to an address, the oldest first. */
const mailed = (email: string) => {
  const address = encodeURIComponent(email)
  return Array.from(
    server.logs.join("\n").matchAll(/https:\/\/hiring\.acme\.example\/console\/first#token=(\w+)&email=([^\s"\\]+)/g)
  )
    .filter(([, , to]) => to === address).map(([, token]) => token!)
}

const redeem = async (token: string) => {
  const page = browser(server.origin)
  having(200)(await page.ask("POST", "/console/auth/first", { body: { token, password } }))
  return page
}

test("an administrator has a link mailed, which is at the operator's address and stored nowhere; others do not", async () => {
  const [admin, member] = [await newMember("admin"), await newMember()]
  const { body: { sign_in_link: { token } } } = having(201)(
    await call<{ sign_in_link: { token: string } }>("POST", `/members/${admin.id}/sign-in-link`)
  )
  const page = await redeem(token)
  const invite = (who = page) =>
    who.ask<ErrorBody & { recipient: string; problem: string | null }>("POST", "/console/auth/invite", {
      body: { member_id: member.id }
    })
  // Mail is not set up yet.
  having(400)(await invite())
  having(200)(await call("PUT", "/organization/mail", { sender_email: "jobs@acme.example" }))
  expect(having(200)(await invite()).body).toMatchObject({ recipient: member.email, problem: null })
  const [link] = mailed(member.email)
  const stored = await backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT m.body FROM messages m`))
  expect(JSON.stringify(stored)).not.toContain(link!)
  having(403)(await invite(await redeem(link!)))
  having(401)(await invite(browser(server.origin)))
})

test("who forgot a password gets a link, whoever asks gets the same answer, and too many requests for an address are refused", async () => {
  having(200)(await call("PUT", "/organization/mail", { sender_email: "jobs@acme.example" }))
  const { email } = await newMember()
  const page = browser(server.origin)
  const ask = (email: string) => page.ask("POST", "/console/auth/forgotten", { body: { email } })
  const nobody = freshEmail()
  const answers = [having(200)(await ask(nobody)).body, having(200)(await ask(email.toUpperCase())).body]
  expect(answers).toEqual([{ asked: true }, { asked: true }])
  while (mailed(email).length === 0) having(200)(await page.ask("GET", "/console/auth/methods"))
  await redeem(mailed(email)[0]!)
  expect(mailed(nobody)).toEqual([])
  for (let n = 1; n < 10; n++) having(200)(await ask(nobody))
  having(429)(await ask(nobody))
})

test("the browser of the first administrator chooses the language of what is made, written and shown", async () => {
  const { keys: { admin: key } } = await backend.run(organization({ name: "Muster", plan: "growth" }))
  const ask = async <Body>(method: string, path: string, body?: object) =>
    (await client(server.base_url)<Body>(method, path, { key, ...(body === undefined ? {} : { body: { ...body } }) }))
      .body
  const signIn = async (language: string) => {
    const { member } = await ask<{ member: Member }>("POST", "/members", {
      full_name: "Grace Hopper",
      email: freshEmail(),
      role: "admin"
    })
    const { sign_in_link: { token } } = await ask<{ sign_in_link: { token: string } }>(
      "POST",
      `/members/${member.id}/sign-in-link`
    )
    const page = browser(server.origin, { "accept-language": language })
    having(200)(await page.ask("POST", "/console/auth/first", { body: { token, password } }))
    return page
  }
  const language = async () =>
    (await ask<{ organization: { language: string | null } }>("GET", "/organization")).organization.language
  expect(await language()).toBe(null)
  const page = await signIn("de-AT,de;q=0.9,en;q=0.8")
  expect(await language()).toBe("de")
  await signIn("en")
  expect(await language()).toBe("de")

  const { rejection_reasons } = await ask<{ rejection_reasons: ReadonlyArray<{ name: string }> }>(
    "GET",
    "/rejection-reasons"
  )
  expect(rejection_reasons.map(({ name }) => name)).toContain("Zu wenig Erfahrung")
  const { job } = await ask<{ job: { id: string; public_slug: string; stages: ReadonlyArray<{ name: string }> } }>(
    "POST",
    "/jobs",
    { title: "Tischlerin" }
  )
  expect(job.stages.map(({ name }) => name)).toContain("Vorauswahl")

  const { board } = await ask<{ board: { slug: string } }>("PATCH", "/organization/board", { is_open: true })
  await ask("PATCH", `/jobs/${job.id}`, { status: "published" })
  const careers = async (path: string, language: string) =>
    await (await fetch(`${server.origin}/careers/${board.slug}${path}`, { headers: { "accept-language": language } }))
      .text()
  expect(await careers("", "fr")).toContain("Offene Stellen")
  expect(await careers(`/${job.public_slug}`, "fr")).toContain("Bewerbung senden")
  expect(await careers(`/${job.public_slug}`, "en")).toContain("Send application")

  await ask("PUT", "/organization/mail", { sender_email: "jobs@muster.example" })
  const { member } = await ask<{ member: Member }>("POST", "/members", {
    full_name: "Karl May",
    email: freshEmail(),
    role: "write"
  })
  having(200)(await page.ask("POST", "/console/auth/invite", { body: { member_id: member.id } }))
  expect(server.logs.join("\n")).toContain("Ihr Zugang zu Candor bei Muster")
})

test("a server whose address is not known mails no links: that of a request could be anybody's", async () => {
  const other = await backend.serve()
  const page = browser(other.origin)
  expect(having(200)(await page.ask<{ mail: boolean }>("GET", "/console/auth/methods")).body.mail).toBe(false)
  having(404)(await page.ask("POST", "/console/auth/forgotten", { body: { email: freshEmail() } }))
})
