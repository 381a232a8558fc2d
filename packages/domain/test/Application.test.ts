import * as Application from "@candor/domain/application/Application"
import { type StageOfJob, StageOfAnotherJob } from "@candor/domain/application/Lifecycle"
import { CandidateNotFound } from "@candor/domain/candidate/Candidate"
import { ApplicationId, CandidateId, JobId, StageId } from "@candor/domain/Id"
import { JobClosed, JobNotFound } from "@candor/domain/job/Job"
import { StageNotFound } from "@candor/domain/job/Stage"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { contextAt, id } from "./context.ts"

const job = { id: JobId.make(id(10)), title: "Engineer", department: null, location: null, status: "draft" } as const
const first: StageOfJob = { id: StageId.make(id(20)), name: "Applied", order_index: 0, job_id: job.id }
const second: StageOfJob = { id: StageId.make(id(21)), name: "Screen", order_index: 1, job_id: job.id }
const foreign: StageOfJob = { ...second, id: StageId.make(id(22)), job_id: JobId.make(id(11)) }
const candidate = { full_name: "Grace Hopper", primary_email: "grace@example.com" }

const draft: Application.ApplicationDraft = { job_id: job.id, candidate }
const submission: Application.SubmissionContext = {
  job,
  first_stage: first,
  requested_stage: null,
  candidate: null,
  merged_into: null,
  existing_id: null
}

const submit = (request: Partial<Application.ApplicationDraft>, known: Partial<Application.SubmissionContext>) =>
  Application.submit({ ...draft, ...request }, { ...submission, ...known }, contextAt())

const { entity: submitted } = Result.getOrThrow(submit({}, {}))

describe("an application", () => {
  test("begins in the job's first stage, and makes its candidate", () => {
    expect(submitted.application).toMatchObject({ stage_id: first.id, candidate, source_type: "api", version: 1 })
    expect(submitted.created?.candidate).toMatchObject(candidate)
    expect(Schema.is(Application.ApplicationDetail)(submitted.application)).toBe(true)
  })

  test("begins in the requested stage, if it is one of the job's", () => {
    const request = (stage: StageOfJob | null) => submit({ stage_id: second.id }, { requested_stage: stage })
    expect(Result.getOrThrow(request(second)).entity.application.stage).toMatchObject({ name: "Screen" })
    expect(request(null)).toEqual(Result.fail(new StageNotFound({ id: second.id })))
    expect(submit({ stage_id: foreign.id }, { requested_stage: foreign })).toEqual(
      Result.fail(new StageOfAnotherJob({ stage_id: foreign.id, job_id: job.id }))
    )
  })

  test("needs a job and a candidate that exist, and none before it", () => {
    const known = { ...draft, candidate_id: CandidateId.make(id(30)) }
    delete (known as { candidate?: unknown }).candidate
    const existing_id = ApplicationId.make(id(40))
    expect(submit({}, { job: null })).toEqual(Result.fail(new JobNotFound({ id: job.id })))
    expect(Application.submit(known, submission, contextAt())).toEqual(Result.fail(new CandidateNotFound({ id: id(30) })))
    expect(submit({}, { existing_id })).toEqual(
      Result.fail(new Application.AlreadyApplied({ application_id: existing_id }))
    )
  })

  test("is taken by a draft and a published job, and refused by a closed one", () => {
    const on = (status: "draft" | "published" | "closed") => submit({}, { job: { ...job, status } })
    expect(Result.isSuccess(on("draft"))).toBe(true)
    expect(Result.isSuccess(on("published"))).toBe(true)
    expect(on("closed")).toEqual(Result.fail(new JobClosed({ id: job.id })))
  })

  test("begins as hired in a stage named Hired", () => {
    const hired: StageOfJob = { ...second, name: "hired" }
    const { entity, events } = Result.getOrThrow(submit({ stage_id: hired.id }, { requested_stage: hired }))
    expect(entity.application).toMatchObject({ status: "hired", closed_at: contextAt().now })
    expect(events.map(({ type }) => type)).toEqual(["candidate.created", "application.created", "application.hired"])
  })

  test("is requested with exactly one of candidate and candidate_id", () => {
    const accepts = Schema.is(Application.ApplicationDraft)
    const candidate_id = CandidateId.make(id(30))
    expect(accepts({ job_id: job.id, candidate })).toBe(true)
    expect(accepts({ job_id: job.id, candidate_id })).toBe(true)
    expect(accepts({ job_id: job.id })).toBe(false)
    expect(accepts({ job_id: job.id, candidate, candidate_id })).toBe(false)
  })
})
