/** Rules of applications: how they begin, what they show, how they move and end. */
import type { ApplicationDetail } from "@candor/domain/application/Application"
import type { RejectionReason } from "@candor/domain/rejection/RejectionReason"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { freshEmail } from "../harness/Makers.ts"
import { type World, world } from "../harness/World.ts"

interface OneApplication {
  readonly application: ApplicationDetail
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
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
      expect(error.details).toEqual({ reason: "already_exists", application_id: id, candidate_id: candidateId })
    })

    test("three submissions of one form are one person, and one application; with candidate_match new they are two", async () => {
      const [job, other] = await Promise.all([here.own.make.job(), here.own.make.job()])
      const person = { full_name: "Ada Lovelace", primary_email: freshEmail() }
      const again = { ...person, primary_email: person.primary_email.toUpperCase() }
      const first = having(201)(await create({ job_id: job.id, candidate: person })).body.application
      expect(first.candidate_match).toBe("new")
      const { error } = having(400)(await create<ErrorBody>({ job_id: job.id, candidate: again })).body
      expect(error.details).toEqual({ reason: "already_exists", application_id: first.id, candidate_id: first.candidate.id })
      const second = having(201)(await create({ job_id: other.id, candidate: again })).body.application
      expect(second).toMatchObject({ candidate_match: "found", candidate: { id: first.candidate.id } })
      expect(await read(second.id)).toEqual(second)
      const third = having(201)(await create({ job_id: job.id, candidate: person, candidate_match: "new" })).body.application
      expect(third.candidate_match).toBe("new")
      expect(third.candidate.id).not.toBe(first.candidate.id)
      for (const candidate_match of ["found", "NEW", null, true]) {
        const refused = having(400)(await create<ErrorBody>({ job_id: job.id, candidate: person, candidate_match }))
        expect(refused.body.error.message).toContain("candidate_match")
      }
    })

    test("a link that is no address comes with an application, marked; a program's candidate with it is 400", async () => {
      const job = await here.own.make.job()
      const candidate = { full_name: "Ada Lovelace", primary_email: freshEmail(), linkedin_url: "ask me", github_url: "" }
      const { application } = having(201)(await create({ job_id: job.id, candidate })).body
      expect(application).toMatchObject({
        candidate: { linkedin_url: null, github_url: null },
        ai_profiles: [],
        unapplied: [{ field: "linkedin_url", value: "ask me", reason: "unrecognized" }]
      })
      expect(await read(application.id)).toEqual(application)
      const university = "TU ".repeat(70).trim()
      const other = { ...candidate, primary_email: freshEmail(), linkedin_url: null, years_experience: 3.5, university, tags: ["", "Go"] }
      expect(having(201)(await create({ job_id: job.id, candidate: other })).body.application).toMatchObject({
        candidate: { years_experience: null, university: null },
        unapplied: [
          { field: "years_experience", value: "3.5", reason: "unrecognized" },
          { field: "university", value: university, reason: "unrecognized" }
        ]
      })
      for (const linkedin_url of [7, "x".repeat(20_001), "\u0000"]) {
        having(400)(await create<ErrorBody>({ job_id: job.id, candidate: { ...candidate, linkedin_url } }))
      }
      const { key, body } = { key: here.own.keys.write, body: { linkedin_url: "ask me" } }
      having(400)(await here.call("POST", "/candidates", { key, body: { full_name: "Ada", primary_email: freshEmail(), ...body } }))
      having(400)(await here.call("PATCH", `/candidates/${application.candidate.id}`, { key, body }))
    })

    test("an application with candidate_id and candidate, or with neither, is 400", async () => {
      const { freeCandidateId, jobId } = here.own.ids
      const candidate = { full_name: "Ada", primary_email: freshEmail() }
      for (const body of [{}, { candidate, candidate_id: freeCandidateId }]) {
        const { error } = having(400)(await create<ErrorBody>({ job_id: jobId, ...body })).body
        expect(error.message).toContain("candidate")
      }
    })

    test.each([
      ["job_id", "1"],
      ["job_id", null],
      ["candidate_id", 1],
      ["stage_id", "Applied"],
      ["source_type", ""],
      ["answers", {}],
      ["answers", [{ question_text: "", answer_text: "x" }]]
    ])("%s = %j is 400, and the message names the field", async (field, value) => {
      const { freeCandidateId, jobId } = here.own.ids
      const body = { job_id: jobId, candidate_id: freeCandidateId, [field]: value } as JsonObject
      expect(having(400)(await create<ErrorBody>(body)).body.error.message).toContain(field)
    })

    test("a stage of another job is 400 that names the field, for new ones and for moves", async () => {
      const { freeCandidateId, id, jobId } = here.own.ids
      const { stages: [stage] } = await here.own.make.job()
      const moved = having(400)(await move<ErrorBody>(id, stage!.id))
      const created = having(400)(
        await create<ErrorBody>({ job_id: jobId, candidate_id: freeCandidateId, stage_id: stage!.id })
      )
      for (const { body } of [moved, created]) expect(body.error.message).toContain("stage_id")
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

      test("reasons are added, renamed and removed by admins, each name once; the neighbour's list stays as it was", async () => {
        const { foreign, own } = here
        const list = async (key: string) =>
          having(200)(await here.call<{ rejection_reasons: ReadonlyArray<RejectionReason> }>("GET", "/rejection-reasons", { key }))
            .body.rejection_reasons
        const theirs = await list(foreign.keys.read)
        const key = own.keys.admin
        const { id, name } = await own.make.reason()
        const path = `/rejection-reasons/${id}`
        having(400)(await here.call("POST", "/rejection-reasons", { key, body: { name: name.toUpperCase() } }))
        having(400)(await here.call("PATCH", path, { key, body: { name: "other" } }))
        having(200)(await here.call("PATCH", path, { key, body: { name: `${name}!` } }))
        expect((await list(own.keys.read)).at(-1)).toEqual({ id, name: `${name}!` } as never)
        having(200)(await here.call("DELETE", path, { key }))
        having(404)(await here.call("DELETE", path, { key }))
        expect((await list(own.keys.read)).map((reason) => reason.id)).not.toContain(id as never)
        expect(await list(foreign.keys.read)).toEqual(theirs)
      })
    })
  })
}
