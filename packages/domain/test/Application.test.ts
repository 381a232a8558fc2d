import type { ApplicantDraft, StoredCandidate } from "@candor/domain/application/Applicant"
import * as Application from "@candor/domain/application/Application"
import { type StageOfJob, StageOfAnotherJob } from "@candor/domain/application/Lifecycle"
import * as Submission from "@candor/domain/application/Submission"
import { CandidateNotFound, noun } from "@candor/domain/candidate/Candidate"
import { absent } from "@candor/domain/Noun"
import { AiProfileId, ApplicationId, CandidateId, JobId, StageId } from "@candor/domain/Id"
import { JobClosed, JobNotFound } from "@candor/domain/job/Job"
import { StageNotFound } from "@candor/domain/job/Stage"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { contextAt, id } from "./context.ts"

const job = { id: JobId.make(id(10)), title: "Engineer", department: null, location: null, status: "draft" } as const
const first: StageOfJob = { id: StageId.make(id(20)), name: "Applied", type: "applied", order_index: 0, job_id: job.id }
const second: StageOfJob = { id: StageId.make(id(21)), name: "Screen", type: "screen", order_index: 1, job_id: job.id }
const foreign: StageOfJob = { ...second, id: StageId.make(id(22)), job_id: JobId.make(id(11)) }
const candidate = { full_name: "Grace Hopper", primary_email: "grace@example.com" }

const draft: Application.ApplicationDraft = { job_id: job.id, candidate }
const submission: Submission.SubmissionContext = {
  job,
  first_stage: first,
  requested_stage: null,
  candidate: null,
  merged_into: null,
  existing_id: null
}

const created_at = Timestamp.make("2026-11-01T09:00:00.000Z")
const stored: StoredCandidate = {
  ...absent(noun),
  id: CandidateId.make(id(31)),
  full_name: "Grace Hopper",
  primary_email: "grace@example.com",
  github_url: "https://github.com/grace",
  university: "Vassar College",
  tags: ["navy"],
  email_addresses: [{ address: "grace@example.com", kind: null, is_primary: true }],
  created_at,
  updated_at: created_at,
  erasure_request: null,
  anonymised_at: null,
  version: 4,
  ai_profiles: []
}

