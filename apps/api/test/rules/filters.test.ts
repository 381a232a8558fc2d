/** What the filters of lists find. */
import type { Prospect, ProspectListItem } from "@candor/domain/sourcing/Prospect"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having } from "../harness/Client.ts"
import { fill } from "../conformance/calls.ts"
import { type FilledWorld, worldWith } from "../harness/World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: FilledWorld
    beforeAll(async () => {
      here = await worldWith(database, "searchId")
    })
    afterAll(() => here.backend.close())

    const found = async (field: "jobs" | "candidates" | "applications", query: string) => {
      const { body } = having(200)(
        await here.call<Record<string, ReadonlyArray<{ id: string }>>>("GET", `/${field}?${query}`, {
          key: here.own.keys.read
        })
      )
      return body[field]!.map((row) => row.id)
    }

    test("jobs by status and by department, also both", async () => {
      const { keys, make } = here.own
      const department = crypto.randomUUID()
      const [first, second] = await Promise.all([make.job({ department }), make.job({ department }), make.job()])
      having(200)(await here.call("PATCH", `/jobs/${first.id}`, { key: keys.write, body: { status: "closed" } }))
      expect((await found("jobs", `department=${department}`)).toSorted()).toEqual([first.id, second.id].toSorted())
      expect(await found("jobs", `department=${department}&status=closed`)).toEqual([first.id])
      expect(await found("jobs", `department=${department}&status=draft`)).toEqual([second.id])
      expect(await found("jobs", `department=${department}&status=published`)).toEqual([])
      expect(await found("jobs", "status=closed")).toContain(first.id)
    })

    test("times with a plus that is a space, with other offsets, and days alone", async () => {
      for (
        const time of [
          "2020-01-01T00:00:00+02:00",
          "2020-01-01T00:00:00%2B0200",
          "2020-01-01T00:00:00+02",
          "2020-01-01"
        ]
      ) {
        expect((await found("applications", `created_after=${time}`)).length, time).toBeGreaterThan(0)
      }
    })

    test("a refused value with a plus says how a plus is sent", async () => {
      const { error } = having(400)(
        await here.call<ErrorBody>("GET", "/applications?created_after=yester+day&job_id=1&limit=+5", {
          key: here.own.keys.read
        })
      ).body
      const refused = (path: string, hint: boolean) =>
        expect.objectContaining({
          path: [path],
          message: hint ? expect.stringContaining("send it as %2B") : expect.not.stringContaining("%2B")
        })
      expect(error.details?.["issues"]).toMatchObject(
        expect.arrayContaining([refused("created_after", true), refused("job_id", false), refused("limit", true)])
      )
    })

    test("values of a fixed list in any spelling", async () => {
      const department = crypto.randomUUID()
      const job = await here.own.make.job({ department })
      expect(await found("jobs", `department=${department}&status=Draft`)).toEqual([job.id])
    })

    test("a cursor of applications holds for the order of its page", async () => {
      const { keys, make } = here.own
      const [job, candidate, second] = await Promise.all([make.job(), make.candidate(), make.candidate()])
      const [{ created_at, id }, other] = [
        await make.application(job.id, candidate.id),
        await make.application(job.id, second.id)
      ]
      const page = (query: string) =>
        here.call<{ applications: ReadonlyArray<{ id: string }> }>(
          "GET",
          `/applications?job_id=${job.id}&limit=1&${query}`,
          { key: keys.read }
        )
      const cursorOf = async (query: string) =>
        new URL(having(200)(await page(query)).headers.get("link")!.match(/^<([^>]*)>/)![1]!, "http://localhost")
          .searchParams.get("cursor")!
      const since = `updated_since=${created_at}`
      const [newest, changes] = [await cursorOf(""), await cursorOf(since)]
      expect(having(200)(await page(`cursor=${newest}`)).body.applications.map((one) => one.id)).toEqual([id])
      expect(having(200)(await page(`${since}&cursor=${changes}`)).body.applications.map((one) => one.id)).toEqual([
        other.id
      ])
      for (const wrong of [`cursor=${changes}`, `${since}&cursor=${newest}`]) {
        const { error } =
          having(400)(await here.call<ErrorBody>("GET", `/applications?${wrong}`, { key: keys.read })).body
        expect(error.details?.["issues"]).toMatchObject([{
          path: ["cursor"],
          message: expect.stringMatching(/^Expected /)
        }])
      }
    })

    test("prospects of all searches by status and by pipeline stage, the newest first, each with its search", async () => {
      const { call, foreign, own: { keys, make } } = here
      const searches = [await make.search(), await make.search()]
      const found: Array<Prospect> = []
      for (const { id } of [...searches, ...searches]) found.push(...await make.prospects(id, {}))
      const stranger = (await foreign.make.prospects((await foreign.make.search()).id, {}))[0]!
      for (const { id } of found.slice(1))
        having(200)(await call("POST", `/sourcing/prospects/${id}/shortlist`, { key: keys.write }))
      having(200)(await call("POST", `/sourcing/prospects/${stranger.id}/shortlist`, { key: foreign.keys.write }))
      having(200)(
        await call("PATCH", `/sourcing/prospects/${found[2]!.id}`, {
          key: keys.write,
          body: { pipeline_stage: "contacted" }
        })
      )
      const [a, b, c, d] = [found[0]!.id, found[1]!.id, found[2]!.id, found[3]!.id]
      const listed = async (query: string) =>
        having(200)(
          await call<{ prospects: ReadonlyArray<ProspectListItem> }>("GET", `/sourcing/prospects?limit=100&${query}`, {
            key: keys.read
          })
        ).body.prospects.filter(({ id }) => [a, b, c, d, stranger.id].includes(id))
      const ids = async (query: string) => (await listed(query)).map(({ id }) => id)
      expect(await ids("")).toEqual([d, c, b, a])
      expect(await ids("status=shortlisted")).toEqual([d, c, b])
      expect(await ids("status=shortlisted&pipeline_stage=contacted")).toEqual([c])
      expect(await ids("pipeline_stage=contacted")).toEqual([c])
      expect((await listed("status=shortlisted")).map(({ search }) => search)).toEqual(
        [searches[1]!, searches[0]!, searches[1]!].map(({ id, name }) => ({ id, name }))
      )
    })

    test.each([
      ["/jobs", "status", "open"],
      ["/jobs", "status", ""],
      ["/jobs", "department", ""],
      ["/candidates", "email", "grace"],
      ["/candidates", "email", ""],
      ["/applications", "job_id", "1"],
      ["/applications", "job_id", ""],
      ["/applications", "status", "open"],
      ["/applications", "source_type", ""],
      ["/applications", "candidate_id", "1"],
      ["/applications", "created_after", "yesterday"],
      ["/applications", "created_before", "2026-02-30T09:00:00Z"],
      ["/applications", "created_before", "2026-11-20T09:30:00"],
      ["/applications", "updated_since", "0000-01-01T00:00:00Z"],
      ["/applications", "updated_since", "0001-01-01T00:00:00%2B14:00"],
      ["/applications", "updated_since", "9999-12-31T23:59:59-14:00"],
      ["/applications", "stage_id", "null"],
      ["/applications", "stage_id", "0197f3a2-5b1c-7d4e-8f60-123456789ab"],
      ["/sourcing/searches/{searchId}/prospects", "status", "new"],
      ["/sourcing/searches/{searchId}/prospects", "pipeline_stage", ""]
    ])("%s refuses %s=%s, and says which it is", async (path, parameter, value) => {
      const { body } = having(400)(
        await here.call<ErrorBody>("GET", `${fill(path, here.own.ids)}?${parameter}=${value}`, {
          key: here.own.keys.read
        })
      )
      expect(body.error.details?.["issues"]).toContainEqual(expect.objectContaining({
        path: [parameter],
        message: expect.stringMatching(/^Expected /)
      }))
    })
  })
}
