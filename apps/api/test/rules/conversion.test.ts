/** Rules of converting a prospect into a candidate with an application. */
import type { ApplicationDetail } from "@candor/domain/application/Application"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import { freshEmail } from "../harness/Makers.ts"
import { type OneProspect, sourcing } from "../harness/Sourcing.ts"
import { type World, world } from "../harness/World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

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

    test("the same again answers the same and changes nothing, also with another stage", async () => {
      const { job, prospect } = await sourced()
      const first = having(200)(await convert(prospect.id, { job_id: job.id }))
      const before = await here.backend.run(digest)
      expect(having(200)(await convert(prospect.id, { job_id: job.id })).body).toEqual(first.body)
      expect(having(200)(await convert(prospect.id, { job_id: job.id, stage_id: job.stages[2]!.id })).body).toEqual(first.body)
      expect(await here.backend.run(digest)).toEqual(before)
    })

    test("another job is 400 with the application that there is", async () => {
      const { job, prospect } = await sourced()
      const { application_id } = having(200)(await convert(prospect.id, { job_id: job.id })).body.prospect
      const other = await here.own.make.job()
      const { error } = having(400)(await convert<ErrorBody>(prospect.id, { job_id: other.id })).body
      expect(error.details).toEqual({ reason: "invalid_state", application_id, job_id: job.id })
      expect(error.message).toContain("POST /applications")
    })

    test("a prospect without an e-mail address becomes a candidate without one", async () => {
      const { job, prospect } = await sourced({ email: null })
      const { candidate_id } = having(200)(await convert(prospect.id, { job_id: job.id })).body.prospect
      const { body } = having(200)(await call<{ readonly candidate: object }>("GET", `/candidates/${candidate_id}`))
      expect(body.candidate).toMatchObject({ primary_email: null, email_addresses: [] })
    })

    test("a prospect who is not interested is 400 with what their stage accepts", async () => {
      const { job, prospect } = await sourced()
      for (const pipeline_stage of ["contacted", "not_interested"]) {
        having(200)(await call("PATCH", `/sourcing/prospects/${prospect.id}`, { pipeline_stage }))
      }
      const { error } = having(400)(await convert<ErrorBody>(prospect.id, { job_id: job.id })).body
      expect(error.message).toBe("The pipeline stage not_interested does not accept convert.")
      expect(error.details).toEqual({ reason: "invalid_state", accepted: ["reset", "contact", "reply", "show_interest"] })
    })

    test("a stage of another job is 400 at stage_id", async () => {
      const { job, prospect } = await sourced()
      const other = await here.own.make.job()
      const { error } = having(400)(await convert<ErrorBody>(prospect.id, { job_id: job.id, stage_id: other.stages[0]!.id })).body
      expect(error.details?.["issues"]).toMatchObject([{ path: ["stage_id"] }])
    })

    test("a patch does not convert, and a converted prospect keeps their stage in one", async () => {
      const { job, prospect } = await sourced()
      const path = `/sourcing/prospects/${prospect.id}`
      const { error } = having(400)(await call<ErrorBody>("PATCH", path, { pipeline_stage: "converted" })).body
      expect(error.details).toEqual({ reason: "invalid_state", pipeline_stage: "not_contacted", accepted: ["contacted"] })
      const { body } = having(200)(await convert(prospect.id, { job_id: job.id }))
      const patched = having(200)(await call<OneProspect>("PATCH", path, { pipeline_stage: "converted", location: "Zurich" }))
      expect(patched.body.prospect).toEqual({ ...body.prospect, location: "Zurich" })
      const last = having(400)(await call<ErrorBody>("PATCH", path, { pipeline_stage: "interested" })).body.error
      expect(last.details).toEqual({ reason: "invalid_state", pipeline_stage: "converted", accepted: [] })
    })

    test("a deleted job leaves the prospect without its application, and the candidate stays", async () => {
      const { job, prospect } = await sourced()
      const { candidate_id } = having(200)(await convert(prospect.id, { job_id: job.id })).body.prospect
      having(200)(await call("DELETE", `/jobs/${job.id}`))
      const { body } = having(200)(await call<OneProspect>("GET", `/sourcing/prospects/${prospect.id}`))
      expect(body.prospect).toMatchObject({ application_id: null, candidate_id, pipeline_stage: "converted" })
      having(200)(await call("GET", `/candidates/${candidate_id}`))
    })
  })
}
