/**
 * Rows that are made and changed by the ids that other systems have for them (decision 0094). Two servers share the
 * database.
 */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Call, client, type ErrorBody, having, type JsonObject } from "./harness/Client.ts"
import { freshEmail } from "./harness/Makers.ts"
import { type Backend, open } from "./harness/TestServer.ts"
import { type FilledTenant, tenantWith } from "./harness/World.ts"

interface Row {
  readonly id: string
  readonly external_ids: ReadonlyArray<JsonObject>
  readonly updated_at: string
}

/** What each noun is made of, and what a change of it is. */
const nouns: Readonly<
  Record<string, { readonly made: (own: FilledTenant) => JsonObject; readonly changed: JsonObject }>
> = {
  candidate: { made: () => ({ full_name: "Karen Jones", primary_email: null }), changed: { university: "Yale" } },
  job: {
    made: () => ({ title: "Engineer", code: "ENG-42", stages: [{ name: "Applied" }] }),
    changed: { location: "Oslo" }
  },
  application: {
    made: ({ ids }) => ({ job_id: ids.jobId, candidate: { full_name: "Karen Jones", primary_email: freshEmail() } }),
    changed: { source_type: "referral" }
  }
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let backend: Backend
    let calls: ReadonlyArray<Call>
    let call: Call
    let own: FilledTenant
    beforeAll(async () => {
      backend = await open(database)
      calls = [await backend.serve(), await backend.serve()].map((server) => client(server.base_url))
      call = calls[0]!
      own = await tenantWith(backend, call, { name: "Acme", plan: "growth" }, new Set(["jobId"]))
    })
    afterAll(() => backend.close())

    const send = (
      path: string,
      body: JsonObject,
      headers: Readonly<Record<string, string>> = {},
      through: Call = call
    ) => through<Record<string, Row> & ErrorBody>("PUT", path, { key: own.keys.write, body, headers })

    describe.each(Object.entries(nouns))("A %s", (noun, { changed, made }) => {
      const path = (id: string) => `/${noun}s/by-external-id/greenhouse/${encodeURIComponent(id)}`

      test("is made, then changed, and keeps what a change leaves out", async () => {
        const body = made(own)
        const first = having(201)(await send(path("a/1"), body)).body[noun]!
        expect(first).toMatchObject({ external_ids: [{ system: "greenhouse", id: "a/1" }] })
        const second = having(200)(
          await send(path("a/1"), { ...changed, external_ids: [{ system: "Lever", id: "9" }] })
        ).body[noun]!
        expect(second).toEqual({
          ...first,
          ...changed,
          external_ids: [{ system: "lever", id: "9" }, { system: "greenhouse", id: "a/1" }],
          updated_at: expect.any(String)
        })
        const list =
          having(200)(await call<JsonObject>("GET", `/${noun}s?external_id=greenhouse:a/1`, { key: own.keys.read }))
            .body
        expect(list[`${noun}s`]).toEqual([expect.objectContaining({ id: first.id })])
      })

      test("keeps its id where a copy of the request comes again", async () => {
        const body = made(own)
        const { id } = having(201)(await send(path("again"), body)).body[noun]!
        expect(having(200)(await send(path("again"), body)).body[noun]!.id).toBe(id)
      })

      test("12 requests at once through two servers make one, and the others change it", async () => {
        const body = made(own)
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, at) => send(path("at once"), body, {}, calls[at % 2]!))
        )
        expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 11 }, () => 200), 201])
        expect(new Set(answers.map(({ body }) => body[noun]!.id)).size).toBe(1)
      })

      test("with idempotency keys, 4 requests at once make one as well", async () => {
        const body = made(own)
        const answers = await Promise.all(
          Array.from(
            { length: 4 },
            (_, at) => send(path("keys"), body, { "idempotency-key": crypto.randomUUID() }, calls[at % 2]!)
          )
        )
        expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 3 }, () => 200), 201])
      })

      test("is read by its external id, and made or changed only as it was known", async () => {
        const at = path("known")
        having(404)(await call("GET", at, { key: own.keys.read }))
        const ifNew = { "if-none-match": "*" }
        const made1 = having(201)(await send(at, made(own), ifNew)).body[noun]!
        having(412)(await send(at, changed, ifNew))
        const read = having(200)(await call<JsonObject>("GET", at, { key: own.keys.read }))
        expect(read.body).toMatchObject({ [noun]: { id: made1.id } })
        const etag = read.headers.get("etag")!
        having(200)(await send(at, changed, { "if-match": etag }))
        having(412)(await send(at, made(own), { "if-match": etag }))
        having(400)(await send(at, changed, { "if-none-match": etag }))
      })

      test("that is new needs what POST needs", async () => {
        const { body } = having(400)(await send(path("incomplete"), changed))
        expect(body.error.details?.["issues"]).not.toEqual([])
      })

      test("does not get an id that another one has", async () => {
        const { id } = having(201)(await send(path("taken"), made(own))).body[noun]!
        const { body } = having(400)(
          await send(path("other"), { ...made(own), external_ids: [{ system: "greenhouse", id: "taken" }] })
        )
        expect(body.error.details).toEqual({
          reason: "already_exists",
          failure: "external_id_taken",
          [`${noun}_id`]: id
        })
      })
    })

    test("an application names its job and its candidate by external ids", async () => {
      const job = having(201)(await send("/jobs/by-external-id/greenhouse/21", { title: "Data Engineer" })).body["job"]!
      const candidate = having(201)(
        await send("/candidates/by-external-id/greenhouse/4000", { full_name: "Karen Jones", primary_email: null })
      ).body["candidate"]!
      const body = { job_external_id: "greenhouse:21", candidate_external_id: "greenhouse:4000" }
      const { body: { application } } = having(201)(await send("/applications/by-external-id/greenhouse/4711", body))
      expect(application).toMatchObject({ job: { id: job.id }, candidate: { id: candidate.id } })
      having(404)(
        await send("/applications/by-external-id/greenhouse/4712", {
          ...body,
          candidate_external_id: "greenhouse:none"
        })
      )
      having(400)(await send("/applications/by-external-id/greenhouse/4712", { ...body, job_id: job.id }))
    })

    test("a new job is published with its making, or not made where the plan has no room", async () => {
      const path = "/jobs/by-external-id/greenhouse/published"
      expect(having(201)(await send(path, { title: "Engineer", status: "published" })).body["job"]).toMatchObject({
        status: "published"
      })
      const full = await tenantWith(backend, call, { name: "Globex", plan: "free" }, new Set())
      const publish = (id: string) =>
        call<ErrorBody>("PUT", `/jobs/by-external-id/greenhouse/${id}`, {
          key: full.keys.write,
          body: { title: "Engineer", status: "published" }
        })
      const answers = [await publish("1"), await publish("2")]
      expect(answers.at(-1)!.status).toBe(403)
      const { body } = having(200)(
        await call<{ readonly jobs: ReadonlyArray<Row> }>("GET", "/jobs?external_id=greenhouse:2", {
          key: full.keys.read
        })
      )
      expect(body.jobs).toEqual([])
    })

    test.each([
      ["a system with other signs", "/candidates/by-external-id/green%20house/1"],
      ["a long system", `/candidates/by-external-id/${"x".repeat(41)}/1`],
      ["a blank id", "/candidates/by-external-id/greenhouse/%20"],
      ["a long id", `/candidates/by-external-id/greenhouse/${"x".repeat(201)}`]
    ])("%s is refused", async (_, path) => {
      having(400)(await send(path, { full_name: "Karen Jones", primary_email: null }))
    })

    test("a row has at most 20, the one of the path included", async () => {
      const external_ids = Array.from({ length: 20 }, (_, at) => ({ system: "lever", id: `full ${at}` }))
      const { body } = having(400)(
        await send("/candidates/by-external-id/greenhouse/full", {
          full_name: "Karen Jones",
          primary_email: null,
          external_ids
        })
      )
      expect(body.error.details).toMatchObject({ reason: "limit_reached", limit: 20 })
    })
  })
}
