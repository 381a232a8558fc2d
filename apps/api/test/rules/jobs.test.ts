/** Rules of jobs: status and plan, money, slug, patches, deletion. */
import type { UserId } from "@candor/domain/Id"
import type { JobDetail } from "@candor/domain/job/Job"
import { jobStatus } from "@candor/domain/job/JobStatus"
import { databases } from "@candor/sql/testing/Databases"
import { addApplications } from "@candor/sql/testing/LargeJob"
import { untilSequenceable } from "@candor/sql/testing/Sequenceable"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import { type Tenant, tenant, type World, world } from "../harness/World.ts"

interface OneJob {
  readonly job: JobDetail
}

const statuses = jobStatus.states
const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const))

const tables = [
  "application_answers",
  "applications",
  "attachments",
  "candidates",
  "interview_feedback",
  "jobs",
  "notes",
  "stages"
]

/** How many rows of an organization each table has. */
const rowsOf = Effect.fnUntraced(function*(organization: string) {
  const sql = yield* SqlClient.SqlClient
  const counts = yield* Effect.forEach(tables, (table) =>
    sql<{ rows: number }>`
      SELECT count(*)::integer AS rows FROM ${sql(table)} WHERE organization_id = ${organization}`)
  return Object.fromEntries(tables.map((table, index) => [table, counts[index]![0]!.rows]))
})

