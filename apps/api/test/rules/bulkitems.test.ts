/** Many rows are made and changed by one request, each by itself. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Cause, Duration, Effect, Exit, Fiber } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { type Refused, writeEach, type Written } from "../../src/external/BulkItems.ts"
import { having, type JsonObject } from "../harness/Client.ts"
import { type SharedWorld, worldWith } from "../harness/World.ts"
import { hourTest } from "../harness/HourTest.ts"

interface Result {
  readonly index: number
  readonly candidate_id?: string | null
  readonly application_id?: string | null
  readonly status: string
  readonly error: { readonly code: string; readonly message: string; readonly field: string | null } | null
}

test("an item that the database cannot write fails, and those for which no time is left; the others' results are told", async () => {
  const locked = new SqlError.SqlError({ reason: new SqlError.LockTimeoutError({ cause: new Error("locked") }) })
  const written = Effect.succeed({ id: "ada", status: "updated" as const })
  const told = (...each: ReadonlyArray<Effect.Effect<Written<string>, Refused>>) =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(
        Effect.exit(writeEach(each.map(() => ({ id: "the same row" })), (_, index) => each[index]!))
      )
      for (let seconds = 0; seconds < 70; seconds++) yield* TestClock.adjust("1 seconds")
      const exit = yield* Fiber.join(fiber)
      return Exit.isSuccess(exit)
        ? exit.value.map(({ error, status }) =>
          `${error?.details["reason"] ?? status}${error?.details["may_be_written"] === true ? ", may be written" : ""}`
        )
        : Cause.squash(exit.cause)
    }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)
  const slow = (seconds: number) => Effect.delay(written, Duration.seconds(seconds))
  expect(await told(Effect.die(locked), written)).toEqual(["database_busy", "updated"])
  expect(await told(slow(40), slow(40), written)).toEqual(["updated", "too_slow, may be written", "not_tried"])
  expect(await told(slow(70))).toEqual(["too_slow, may be written"])
  expect(await told(slow(70), written)).toEqual(["too_slow, may be written", "not_tried"])
  expect(await told(Effect.die(locked), Effect.die(locked))).toBe(locked)
  expect(await told(written, Effect.die("a defect"))).toBe("a defect")
})

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: SharedWorld
    beforeAll(async () => {
      here = await worldWith(database)
    })
    afterAll(() => here.backend.close())

    const send = async (
      noun: string,
      items: ReadonlyArray<JsonObject>,
      more: { query?: string; headers?: JsonObject; key?: string } = {}
    ) =>
      having(200)(
        await here.call<{ results: ReadonlyArray<Result> }>("POST", `/${noun}/bulk${more.query ?? ""}`, {
          key: more.key ?? here.own.keys.write,
          body: { [noun]: items },
          headers: (more.headers ?? {}) as Record<string, string>
        })
      )

    const write = async (...request: Parameters<typeof send>) => (await send(...request)).body.results

    const told = (results: ReadonlyArray<Result>) =>
      results.map(({ error, status }) => error === null ? status : [error.code, error.field])

    const primary_email = "person@example.com"

    /** A system of ids that no other test has. */
    const system = () => `s${crypto.randomUUID().slice(0, 13)}`

    const candidate = async (id: string) =>
      having(200)(
        await here.call<{ candidate: JsonObject }>("GET", `/candidates/${id}`, { key: here.own.keys.read })
      ).body.candidate

    const fields = ["full_name", "university", "external_ids"]

    test("candidates are made and changed by ids of both kinds, and each that fails says its field", async () => {
      const hris = system()
      const { id } = await here.own.make.candidate()
      const items = [
        { external_id: `${hris}:1`, full_name: "Ada Lovelace", primary_email, university: "London" },
        { full_name: "Grace Hopper", primary_email },
        { id, university: "Yale" },
        { external_id: `${hris}:2`, primary_email, university: "Without a name" },
        { external_id: `${hris}:3`, full_name: "Mary Jackson", primary_email: "nobody" },
        { id: here.foreign.ids.candidateId, university: "Yale" },
        { id, external_id: `${hris}:1` },
        { id, universitas: "Yale" },
        { external_id: `${hris}:1`, university: "Cambridge" },
        { id, external_ids: [{ system: hris, id: "1" }] }
      ]
      const expected = [
        "created",
        "created",
        "updated",
        ["invalid_request", "full_name"],
        ["invalid_request", "primary_email"],
        ["not_found", null],
        ["invalid_request", "external_id"],
        ["invalid_request", "universitas"],
        "updated",
        ["invalid_request", "external_ids"]
      ]
      const results = await write("candidates", items)
      expect(told(results)).toEqual(expected)
      expect(results.map(({ index }) => index)).toEqual(items.map((_, index) => index))
      expect(results[8]!.candidate_id).toBe(results[0]!.candidate_id!)
      const ada = await candidate(results[0]!.candidate_id!)
      expect(fields.map((field) => ada[field])).toEqual(["Ada Lovelace", "Cambridge", [{ system: hris, id: "1" }]])
      expect((await candidate(id))["university"]).toBe("Yale")
      expect(told(await write("candidates", [items[2]!, items[8]!]))).toEqual(["unchanged", "unchanged"])
    })

    test("a dry run keeps nothing, an idempotency key keeps all of what succeeds once", async () => {
      const hris = system()
      const items = [
        { external_id: `${hris}:1`, full_name: "Ada Lovelace", primary_email },
        {
          external_id: `${hris}:2`,
          full_name: "Grace Hopper",
          primary_email,
          external_ids: [{ system: hris, id: "1" }]
        },
        { external_id: `${hris}:3`, full_name: "Mary Jackson", primary_email }
      ]
      const expected = ["created", ["invalid_request", "external_ids"], "created"]
      expect(told(await write("candidates", items, { query: "?dry_run=true" }))).toEqual(expected)
      const headers = { "idempotency-key": crypto.randomUUID() }
      const first = await write("candidates", items, { headers })
      expect(told(first)).toEqual(expected)
      expect(await write("candidates", items, { headers })).toEqual(first)
      expect(told(await write("candidates", [items[0]!, items[2]!]))).toEqual(["unchanged", "unchanged"])
    })

    test("applications are made, changed, moved, rejected and reopened, by ids of another system", async () => {
      const ats = system()
      const { id: job_id, stages } = await here.own.make.job({ external_ids: [{ system: ats, id: "job" }] })
      await write("candidates", [{ external_id: `${ats}:ada`, full_name: "Ada Lovelace", primary_email }])
      const items = [
        { external_id: `${ats}:1`, job_external_id: `${ats}:job`, candidate_external_id: `${ats}:ada` },
        { external_id: `${ats}:1`, source_type: "referral" },
        { external_id: `${ats}:1`, move: { stage_id: stages[1]!.id } },
        { external_id: `${ats}:1`, reject: { reason: "Position closed" } },
        { external_id: `${ats}:1`, reopen: true },
        { job_id, candidate: { full_name: "Grace Hopper", primary_email: `${ats}@example.com` } },
        { external_id: `${ats}:2`, move: { stage_id: stages[1]!.id } },
        { external_id: `${ats}:3`, job_external_id: `${ats}:none`, candidate_external_id: `${ats}:ada` },
        { external_id: `${ats}:1`, move: { stage_id: stages[1]!.id }, source_type: "referral" },
        { job_id }
      ]
      const results = await write("applications", items)
      expect(told(results)).toEqual([
        "created",
        "updated",
        "updated",
        "updated",
        "updated",
        "created",
        ["not_found", null],
        ["not_found", null],
        ["invalid_request", "move"],
        ["invalid_request", "candidate_id"]
      ])
      const { body: { application } } = having(200)(
        await here.call<{ application: { stage: { id: string }; status: string; source_type: string } }>(
          "GET",
          `/applications/${results[0]!.application_id}`,
          { key: here.own.keys.read }
        )
      )
      expect([application.stage.id, application.status, application.source_type]).toEqual([
        stages[1]!.id,
        "active",
        "referral"
      ])
      expect(told(await write("applications", [items[1]!, items[2]!]))).toEqual(["unchanged", "unchanged"])
    })

    hourTest("1,000 rows take one request of the hour's thousand", async () => {
      const { id } = await here.own.make.candidate()
      const items = Array.from({ length: 1000 }, (_, n) => n === 999 ? { id, university: "Yale" } : { id, nth: n })
      const first = await send("candidates", items)
      const second = await send("candidates", [items[999]!])
      expect(told(first.body.results.slice(998))).toEqual([["invalid_request", "nth"], "updated"])
      expect(told(second.body.results)).toEqual(["unchanged"])
      const left = ({ headers }: typeof first) => Number(headers.get("x-ratelimit-remaining"))
      expect(left(first) - left(second)).toBe(1)
    })

    test.each([
      ["none", []],
      ["1,001", Array.from({ length: 1001 }, () => ({ full_name: "Ada Lovelace" }))],
      ["one that is no object", ["Ada Lovelace"]]
    ])("%s is 400", async (_, candidates) => {
      const { error } = having(400)(
        await here.call<{ error: { message: string } }>("POST", "/candidates/bulk", {
          key: here.own.keys.write,
          body: { candidates: candidates as JsonObject["x"] } as JsonObject
        })
      ).body
      expect(error.message).toContain("candidates")
    })
  })
}
