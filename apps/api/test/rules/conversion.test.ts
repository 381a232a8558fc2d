/** Rules of converting a prospect into a candidate with an application. */
import type { ApplicationDetail } from "@candor/domain/application/Application"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
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
}
