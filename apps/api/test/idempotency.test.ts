/** `Idempotency-Key`: a request that is repeated has its effect once. Two servers share the database. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Answer, type Call, client, type ErrorBody, having, type JsonObject } from "./harness/Client.ts"
import { freshEmail } from "./harness/Makers.ts"
import { head, open as connect } from "./harness/Raw.ts"
import { type Backend, open, type TestServer } from "./harness/TestServer.ts"
import { type FilledTenant, type Keys, tenantWith } from "./harness/World.ts"

const grace = (): JsonObject => ({ full_name: "Grace Hopper", primary_email: freshEmail() })

const isReplay = ({ headers }: Answer<unknown>) => headers.get("idempotency-replayed") === "true"

/** Sends a POST with an idempotency key. */
const post = (
  call: Call,
  { body, key, name, path }: {
    readonly key: string
    readonly name: string
    readonly path: string
    readonly body: JsonObject
  }
) => call<ErrorBody>("POST", path, { key, body, headers: { "idempotency-key": name } })

/** The candidates with the email address of a draft. */
const candidates = async (call: Call, keys: Pick<Keys, "read">, draft: JsonObject) => {
  const path = `/candidates?email=${String(draft["primary_email"])}`
  return having(200)(await call<{ candidates: ReadonlyArray<unknown> }>("GET", path, { key: keys.read })).body
    .candidates
}

