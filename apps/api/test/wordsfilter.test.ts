/** A filter from words over HTTP: what the model costs is counted whatever became of the request. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { type Call, client, having, type JsonObject } from "./harness/Client.ts"
import { type Backend, open } from "./harness/TestServer.ts"
import { organization } from "./harness/World.ts"

const nothing = { job: null, stage: null, status: null, source_type: null, first_day: null, last_day: null }

let backend: Backend
let call: Call
let model: Bun.Server<undefined>
let key: string
let answers: ReadonlyArray<string> = []
beforeAll(async () => {
  model = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => {
      const [content, ...rest] = answers
      answers = rest
      return Response.json({ choices: [{ message: { role: "assistant", content } }], usage: { total_tokens: 100 } })
    }
  })
  backend = await open(databases[0]!)
  const { base_url } = await backend.serve({
    settings: { CANDOR_AI_BASE_URL: `${model.url.origin}/v1`, CANDOR_AI_MODEL: "test-model" }
  })
  call = client(base_url)
  key = (await backend.run(organization({ name: "Acme", plan: "growth" }))).keys.write
})
afterAll(async () => {
  await backend.close()
  await model.stop(true)
})

test("failures, dry runs and first requests with a key each cost their tokens, and a repeated request none", async () => {
  const proposal = JSON.stringify({ ...nothing, status: "active", not_understood: [] })
  answers = ["nonsense", "nonsense", proposal, proposal]
  const ask = (headers: Readonly<Record<string, string>> = {}, query = "") =>
    call<JsonObject>("POST", `/applications/filter-from-words${query}`, { key, body: { words: "active" }, headers })
  const used = async () =>
    having(200)(await call<{ model_usage: { used_tokens: number } }>("GET", "/model-usage", { key })).body.model_usage
      .used_tokens
  having(400)(await ask())
  expect(await used()).toBe(100)
  having(400)(await ask({ "idempotency-key": "a" }))
  expect(await used()).toBe(200)
  having(200)(await ask({}, "?dry_run=true"))
  expect(await used()).toBe(300)
  const first = having(200)(await ask({ "idempotency-key": "b" }))
  expect(first.body).toEqual({ filter_from_words: { filter: { status: "active" }, not_understood: [] } })
  expect(having(200)(await ask({ "idempotency-key": "b" })).text).toBe(first.text)
  expect(await used()).toBe(400)
})