const submit = (request: Partial<Application.ApplicationDraft>, known: Partial<Submission.SubmissionContext>) =>
  Submission.submit({ ...draft, ...request }, { ...submission, ...known }, contextAt())

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
    expect(Submission.submit(known, submission, contextAt())).toEqual(
      Result.fail(new CandidateNotFound({ id: id(30) }))
    )
    expect(submit({}, { candidate: stored, existing_id })).toEqual(
      Result.fail(new Submission.AlreadyApplied({ application_id: existing_id, candidate_id: stored.id }))
    )
  })

  test("is taken by a draft and a published job, and refused by a closed one unless it has ended", () => {
    const on = (status: "draft" | "published" | "closed") => submit({}, { job: { ...job, status } })
    expect(Result.isSuccess(on("draft"))).toBe(true)
    expect(Result.isSuccess(on("published"))).toBe(true)
    expect(on("closed")).toEqual(Result.fail(new JobClosed({ id: job.id })))
    const closed = { ...submission, job: { ...job, status: "closed" as const } }
    const ended = { status: "rejected" as const, stage: first, at: created_at }
    const imported = Submission.submit(draft, closed, contextAt(), null, { applied_at: created_at, ended })
    expect(Result.getOrThrow(imported).entity.application.status).toBe("rejected")
  })

  test("begins as hired in a stage of the type hired", () => {
    const hired: StageOfJob = { ...second, name: "Welcome", type: "hired" }
    const { entity, events } = Result.getOrThrow(submit({ stage_id: hired.id }, { requested_stage: hired }))
    expect(entity.application).toMatchObject({ status: "hired", closed_at: contextAt().now })
    expect(events.map(({ type }) => type)).toEqual(["candidate.created", "application.created", "application.hired"])
  })

  test("tells whether its candidate was known; of a named one nobody asked", () => {
    const match = (known: Partial<Submission.SubmissionContext>) =>
      Result.getOrThrow(submit({}, known)).entity.application.candidate_match
    expect(match({})).toBe("new")
    expect(match({ candidate: stored })).toBe("found")
    const { entity } = Result.getOrThrow(
      Submission.submit({ job_id: job.id, candidate_id: stored.id }, { ...submission, candidate: stored }, contextAt())
    )
    expect(entity).toMatchObject({
      application: { candidate_match: null, candidate: stored },
      created: null,
      filled: null
    })
  })

  test("gives a known candidate what was not known of it, and asks for a profile of a new LinkedIn URL", () => {
    const person = { ...candidate, linkedin_url: "linkedin.com/in/grace", years_experience: 40, tags: ["cobol"] }
    const { entity, events } = Result.getOrThrow(submit({ candidate: person }, { candidate: stored }))
    const filled = {
      linkedin_url: "https://www.linkedin.com/in/grace",
      years_experience: 40,
      tags: ["cobol", "navy"],
      version: 5
    }
    expect(entity).toMatchObject({ created: null, filled: { candidate: filled } })
    expect(entity.application).toMatchObject({ candidate: filled, unapplied: [], ai_profiles: [{ status: "pending" }] })
    expect(events.map(({ type }) => type)).toEqual(["candidate.updated", "ai_profile.requested", "application.created"])
    expect(events[0]?.data).not.toHaveProperty("ai_profiles")
  })

  test("that says what is known already changes nothing of its candidate", () => {
    const person = {
      full_name: "GRACE  hopper",
      primary_email: "Grace@Example.com",
      university: "Vassar college",
      tags: ["navy"]
    }
    const { entity, events } = Result.getOrThrow(submit({ candidate: person }, { candidate: stored }))
    expect(entity.application).toMatchObject({ candidate: stored, unapplied: [] })
    expect(events.map(({ type }) => type)).toEqual(["application.created"])
  })

  const manyTags = Array.from({ length: 20 }, (_, n) => `tag ${10 + n}`)
  const profile = {
    id: AiProfileId.make(id(60)),
    status: "failed",
    summary: null,
    extracted_json: null,
    is_current: false
  } as const
  test.each<
    [string, Partial<ApplicantDraft>, ReadonlyArray<readonly [string, string, string]>, Partial<StoredCandidate>?]
  >([
    ["another name", { full_name: "Grace Murray" }, [["full_name", "Grace Murray", "differs"]]],
    ["a phone number that is none", { phone_numbers: [{ number: "on request" }] }, [[
      "phone_numbers",
      "on request",
      "unrecognized"
    ]]],
    ["another page", { github_url: "https://github.com/hopper" }, [[
      "github_url",
      "https://github.com/hopper",
      "differs"
    ]]],
    ["another university", { university: "Yale" }, [["university", "Yale", "differs"]]],
    ["a tag too many", { tags: manyTags }, [["tags", "tag 29", "differs"]]],
    [
      "a profile too many",
      { linkedin_url: "linkedin.com/in/grace" },
      [["linkedin_url", "https://www.linkedin.com/in/grace", "differs"]],
      { ai_profiles: Array.from({ length: 20 }, () => profile) }
    ],
    ["a link that is none", { linkedin_url: "ask me!" }, [["linkedin_url", "ask me!", "unrecognized"]]]
  ])("keeps %s that a known candidate's record does not get", (_, changed, expected, known = {}) => {
    const { entity } = Result.getOrThrow(
      submit({ candidate: { ...candidate, ...changed } }, { candidate: { ...stored, ...known } })
    )
    expect(entity.application.unapplied.map(({ field, reason, value }) => [field, value, reason])).toEqual(
      expected.map((one) => [...one])
    )
    const { full_name, github_url, primary_email, university } = stored
    expect(entity.application.candidate).toMatchObject({ full_name, github_url, primary_email, university })
  })

  test.each<[keyof ApplicantDraft, string]>([
    ["linkedin_url", "foo"],
    ["linkedin_url", "on request"],
    ["linkedin_url", "https://github.com/grace"],
    ["linkedin_url", "https://www.linkedin.com/company/navy"],
    ["linkedin_url", "https://www.linkedin.com/in/"],
    ["linkedin_url", "https://linkedin.example/in/grace"],
    ["linkedin_url", "グレース・ホッパー"],
    ["linkedin_url", "n/a"],
    ["linkedin_url", "https://www.linkedin.com/in/grace\nhttps://github.com/grace"],
    ["website_url", "javascript:alert(1)"],
    ["website_url", "my blog"],
    ["github_url", "mailto:grace@example.com"],
    ["github_url", "@grace"]
  ])("keeps a %s that cannot be understood as it was given: %s", (field, value) => {
    const { application, created } =
      Result.getOrThrow(submit({ candidate: { ...candidate, [field]: value } }, {})).entity
    expect(application.unapplied).toEqual([{ field: field as never, value, reason: "unrecognized" }])
    expect(created?.candidate).toMatchObject({ ...candidate, [field]: null })
  })

  test.each(["", " ", "\u200b", "\u00a0\n"])("takes a link with nothing that can be seen (%j) for none", (value) => {
    const { application } =
      Result.getOrThrow(submit({ candidate: { ...candidate, linkedin_url: value, website_url: value } }, {})).entity
    expect(application).toMatchObject({ unapplied: [], candidate: { linkedin_url: null, website_url: null } })
  })

  test.each<[Partial<ApplicantDraft>, object, ReadonlyArray<readonly [string, string, string?]>]>([
    [{ university: "a".repeat(201) }, { university: null }, [["university", "a".repeat(201)]]],
    [{ university: "a".repeat(3000) }, { university: null }, [["university", `${"a".repeat(1999)}…`]]],
    [{ university: "TU\nMünchen\u0000" }, { university: "TU München" }, []],
    [{ years_experience: 3.5 }, { years_experience: 3 }, [["years_experience", "3.5", "differs"]]],
    [{ years_experience: "2,5" }, { years_experience: 2 }, [["years_experience", "2,5", "differs"]]],
    [{ years_experience: "2.5" }, { years_experience: 2 }, [["years_experience", "2.5", "differs"]]],
    [{ years_experience: "2 ½" }, { years_experience: 2 }, [["years_experience", "2 ½", "differs"]]],
    [{ years_experience: "3,0" }, { years_experience: 3 }, []],
    [{ years_experience: "3 years" }, { years_experience: null }, [["years_experience", "3 years"]]],
    [{ years_experience: " 3" }, { years_experience: 3 }, []],
    [{ years_experience: "" }, { years_experience: null }, []],
    [{ years_experience: -1 }, { years_experience: null }, [["years_experience", "-1"]]],
    [{ website_url: `https://ada.dev/${"x".repeat(2000)}` }, { website_url: null }, [[
      "website_url",
      `https://ada.dev/${"x".repeat(1983)}…`
    ]]],
    [
      { linkedin_url: `linkedin.com/in/ada?x=${"y".repeat(3000)}` },
      { linkedin_url: "https://www.linkedin.com/in/ada" },
      []
    ],
    [{ tags: ["Go", "", " \u200b", "go", "C"] }, { tags: ["c", "go"] }, []],
    [{ tags: ["a".repeat(51), "Go"] }, { tags: ["go"] }, [["tags", "a".repeat(51)]]],
    [{ tags: [...manyTags, "one more"] }, { tags: manyTags }, [["tags", "one more", "differs"]]]
  ])("takes %j as it comes", (given, expected, unapplied) => {
    const { application, created } = Result.getOrThrow(submit({ candidate: { ...candidate, ...given } }, {})).entity
    expect(application.unapplied).toEqual(
      unapplied.map(([field, value, reason = "unrecognized"]) => ({ field, value, reason }) as never)
    )
    expect(created?.candidate).toMatchObject(expected)
    expect(Schema.is(Application.ApplicationDraft)({ ...draft, candidate: { ...candidate, ...given } })).toBe(true)
  })

  test("has no link of the wrong type, or beyond 20,000 characters", () => {
    const accepts = Schema.is(Application.ApplicationDraft)
    const withLink = (linkedin_url: unknown) => accepts({ job_id: job.id, candidate: { ...candidate, linkedin_url } })
    expect([withLink("x".repeat(20_000)), withLink(null)]).toEqual([true, true])
    expect([withLink(7), withLink({}), withLink("x".repeat(20_001))]).toEqual([false, false, false])
  })

  test("is requested with exactly one of candidate and candidate_id", () => {
    const accepts = Schema.is(Application.ApplicationDraft)
    const candidate_id = CandidateId.make(id(30))
    expect(accepts({ job_id: job.id, candidate })).toBe(true)
    expect(accepts({ job_id: job.id, candidate_id })).toBe(true)
    expect(accepts({ job_id: job.id })).toBe(false)
    expect(accepts({ job_id: job.id, candidate, candidate_id })).toBe(false)
    expect(accepts({ job_id: job.id, candidate, candidate_match: "new" })).toBe(true)
    expect(accepts({ job_id: job.id, candidate_id, candidate_match: "new" })).toBe(false)
    expect(accepts({ job_id: job.id, candidate, candidate_match: "found" })).toBe(false)
  })
})
