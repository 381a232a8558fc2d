/** Rules of sourcing: searches, prospects in bulk, the shortlist, duplicates, and conversions. */
import type { ApplicationDetail } from "@candor/domain/application/Application"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import { freshEmail } from "../harness/Makers.ts"
import { issuesOf, type OneProspect, sourcing } from "../harness/Sourcing.ts"
import { type World, world } from "../harness/World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const { add, call } = sourcing(() => here)

    test.each([
      [{ name: null }, "name: Expected string"],
      [{ name: "" }, "name: Expected"],
      [{ query: "x".repeat(2001) }, "query: Expected"],
      [{ prospect_count: 0 }, "prospect_count: "]
    ])("a patch of a search of %j is 400 at the field", async (patch, message) => {
      const { id } = await here.own.make.search()
      const { body } = having(400)(await call<ErrorBody>("PATCH", `/sourcing/searches/${id}`, patch))
      expect(body.error.message).toContain(message)
    })

    test("one bad prospect refuses them all, and each error has its index", async () => {
      const { id } = await here.own.make.search()
      const before = await here.backend.run(digest)
      const { body } = having(400)(await add(id, [
        { full_name: "Good" },
        { full_name: "" },
        { full_name: "Good too" },
        { full_name: "Bad", email: "bad", years_experience: -1 },
        { name: "Unknown" }
      ]))
      const paths = issuesOf(body).map((issue) => issue.path.join("."))
      expect(paths).toEqual(expect.arrayContaining([
        "prospects.1.full_name",
        "prospects.3.email",
        "prospects.3.years_experience",
        "prospects.4.full_name",
        "prospects.4.name"
      ]))
      expect(paths.filter((path) => /^prospects\.[02]/.test(path))).toEqual([])
      expect(await here.backend.run(digest)).toEqual(before)
    })

    const patched = (id: string, patch: JsonObject) => call<OneProspect & ErrorBody>("PATCH", `/sourcing/prospects/${id}`, patch)

    test.each([
      [{ full_name: null }, "full_name: Expected"],
      [{ email: "wirth" }, "email: Expected"],
      [{ pipeline_stage: "hired" }, "pipeline_stage: Expected"],
      [{ pipeline_stage: null }, "pipeline_stage: Expected"],
      [{ status: "shortlisted" }, "status: "]
    ])("a patch of a prospect of %j is 400 at the field", async (patch, message) => {
      const { id } = await here.own.make.prospect((await here.own.make.search()).id)
      expect(having(400)(await patched(id, patch)).body.error.message).toContain(message)
    })

    test.each([{}, { name: "" }, { name: null }, { name: "x", query: 1 }, { name: "x", surprise: 1 }])(
      "a search of %j is 400",
      async (body) => {
        having(400)(await call("POST", "/sourcing/searches", body))
      }
    )

    describe("duplicates", () => {
      const { add, listed } = sourcing(() => here)

      test("a search has a LinkedIn profile once: a second one refuses all, with its index", async () => {
        const { id } = await here.own.make.search()
        await here.own.make.prospect(id, { linkedin_url: "https://www.linkedin.com/in/niklaus" })
        const { body } = having(400)(await add(id, [
          { full_name: "New", linkedin_url: "linkedin.com/in/new" },
          { full_name: "Known", linkedin_url: "https://ch.linkedin.com/in/niklaus/" },
          { full_name: "New again", linkedin_url: "https://www.linkedin.com/in/new?x=1" }
        ]))
        expect(issuesOf(body).map((issue) => issue.path)).toEqual([
          ["prospects", 1, "linkedin_url"],
          ["prospects", 2, "linkedin_url"]
        ])
        expect(await listed(id)).toHaveLength(1)
        const other = await here.own.make.search()
        await here.own.make.prospect(other.id, { linkedin_url: "https://www.linkedin.com/in/niklaus" })
      })
    })

    describe("a conversion", () => {
      const { call } = sourcing(() => here)
      const convert = <Body = OneProspect>(id: string, body: JsonObject) => call<Body>("POST", `/sourcing/prospects/${id}/convert`, body)
      const sourced = async (more: JsonObject = {}) => {
        const { make } = here.own
        const [job, search] = await Promise.all([make.job(), make.search()])
        return { job, prospect: await make.prospect(search.id, { email: freshEmail(), ...more }) }
      }

      test("a shortlisted prospect becomes a candidate with an application, found from both sides", async () => {
        const { job, prospect } = await sourced({ years_experience: 30 })
        having(200)(await call("POST", `/sourcing/prospects/${prospect.id}/shortlist`))
        const { body } = having(200)(await convert(prospect.id, { job_id: job.id }))
        const { application_id, candidate_id } = body.prospect
        expect(body.prospect).toEqual({
          ...prospect,
          status: "shortlisted",
          pipeline_stage: "converted",
          candidate_id: expect.any(String),
          application_id: expect.any(String)
        })
        const path = `/applications/${application_id}`
        const { application } = having(200)(await call<{ application: ApplicationDetail }>("GET", path)).body
        expect(application).toMatchObject({
          source_type: "sourcing",
          prospect_id: prospect.id,
          stage_id: job.stages[0]!.id,
          candidate: { id: candidate_id!, full_name: prospect.full_name, primary_email: prospect.email!, years_experience: 30 }
        })
        expect(having(200)(await call("GET", `/sourcing/prospects/${prospect.id}`)).body).toEqual(body)
      })

      test("another job is 400 with the application that there is", async () => {
        const { job, prospect } = await sourced()
        const { application_id } = having(200)(await convert(prospect.id, { job_id: job.id })).body.prospect
        const other = await here.own.make.job()
        const { error } = having(400)(await convert<ErrorBody>(prospect.id, { job_id: other.id })).body
        expect(error.details).toEqual({ reason: "invalid_state", application_id, job_id: job.id })
        expect(error.message).toContain("POST /applications")
      })

      test("a stage of another job is 400 at stage_id", async () => {
        const { job, prospect } = await sourced()
        const other = await here.own.make.job()
        const { error } = having(400)(await convert<ErrorBody>(prospect.id, { job_id: job.id, stage_id: other.stages[0]!.id })).body
        expect(error.details?.["issues"]).toMatchObject([{ path: ["stage_id"] }])
      })
    })
  })
}
