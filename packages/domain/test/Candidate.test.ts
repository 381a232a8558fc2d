import { CandidateAnonymised } from "@candor/domain/Anonymised"
import * as Candidate from "@candor/domain/candidate/Candidate"
import type { Decided, Decision } from "@candor/domain/Decision"
import { SubmissionId } from "@candor/domain/Id"
import { anonymous } from "@candor/domain/Noun"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { contextAt } from "./context.ts"

const url = "https://www.linkedin.com/in/ada"

const ada = Result.getOrThrow(
  Candidate.create({ full_name: "Ada Lovelace", primary_email: "ada@example.com" }, contextAt())
).entity.candidate

const update = (candidate: Candidate.CandidateState, patch: Candidate.CandidatePatch) =>
  Result.getOrThrow(Candidate.update(candidate, patch, contextAt()))

describe("a candidate", () => {
  test("has null for unknown fields", () => {
    expect(ada).toMatchObject({ linkedin_url: null, github_url: null, years_experience: null, university: null })
    expect(Schema.is(Candidate.CandidateState)(ada)).toBe(true)
  })

  test("with a LinkedIn URL has a pending profile", () => {
    const { entity, events } = Result.getOrThrow(
      Candidate.create({ full_name: "Ada", primary_email: "ada@example.com", linkedin_url: url }, contextAt())
    )
    expect(entity.requested).toMatchObject({ status: "pending", linkedin_url: url })
    expect(events.map((event) => event.type)).toEqual(["candidate.created", "ai_profile.requested"])
  })

  test("requests a profile if the URL is new, and only then", () => {
    const withUrl = update(ada, { linkedin_url: url })
    expect(withUrl.entity.requested).toMatchObject({ status: "pending", linkedin_url: url })
    expect(withUrl.events.map((event) => event.type)).toEqual(["candidate.updated", "ai_profile.requested"])
    const { candidate } = withUrl.entity
    expect(update(candidate, { linkedin_url: url })).toEqual({ entity: { candidate, requested: null }, events: [] })
    const again = Result.getOrThrow(Candidate.update(candidate, { linkedin_url: url }, contextAt(), true))
    expect(again.events.map(({ type }) => type)).toEqual(["ai_profile.requested"])
    expect([again.entity.candidate.version, again.entity.requested?.linkedin_url]).toEqual([candidate.version + 1, url])
    expect(Result.getOrThrow(Candidate.update(candidate, { full_name: "Augusta" }, contextAt(), true)).entity.requested)
      .toBeNull()
    expect(update(candidate, { full_name: "Augusta" }).entity.requested).toBeNull()
    expect(update(candidate, { linkedin_url: null }).entity.requested).toBeNull()
  })

  test("is anonymised to nobody, once, with an event that has its id alone; it can then only be deleted", () => {
    const context = contextAt("10:00:00.000")
    const { entity, events } = Result.getOrThrow(
      Candidate.anonymise(update(ada, { university: "London" }).entity.candidate, context)
    )
    expect(entity).toEqual({
      ...ada,
      ...anonymous(Candidate.noun),
      anonymised_at: context.now,
      updated_at: context.now,
      version: 3
    })
    expect(Schema.is(Candidate.CandidateState)(entity)).toBe(true)
    expect(events).toEqual([
      { type: "candidate.anonymised", subject_id: ada.id, data: { id: ada.id, anonymised_at: context.now } }
    ])
    expect(Result.getOrThrow(Candidate.anonymise(entity, contextAt("11:00:00.000")))).toEqual({ entity, events: [] })
    const failure = new CandidateAnonymised({ anonymised_at: context.now })
    expect(Candidate.update(entity, { university: "London" }, context)).toEqual(Result.fail(failure))
    expect(Result.getOrThrow(Candidate.update(entity, { university: null }, context)).events).toEqual([])
    expect(Result.isSuccess(Candidate.remove(entity))).toBe(true)
  })

  const submission = SubmissionId.make("01a10c60-6a02-7d41-a7c3-91b05e6f28d4")
  const [ten, eleven] = [contextAt("10:00:00.000"), contextAt("11:00:00.000")]
  const ask = (candidate: Candidate.CandidateState) => Candidate.requestErasure(candidate, submission, ten)
  const decline = (candidate: Candidate.CandidateState) =>
    Candidate.declineErasure(candidate, { reason: "A claim is possible." }, eleven)
  const after = (...decided: ReadonlyArray<typeof ask | typeof decline>) =>
    decided.reduce(
      (candidate, decide) =>
        Result.getOrThrow<Decided<Candidate.CandidateChange>, unknown>(decide(candidate)).entity.candidate,
      ada
    )
  const anonymised = Result.getOrThrow(Candidate.anonymise(after(ask), eleven)).entity
  const waiting = { requested_at: ten.now, submission_id: submission, declined_at: null, reason: null }

  test.each<
    [
      what: string,
      from: Candidate.CandidateState,
      decide: typeof ask | typeof decline,
      request: unknown,
      events: ReadonlyArray<string>
    ]
  >([
    ["who asks to be erased waits", ada, ask, waiting, ["candidate.erasure_requested"]],
    ["and waits once", after(ask), ask, waiting, []],
    ["until it is declined", after(ask), decline, {
      ...waiting,
      declined_at: eleven.now,
      reason: "A claim is possible."
    }, ["candidate.erasure_declined"]],
    ["once", after(ask, decline), decline, { ...waiting, declined_at: eleven.now, reason: "A claim is possible." }, []],
    ["and may ask again", after(ask, decline), ask, waiting, ["candidate.erasure_requested"]],
    ["what nobody has asked is not declined", ada, decline, "ErasureNotRequested", []],
    ["the request goes with the person", anonymised, decline, "ErasureNotRequested", []],
    ["who cannot ask any more", anonymised, ask, "CandidateAnonymised", []]
  ])("%s", (_, from, decide, request, types) => {
    const decision: Decision<Candidate.CandidateChange, { readonly _tag: string }> = decide(from)
    expect(Result.match(decision, {
      onFailure: ({ _tag }) => [_tag, []],
      onSuccess: ({ entity, events }) => [entity.candidate.erasure_request, events.map(({ type }) => type)]
    })).toEqual([request as never, [...types]])
  })

  test("is deleted with an event that has its id alone", () => {
    expect(Result.getOrThrow(Candidate.remove(ada))).toEqual({
      entity: ada,
      events: [{ type: "candidate.deleted", subject_id: ada.id, data: { id: ada.id } }]
    })
  })

  test("clears a field that is set to null, and adds one to the version with every change", () => {
    const known = update(ada, { university: "London" }).entity.candidate
    const forgotten = update(known, { university: null }).entity.candidate
    expect([known.university, forgotten.university]).toEqual(["London", null])
    expect([ada.version, known.version, forgotten.version]).toEqual([1, 2, 3])
  })
})

test.each([[2.5, 2], [0.5, 0], [100, 100], [7, 7]])("%d years of experience are %d whole ones", (given, years) => {
  expect(
    Schema.decodeUnknownSync(Candidate.CandidateDraft)({
      full_name: "Ada",
      primary_email: null,
      years_experience: given
    }).years_experience
  ).toBe(years)
})