/** Sends one request 32 times in parallel, to each of the servers in turn. */
const expectOneEffect = async (calls: ReadonlyArray<Call>, keys: Pick<Keys, "read" | "write">) => {
  const body = grace()
  const name = crypto.randomUUID()
  const answers = await Promise.all(
    Array.from(
      { length: 32 },
      (_, n) => post(calls[n % calls.length]!, { key: keys.write, name, path: "/candidates", body })
    )
  )
  expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([])
  const successes = answers.filter(({ status }) => status === 201)
  expect(new Set(successes.map(({ text }) => text)).size).toBe(1)
  expect(successes.filter((answer) => !isReplay(answer))).toHaveLength(1)
  expect(await candidates(calls[0]!, keys, body)).toHaveLength(1)
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let backend: Backend
    let servers: ReadonlyArray<TestServer>
    let calls: ReadonlyArray<Call>
    let own: FilledTenant
    beforeAll(async () => {
      backend = await open(database)
      servers = [await backend.serve(), await backend.serve()]
      calls = servers.map((server) => client(server.base_url))
      own = await tenantWith(backend, calls[0]!, { name: "Acme", plan: "starter" }, new Set())
    })
    afterAll(() => backend.close())

    const create = (
      name: string,
      body: JsonObject,
      { call = calls[0]!, key = own.keys.write, path = "/candidates" }: {
        readonly call?: Call
        readonly key?: string
        readonly path?: string
      } = {}
    ) => post(call, { key, name, path, body })

    test("the same request gets the same bytes and status from every server, has its effect once, and says that it is a replay", async () => {
      const body = grace()
      const first = having(201)(await create("the-same", body))
      expect(isReplay(first)).toBe(false)
      for (const call of calls) {
        const again = having(201)(await create("the-same", body, { call }))
        expect([again.text, isReplay(again)]).toEqual([first.text, true])
        expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"))
      }
      expect(await candidates(calls[0]!, own.keys, body)).toHaveLength(1)
    })

    test("32 parallel requests with one key: one effect, and 32 equal answers or 409s, from one server and from two", async () => {
      await expectOneEffect(calls.slice(0, 1), own.keys)
      await expectOneEffect(calls, own.keys)
    })

    test("12 parallel requests with keys of their own on one job all have their effect, in one order without gaps", async () => {
      const { id, stages } = await own.make.job()
      const answers = await Promise.all(
        Array.from(
          { length: 12 },
          (_, n) =>
            create(crypto.randomUUID(), { name: `Stage ${n}` }, { call: calls[n % 2]!, path: `/jobs/${id}/stages` })
        )
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
      const { body } = await calls[0]!<{ job: { stages: ReadonlyArray<{ order_index: number }> } }>(
        "GET",
        `/jobs/${id}`,
        { key: own.keys.read }
      )
      expect(body.job.stages.map(({ order_index }) => order_index)).toEqual(
        Array.from({ length: stages.length + 12 }, (_, n) => n)
      )
    })

    test("a key that was used with another body, path or method is 400 and names the header", async () => {
      const body = grace()
      having(201)(await create("taken", body))
      const headers = { "idempotency-key": "taken" }
      const others = [
        await create("taken", grace()),
        await create("taken", { name: "Compilers" }, { path: "/sourcing/searches" }),
        await calls[0]!<ErrorBody>("DELETE", `/jobs/${own.ids.jobId}`, { key: own.keys.write, headers })
      ]
      for (const other of others) {
        expect(having(400)(other).body.error.details?.["issues"]).toMatchObject([
          { path: ["Idempotency-Key"], message: expect.stringContaining("another method, path or body") }
        ])
      }
      having(200)(await calls[0]!("GET", `/jobs/${own.ids.jobId}`, { key: own.keys.read }))
    })

    test("an answer that is an error is not kept: the request is tried anew", async () => {
      const { id } = await own.make.job()
      having(400)(await create("tried", { title: "Chef", stages: [] }, { path: "/jobs" }))
      having(201)(await create("tried", { title: "Chef" }, { path: "/jobs" }))
      const headers = { "idempotency-key": "rule" }
      const patch = (status: string) =>
        calls[0]!("PATCH", `/jobs/${id}`, { key: own.keys.write, headers, body: { status } })
      const published = await Promise.all(Array.from({ length: 5 }, async () => {
        const job = await own.make.job()
        return having(200)(
          await calls[0]!("PATCH", `/jobs/${job.id}`, { key: own.keys.write, body: { status: "published" } })
        ) && job
      }))
      having(403)(await patch("published"))
      having(200)(await calls[0]!("DELETE", `/jobs/${published[0]!.id}`, { key: own.keys.write }))
      expect(isReplay(having(200)(await patch("published")))).toBe(false)
      expect(isReplay(having(200)(await patch("published")))).toBe(true)
    })

    test("each API key has idempotency keys of its own", async () => {
      const bodies = [grace(), grace(), grace()]
      const keys = [own.keys.write, own.keys.other_author, own.keys.admin]
      const answers = await Promise.all(bodies.map((body, n) => create("shared", body, { key: keys[n]! })))
      expect(answers.map((answer) => [answer.status, isReplay(answer)])).toEqual(answers.map(() => [201, false]))
    })

    test("a key of 1 to 255 visible ASCII characters is accepted, and every other is 400 that names the header", async () => {
      for (const name of ["!", "~".repeat(255), "\"8e03978e-40d5-43dd-bc93-6894a57f9324\""])
        having(201)(await create(name, grace()))
      for (const name of ["", "x".repeat(256), "two words", "ü"]) {
        expect(having(400)(await create(name, grace())).body.error.details?.["issues"]).toMatchObject([
          { path: ["Idempotency-Key"], message: "Expected 1 to 255 visible ASCII characters" }
        ])
      }
      const refused = await create("", grace(), { key: own.keys.read })
      expect(having(403)(refused).body.error.details).toEqual({ failure: "scope_too_small", required_scope: "write" })
    })

    test("a client that sends its body slowly holds no connection of the database", async () => {
      const text = JSON.stringify(grace())
      const sent = [
        "POST /api/v1/candidates",
        `Authorization: Bearer ${own.keys.write}`,
        "Content-Type: application/json",
        `Content-Length: ${text.length}`,
        "Connection: close"
      ] as const
      const slow = await Promise.all(Array.from({ length: 12 }, async (_, n) => {
        const connection = await connect(Number(new URL(servers[0]!.origin).port))
        connection.send(head(...sent, `Idempotency-Key: slow-${n}`) + text.slice(0, 1))
        return connection
      }))
      for (let n = 0; n < 10; n++) having(201)(await create(crypto.randomUUID(), grace()))
      for (const { send } of slow) send(text.slice(1))
      for (const { closed } of slow) expect(await closed).toStartWith("HTTP/1.1 201 ")
    })

    test("a body that is too long is 413 with a key too, and its key is free", async () => {
      having(413)(await create("long", { full_name: "x".repeat(2 ** 20) }))
      having(201)(await create("long", grace()))
    })

    test("24 hours later the key is free again", async () => {
      const body = grace()
      const first = having(201)(await create("old", body))
      await backend.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) =>
            sql`UPDATE idempotency_keys SET created_at = (created_at AT TIME ZONE 'UTC' - interval '24 hours') AT TIME ZONE 'UTC' WHERE key = 'old'`
        )
      )
      const second = having(201)(await create("old", body))
      expect([isReplay(second), second.text === first.text]).toEqual([false, false])
      expect(having(201)(await create("old", body)).text).toBe(second.text)
    })

    test("what is kept of an answer cannot be read without the API key", async () => {
      const headers = { "idempotency-key": "secret" }
      const body = { url: "https://hooks.example.invalid/kept" }
      const made = having(201)(
        await calls[0]!<{ secret: string }>("POST", "/webhooks", { key: own.keys.admin, body, headers })
      )
      const rows = await backend.run(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          sql<
            { text: string }
          >`SELECT encode(body, 'escape') || encode(fingerprint, 'escape') || idempotency_keys::text AS text
          FROM idempotency_keys WHERE key = 'secret'`)
      )
      expect(rows).toHaveLength(1)
      expect(rows[0]!.text).not.toMatch(/kept|whsec|webhook/)
      expect(made.body.secret).toStartWith("whsec")
      expect(having(201)(await calls[1]!("POST", "/webhooks", { key: own.keys.admin, body, headers })).text).toBe(
        made.text
      )
    })
  })
}
