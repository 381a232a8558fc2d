/** Rules of applications: what they show, who may apply, how they move and end. */
import type { ApplicationDetail } from "@candor/domain/application/Application"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { type FilledWorld, filledWorld } from "../harness/World.ts"

interface OneApplication {
  readonly application: ApplicationDetail
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: FilledWorld
    beforeAll(async () => {
      here = await filledWorld(database)
    })
    afterAll(() => here.backend.close())

    const create = <Body = OneApplication>(body: JsonObject) =>
      here.call<Body>("POST", "/applications", { key: here.own.keys.write, body })
    const move = <Body = OneApplication>(id: string, stage_id: string) =>
      here.call<Body>("POST", `/applications/${id}/move`, { key: here.own.keys.write, body: { stage_id } })
    const read = async (id: string) =>
      having(200)(await here.call<OneApplication>("GET", `/applications/${id}`, { key: here.own.keys.read }))
        .body.application

    test("an application shows its notes, feedback, attachments, answers and profiles", async () => {
      const { id } = here.own.ids
      expect(await read(id)).toMatchObject({
        id,
        ai_profiles: [{
          status: "completed",
          summary: "Wrote the first compiler.",
          extracted_json: { skills: ["COBOL"] },
          is_current: true
        }, { status: "pending", is_current: false }],
        notes: [{ id: here.own.ids.noteId, body: "Spoke on the phone." }],
        interview_feedback: [{ id: here.own.ids.feedbackId, rating: "yes" }],
        attachments: [{ file_type: "resume", original_filename: "grace-hopper.pdf" }],
        application_answers: [{ question_text: "When can you start?", answer_text: "In May." }]
      })
    })

    test("the same candidate twice on one job is 400 with the existing id in details", async () => {
      const { candidateId, id, jobId } = here.own.ids
      const { error } = having(400)(await create<ErrorBody>({ job_id: jobId, candidate_id: candidateId })).body
      expect(error.details).toEqual({
        reason: "already_exists",
        failure: "already_applied",
        application_id: id,
        candidate_id: candidateId
      })
    })

    test("a move shows in the stages' counts of the job", async () => {
      const [job, candidate] = await Promise.all([here.own.make.job(), here.own.make.candidate()])
      const { id } = await here.own.make.application(job.id, candidate.id)
      having(200)(await move(id, job.stages[1]!.id))
      const { body } = await here.call<{ job: { stages: ReadonlyArray<{ application_count: number }> } }>(
        "GET",
        `/jobs/${job.id}`,
        { key: here.own.keys.read }
      )
      expect(body.job.stages.map((stage) => stage.application_count)).toEqual([0, 1, 0, 0, 0])
    })

    describe("the end", () => {
      const post = <Body = OneApplication>(id: string, operation: string, body?: JsonObject) =>
        here.call<Body>("POST", `/applications/${id}/${operation}`, {
          key: here.own.keys.write,
          ...(body === undefined ? {} : { body })
        })

      const applied = async (more: JsonObject = {}) => {
        const [job, candidate] = await Promise.all([here.own.make.job(more), here.own.make.candidate()])
        const { id } = await here.own.make.application(job.id, candidate.id)
        return { id, job }
      }

      test("an unknown reason is 400 that lists the organization's", async () => {
        const { id } = await applied()
        const { error } = having(400)(await post<ErrorBody>(id, "reject", { reason: "Too tall" })).body
        expect(error.message).toContain("Too tall")
        expect(error.details?.["accepted"]).toContain("Position closed")
        having(400)(await post(id, "reject", {}))
        having(400)(await post(id, "reject", { reason: "Other", note: " " }))
      })
    })
  })
}