/** Adds 500 applications, each with a note, feedback, an answer and an attachment. */
const addHundreds = Effect.fnUntraced(function*({ organization }: Tenant, job: JobDetail) {
  const sql = yield* SqlClient.SqlClient
  const [user] = yield* sql<{ id: UserId }>`SELECT id FROM users WHERE organization_id = ${organization.id} LIMIT 1`
  return yield* addApplications({ organization_id: organization.id, user_id: user!.id }, job, 500)
})

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const patch = <Body = OneJob>(id: string, body: JsonObject, { keys }: Tenant = here.own) =>
      here.call<Body>("PATCH", `/jobs/${id}`, { key: keys.write, body })
    const patched = async (id: string, body: JsonObject, by?: Tenant) => having(200)(await patch(id, body, by)).body.job
    const read = async (id: string) =>
      having(200)(await here.call<OneJob>("GET", `/jobs/${id}`, { key: here.own.keys.read })).body.job
    const refused = async (id: string, body: JsonObject) => having(400)(await patch<ErrorBody>(id, body)).body.error

    test("the states are those of the specification", () => {
      expect(statuses.toSorted()).toEqual(["closed", "draft", "published"])
    })

    test.each(pairs)("a job that is %s can become %s", async (from, to) => {
      const { id } = await here.own.make.job()
      await patched(id, { status: from })
      expect((await patched(id, { status: to })).status).toBe(to)
      expect((await read(id)).status).toBe(to)
    })

    test.each([["free", 1], ["starter", 5], ["growth", 25]] as const)(
      "the plan %s publishes %d at a time; one more is 403 with plan, limit and published",
      async (plan, limit) => {
        const customer = await tenant(here.backend, here.call, { name: "Initech", plan })
        const jobs = await Promise.all(Array.from({ length: limit + 1 }, () => customer.make.job()))
        const [last, ...others] = jobs.map((job) => job.id)
        for (const id of others) await patched(id, { status: "published" }, customer)
        const over = having(403)(await patch<ErrorBody>(last!, { status: "published" }, customer))
        expect(over.body.error).toMatchObject({ code: "forbidden", details: { plan, limit, published: limit } })
        // The same state again takes no slot; a job that is closed or deleted gives its slot back.
        await patched(others[0]!, { status: "published" }, customer)
        await patched(others[0]!, { status: "closed" }, customer)
        await patched(last!, { status: "published" }, customer)
        having(403)(await patch(others[0]!, { status: "published" }, customer))
        having(200)(await here.call("DELETE", `/jobs/${last}`, { key: customer.keys.write }))
        await patched(others[0]!, { status: "published" }, customer)
      }
    )

    test("of a patch that publishes over the limit nothing is kept", async () => {
      const customer = await tenant(here.backend, here.call, { name: "Initech", plan: "free" })
      const [first, second] = await Promise.all([customer.make.job(), customer.make.job()])
      await patched(first.id, { status: "published" }, customer)
      const before = await here.backend.run(digest)
      having(403)(await patch(second.id, { status: "published", title: "Changed" }, customer))
      expect(await here.backend.run(digest)).toEqual(before)
    })

    test("a new job is a draft with the default stages and null for what is not known", async () => {
      const job = await here.own.make.job({ title: "Clerk" })
      expect(job).toMatchObject({ title: "Clerk", status: "draft", department: null, salary_min: null })
      expect(job).toMatchObject({
        stages: ["Applied", "Screen", "Interview", "Offer", "Hired"].map((name, order_index) => ({
          name,
          order_index,
          application_count: 0
        }))
      })
      expect(await read(job.id)).toEqual(job)
    })

    test("a currency in lower case is stored and shown in capitals", async () => {
      const job = await here.own.make.job({ salary_currency: "eur" })
      expect(job.salary_currency).toBe("EUR")
      expect((await patched(job.id, { salary_currency: "Chf" })).salary_currency).toBe("CHF")
      expect((await read(job.id)).salary_currency).toBe("CHF")
    })

    test("equity is in no answer and in no event", async () => {
      const job = await here.own.make.job({ equity_min: 0.25, equity_max: 0.75 })
      await patched(job.id, { equity_max: 0.5 })
      const { body, text } = having(200)(
        await here.call<{ events: ReadonlyArray<{ subject_id: string }> }>("GET", "/events?types=job.*&limit=1000", { key: here.own.keys.admin })
      )
      expect(body.events.filter(({ subject_id }) => subject_id === job.id)).toHaveLength(2)
      expect(text + JSON.stringify(await read(job.id))).not.toContain("equity")
    })

    test("what is created is what is read, and what is patched is what is read", async () => {
      const fields = {
        department: "R&D",
        location: "Zürich 🏔",
        employment_type: "internship",
        description_md: "# Hello\n\n\tWorld",
        show_salary: true,
        salary_currency: "CHF",
        salary_timeframe: "hour",
        salary_min: 0.1,
        salary_max: 1e12
      }
      const job = await here.own.make.job({ ...fields, stages: [{ name: "Only" }] })
      expect(await read(job.id)).toMatchObject({ ...fields, stages: [{ name: "Only", order_index: 0 }] })
      const nulls = { department: null, location: null, employment_type: null, salary_currency: null, salary_min: null }
      const after = await patched(job.id, nulls)
      expect(after).toEqual({ ...job, ...nulls, updated_at: after.updated_at })
      expect(await read(job.id)).toEqual(after)
    })

    test.each([
      [{}, { salary_min: 2, salary_max: 1 }],
      [{ salary_max: 10 }, { salary_min: 11 }],
      [{ salary_min: 10 }, { salary_max: 9 }],
      [{}, { equity_min: 0.2, equity_max: 0.1 }],
      [{ equity_max: 0.1 }, { equity_min: 0.2 }],
      [{ equity_min: 0.2 }, { equity_max: 0.1 }]
    ])("%j then %j: a minimum above its maximum is 400, also against the stored other half", async (stored, patch) => {
      const { id } = await here.own.make.job(stored)
      const error = await refused(id, patch)
      expect(error.message).toMatch(/(salary|equity)_min.*_max/)
      having(400)(await here.call("POST", "/jobs", {
        key: here.own.keys.write,
        body: { title: "Clerk", ...stored, ...patch }
      }))
    })

    test("a minimum may be its maximum, and null takes a bound away", async () => {
      const { id } = await here.own.make.job({ salary_min: 5, salary_max: 5 })
      expect(await patched(id, { salary_max: null, salary_min: 9 })).toMatchObject({ salary_min: 9, salary_max: null })
      expect(await patched(id, { salary_min: "", equity_min: " " })).toMatchObject({ salary_min: null })
    })

    test.each([
      ["title", ""],
      ["title", "   "],
      ["title", null],
      ["title", "x".repeat(201)],
      ["status", "open"],
      ["status", null],
      ["description_md", "\u0000"],
      ["description_md", 1],
      ["employment_type", "permanent"],
      ["show_salary", "true"],
      ["show_salary", null],
      ["salary_currency", "EURO"],
      ["salary_currency", "eux"],
      ["salary_currency", "u\u017fd"],
      ["salary_timeframe", "fortnight"],
      ["salary_min", -1],
      ["salary_max", "100"],
      ["equity_min", -0.1],
      ["equity_max", [1]]
    ])("%s = %j is 400, and the message names the field", async (field, value) => {
      const error = await refused(here.own.ids.jobId, { [field]: value })
      expect(error.message).toContain(field)
      expect(error.details?.["issues"]).toContainEqual({ path: [field], message: expect.stringMatching(/^Expected /) })
    })

    test.each(["public_slug", "id", "created_at", "stages", "organization_id", "__proto__"])(
      "%s is no field of a patch: 400, and the message names it",
      async (field) => {
        const { error } = having(400)(
          await here.call<ErrorBody>("PATCH", `/jobs/${here.own.ids.jobId}`, {
            key: here.own.keys.write,
            rawBody: `{"title": "Clerk", "${field}": "mine"}`
          })
        ).body
        expect(error.message).toContain(field)
        expect(error.details?.["issues"]).toEqual([{ path: [field], message: expect.stringMatching(/\S/) }])
      }
    )

    test("every mistake of a body is listed at once", async () => {
      const { details } = await refused(here.own.ids.jobId, { salary_min: -1, status: "open", surprise: 1 })
      const issues = details?.["issues"] as ReadonlyArray<{ readonly path: ReadonlyArray<string> }>
      expect(issues.map((issue) => issue.path[0]).toSorted()).toEqual(["salary_min", "status", "surprise"])
    })

    test("a slug is made from the title, is unique, and a rename leaves it", async () => {
      const title = `Café & Küche ${crypto.randomUUID().slice(0, 8)}`
      const [first, second] = [await here.own.make.job({ title }), await here.own.make.job({ title })]
      expect(first.public_slug).toMatch(/^cafe-kuche-[0-9a-f]{8}$/)
      expect(second.public_slug).toBe(`${first.public_slug}-2`)
      expect((await patched(first.id, { title: "Renamed" })).public_slug).toBe(first.public_slug)
      expect((await here.own.make.job({ title: "東京" })).public_slug).toMatch(/^job/)
    })

    test("an empty patch, and one of what is so already, is 200 and changes nothing", async () => {
      const job = await here.own.make.job({ department: "R&D" })
      const before = await here.backend.run(digest)
      expect(await patched(job.id, {})).toEqual(job)
      expect(await patched(job.id, { title: job.title, department: "R&D", status: "draft" })).toEqual(job)
      expect(await here.backend.run(digest)).toEqual(before)
    })

    test("deleting a job takes all that belongs to it, and candidates stay", async () => {
      const customer = await tenant(here.backend, here.call, { name: "Initech", plan: "free" })
      const { candidateId, id, jobId } = customer.ids
      having(200)(await here.call("DELETE", `/jobs/${jobId}`, { key: customer.keys.write }))
      const left = await here.backend.run(rowsOf(customer.organization.id))
      expect(left).toEqual({
        application_answers: 0,
        applications: 0,
        attachments: 0,
        candidates: 3,
        interview_feedback: 0,
        jobs: 0,
        notes: 0,
        stages: 0
      })
      having(404)(await here.call("GET", `/applications/${id}`, { key: customer.keys.read }))
      having(200)(await here.call("GET", `/candidates/${candidateId}`, { key: customer.keys.read }))
      having(404)(await here.call("DELETE", `/jobs/${jobId}`, { key: customer.keys.write }))
    })

    test("a job with 500 applications is gone with all of them when its deletion is answered", async () => {
      const customer = await tenant(here.backend, here.call, { name: "Initech", plan: "free" })
      const { freeCandidateId: candidate_id, jobId } = customer.ids
      const { write: key } = customer.keys
      const { job } = having(200)(await here.call<OneJob>("GET", `/jobs/${jobId}`, { key })).body
      const made = await here.backend.run(addHundreds(customer, job))
      having(200)(await here.call("DELETE", `/jobs/${jobId}`, { key }))

      const { feedback_id, id, note_id } = made[250]!
      const stage_id = job.stages[1]!.id
      const gone: ReadonlyArray<readonly [method: string, path: string, body?: JsonObject]> = [
        ["GET", `/jobs/${jobId}`],
        ["PATCH", `/jobs/${jobId}`, { title: "Changed" }],
        ["DELETE", `/jobs/${jobId}`],
        ["POST", `/jobs/${jobId}/stages`, { name: "Offer" }],
        ["PATCH", `/jobs/${jobId}/stages/${stage_id}`, { name: "Offer" }],
        ["DELETE", `/jobs/${jobId}/stages/${stage_id}`],
        ["POST", "/applications", { job_id: jobId, candidate_id }],
        ["GET", `/applications/${id}`],
        ["POST", `/applications/${id}/move`, { stage_id }],
        ["GET", `/applications/${id}/notes`],
        ["POST", `/applications/${id}/notes`, { note: "Hire." }],
        ["PATCH", `/applications/${id}/notes/${note_id}`, { note: "Hire." }],
        ["DELETE", `/applications/${id}/notes/${note_id}`],
        ["GET", `/applications/${id}/feedback`],
        ["POST", `/applications/${id}/feedback`, { interview_type: "onsite", rating: "yes", body: "Clear." }],
        ["PATCH", `/applications/${id}/feedback/${feedback_id}`, { rating: "no" }]
      ]
      const answers = await Promise.all(gone.map(([method, path, body]) => here.call(method, path, { key, body })))
      expect(answers.map(({ status }, at) => `${status} ${gone[at]!.slice(0, 2).join(" ")}`))
        .toEqual(gone.map(([method, path]) => `404 ${method} ${path}`))
      for (const filter of ["", `?job_id=${jobId}`, `?stage_id=${stage_id}`]) {
        expect(having(200)(await here.call("GET", `/applications${filter}`, { key })).body["applications"]).toEqual([])
      }
      expect(having(200)(await here.call("GET", "/jobs", { key })).body["jobs"]).toEqual([])
      await here.backend.run(untilSequenceable(customer.organization.id))
      const events = having(200)(await here.call("GET", "/events?types=job.deleted", { key })).body["events"]
      expect(events).toEqual([expect.objectContaining({ type: "job.deleted", subject_id: jobId })])
      expect((await customer.make.job({ title: job.title })).public_slug).toBe(job.public_slug)
    })
  })
}
