/** Rules of jobs: equity, fields of a patch, and their list by the last change. */
import type { JobDetail } from "@candor/domain/job/Job"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { type FilledWorld, worldWith, type Tenant, tenant } from "../harness/World.ts"

interface OneJob {
  readonly job: JobDetail
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: FilledWorld
    beforeAll(async () => {
      here = await worldWith(database)
    })
    afterAll(() => here.backend.close())

    const patch = <Body = OneJob>(id: string, body: JsonObject, { keys }: Tenant = here.own) =>
      here.call<Body>("PATCH", `/jobs/${id}`, { key: keys.write, body })
    const patched = async (id: string, body: JsonObject, by?: Tenant) => having(200)(await patch(id, body, by)).body.job
    const read = async (id: string) =>
      having(200)(await here.call<OneJob>("GET", `/jobs/${id}`, { key: here.own.keys.read })).body.job
    const refused = async (id: string, body: JsonObject) => having(400)(await patch<ErrorBody>(id, body)).body.error

    test("equity is in no answer and in no event", async () => {
      const job = await here.own.make.job({ equity_min: 0.25, equity_max: 0.75 })
      await patched(job.id, { equity_max: 0.5 })
      const { body, text } = having(200)(
        await here.call<{ events: ReadonlyArray<{ subject_id: string }> }>("GET", "/events?types=job.*&limit=1000", {
          key: here.own.keys.admin
        })
      )
      expect(body.events.filter(({ subject_id }) => subject_id === job.id)).toHaveLength(2)
      expect(text + JSON.stringify(await read(job.id))).not.toContain("equity")
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
        expect(error.details?.["issues"]).toMatchObject([{ path: [field], message: expect.stringMatching(/\S/) }])
      }
    )

    test("every mistake of a body is listed at once", async () => {
      const { details } = await refused(here.own.ids.jobId, { salary_min: -1, status: "open", surprise: 1 })
      const issues = details?.["issues"] as ReadonlyArray<{ readonly path: ReadonlyArray<string> }>
      expect(issues.map((issue) => issue.path[0]).toSorted()).toEqual(["salary_min", "status", "surprise"])
    })

    describe("the list", () => {
      test("updated_since lists each job after a change of it or of a stage, the oldest change first, and goes on behind its link", async () => {
        const customer = await tenant(here.backend, here.call, { name: "Hooli", plan: "growth" })
        const call = async <Body>(method: string, path: string, body?: JsonObject) =>
          having(path.endsWith("/stages") ? 201 : 200)(
            await here.call<Body>(method, path, { key: customer.keys.write, ...(body === undefined ? {} : { body }) })
          )
        const listed = async (query: string) => {
          const { body, headers } = await call<{ jobs: ReadonlyArray<JobDetail> }>("GET", `/jobs?${query}`)
          const next = /<[^?]*\?([^>]*)>/.exec(headers.get("link") ?? "")?.[1]
          return { titles: body.jobs.map(({ title }) => title), jobs: body.jobs, next }
        }
        const jobs: Array<JobDetail> = []
        for (const title of ["A", "B", "C"]) jobs.push(await customer.make.job({ title }))
        const [a, b, c] = jobs.map(({ id, stages }) => ({
          path: `/jobs/${id}`,
          stage: `/jobs/${id}/stages/${stages[1]!.id}`,
          id
        }))
        const since = (time: string) => `updated_since=${encodeURIComponent(time)}`
        const all = since(jobs[0]!.created_at)
        expect((await listed(all)).titles).toEqual(["A", "B", "C"])
        const changes = [
          () => call("PATCH", a!.path, { title: "A2" }),
          () => call("PATCH", b!.path, { status: "published" }),
          () => call("POST", `${a!.path}/stages`, { name: "Call" }),
          () => call("PATCH", b!.stage, { name: "Chat" }),
          () => call("DELETE", a!.stage)
        ]
        for (const change of changes) {
          const before = (await listed(all)).jobs
          await change()
          const after = (await listed(since(before.at(-1)!.updated_at))).jobs.at(-1)!
          expect(Object.fromEntries(before.map(({ id, updated_at }) => [id, updated_at]))[after.id]! < after.updated_at)
            .toBe(true)
          expect((await call<OneJob>("GET", `/jobs/${after.id}`)).body.job.updated_at).toBe(after.updated_at)
        }
        const unchanged = await listed(all)
        expect(unchanged.titles).toEqual(["C", "B", "A2"])
        await call("PATCH", a!.path, { title: "A2" })
        await customer.make.application(c!.id, (await customer.make.candidate()).id)
        expect(await listed(all)).toEqual(unchanged)
        const first = await listed(`limit=2&${all}`)
        expect([first.titles, (await listed(first.next!)).titles]).toEqual([["C", "B"], ["A2"]])
        expect((await listed(`status=published&${all}`)).titles).toEqual(["B"])
        const { body: { error } } = having(400)(
          await here.call<ErrorBody>("GET", `/jobs?${first.next!.replace(/updated_since=[^&]*&?/, "")}`, {
            key: customer.keys.read
          })
        )
        expect(error.details?.["issues"]).toMatchObject([{
          path: ["cursor"],
          message: expect.stringContaining("a cursor of the same order")
        }])
        await call("DELETE", b!.path)
        expect((await listed(all)).titles).toEqual(["C", "A2"])
      })
    })
  })
}
