import { noun as candidate } from "@candor/domain/candidate/Candidate"
import { absent } from "@candor/domain/Noun"
import type { SubmissionContext } from "@candor/domain/application/Submission"
import type { StageOfJob } from "@candor/domain/application/Lifecycle"
import { ApplicationId, CandidateId, JobId, ProspectId, SearchId, StageId } from "@candor/domain/Id"
import { JobNotFound } from "@candor/domain/job/Job"
import { StageNotFound } from "@candor/domain/job/Stage"
import * as Conversion from "@candor/domain/sourcing/Conversion"
import { pipelineStage } from "@candor/domain/sourcing/PipelineStage"
import * as Prospect from "@candor/domain/sourcing/Prospect"
import { TransitionRefused } from "@candor/domain/StateMachine"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { contextAt, id } from "./context.ts"

const job = { id: JobId.make(id(10)), title: "Engineer", department: null, location: null }
const first: StageOfJob = { id: StageId.make(id(20)), name: "Applied", type: "applied", order_index: 0, job_id: job.id }
const second: StageOfJob = { ...first, id: StageId.make(id(21)), name: "Screen", type: "screen", order_index: 1 }

const unknown = { current_title: null, current_company: null, location: null, summary: null }
const ada: Prospect.ProspectState = {
  ...unknown,
  id: ProspectId.make(id(50)),
  search_id: SearchId.make(id(51)),
  full_name: "Ada Lovelace",
  linkedin_url: "https://www.linkedin.com/in/ada",
  email: "ada@example.com",
  years_experience: 12,
  external_ids: [],
  status: "shortlisted",
  pipeline_stage: "interested",
  candidate_id: null,
  application_id: null,
  created_at: Timestamp.make("2026-11-19T09:00:00.000Z"),
  version: 3
}

const stored = {
  ...absent(candidate),
  id: CandidateId.make(id(30)),
  full_name: "Countess Lovelace",
  primary_email: "countess@example.com",
  linkedin_url: ada.linkedin_url,
  created_at: ada.created_at,
  version: 1,
  updated_at: ada.created_at,
  erasure_request: null,
  anonymised_at: null,
  email_addresses: [{ address: "countess@example.com", kind: null, is_primary: true }],
  ai_profiles: []
}

const nobody: SubmissionContext = {
  job: { ...job, status: "published" },
  first_stage: first,
  requested_stage: null,
  candidate: null,
  merged_into: null,
  existing_id: null
}

const convert = (
  { draft, present_job_id = null, prospect, submission }: {
    readonly draft?: Partial<Conversion.ConversionDraft>
    readonly present_job_id?: JobId | null
    readonly prospect?: Partial<Prospect.ProspectState>
    readonly submission?: Partial<SubmissionContext>
  } = {}
) =>
  Conversion.convert({ job_id: job.id, ...draft }, {
    prospect: { ...ada, ...prospect },
    present_job_id,
    submission: { ...nobody, ...submission }
  }, contextAt())

describe("a conversion", () => {
  test("makes a candidate of what is known, and an application that names its prospect", () => {
    const { entity: { prospect, submitted }, events } = Result.getOrThrow(convert())
    const { application, created } = submitted!
    expect(created?.candidate).toMatchObject({
      full_name: "Ada Lovelace",
      primary_email: "ada@example.com",
      linkedin_url: ada.linkedin_url,
      years_experience: 12
    })
    expect(application).toMatchObject({ stage_id: first.id, source_type: "sourcing", prospect_id: ada.id, job })
    expect(prospect).toEqual({
      ...ada,
      pipeline_stage: "converted",
      candidate_id: created!.candidate.id,
      application_id: application.id,
      version: 4
    })
    expect(Schema.is(Prospect.ProspectState)(prospect)).toBe(true)
    expect(events.map(({ type }) => type)).toEqual([
      "candidate.created",
      "ai_profile.requested",
      "application.created",
      "prospect.converted"
    ])
    expect(events.at(-1)).toEqual({ type: "prospect.converted", subject_id: ada.id, data: { ...prospect } })
  })

  test("begins in the requested stage, which has to be there", () => {
    const draft = { stage_id: second.id }
    const { submitted } = Result.getOrThrow(convert({ draft, submission: { requested_stage: second } })).entity
    expect(submitted?.application.stage_id).toBe(second.id)
    expect(convert({ draft })).toEqual(Result.fail(new StageNotFound({ id: second.id })))
  })

  test("takes the candidate who is the same person as they are, and needs no email address then", () => {
    const { entity: { prospect, submitted }, events } = Result.getOrThrow(
      convert({ prospect: { email: null }, submission: { candidate: stored } })
    )
    expect(submitted).toMatchObject({ created: null, application: { candidate: stored, prospect_id: ada.id } })
    expect(prospect.candidate_id).toBe(stored.id)
    expect(events.map(({ type }) => type)).toEqual(["application.created", "prospect.converted"])
  })

  test("takes the application that the candidate already has on the job", () => {
    const existing_id = ApplicationId.make(id(40))
    const { entity, events } = Result.getOrThrow(convert({ submission: { candidate: stored, existing_id } }))
    expect(entity.submitted).toBeNull()
    expect(entity.prospect).toMatchObject({
      candidate_id: stored.id,
      application_id: existing_id,
      pipeline_stage: "converted"
    })
    expect(events.map(({ type }) => type)).toEqual(["prospect.converted"])
  })

  test("to the same job again is no change, and to another one is refused with the application", () => {
    const { prospect } = Result.getOrThrow(convert()).entity
    const again = { prospect, present_job_id: job.id, submission: { candidate: stored } }
    expect(convert(again)).toEqual(Result.succeed({ entity: { prospect, submitted: null }, events: [] }))
    const other = JobId.make(id(11))
    expect(convert({ ...again, present_job_id: other })).toEqual(
      Result.fail(new Conversion.AlreadyConverted({ job_id: other, application_id: prospect.application_id! }))
    )
  })

  test("makes a new application where the first was deleted", () => {
    const { prospect } = Result.getOrThrow(convert()).entity
    const again = convert({ prospect: { ...prospect, application_id: null }, submission: { candidate: stored } })
    expect(Result.getOrThrow(again).entity.submitted?.application.candidate.id).toBe(stored.id)
  })

  test("needs a job that exists, before anything else", () => {
    expect(convert({ submission: { job: null }, prospect: { email: null } })).toEqual(
      Result.fail(new JobNotFound({ id: job.id }))
    )
  })

  test("makes a candidate without an email address of a prospect without one", () => {
    const { submitted } = Result.getOrThrow(convert({ prospect: { email: null } })).entity
    expect(submitted?.application.candidate).toMatchObject({ primary_email: null, email_addresses: [] })
  })

  test.each(pipelineStage.states.filter((state) => state !== "not_interested"))("begins at %s", (pipeline_stage) => {
    expect(Result.getOrThrow(convert({ prospect: { pipeline_stage } })).entity.prospect.pipeline_stage).toBe(
      "converted"
    )
  })

  test("of a prospect who is not interested is refused", () => {
    expect(convert({ prospect: { pipeline_stage: "not_interested" } })).toEqual(
      Result.fail(
        new TransitionRefused({
          machine: "pipeline stage",
          state: "not_interested",
          event: "convert",
          accepted: ["reset", "contact", "reply", "show_interest"]
        })
      )
    )
  })
})
