import { CandidateAnonymised } from "@candor/domain/candidate/Anonymised"
import * as Candidate from "@candor/domain/candidate/Candidate"
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
    expect(Result.getOrThrow(Candidate.update(candidate, { full_name: "Augusta" }, contextAt(), true)).entity.requested).toBeNull()
    expect(update(candidate, { full_name: "Augusta" }).entity.requested).toBeNull()
    expect(update(candidate, { linkedin_url: null }).entity.requested).toBeNull()
  })

  test("is anonymised to nobody, once, with an event that has its id alone; it can then only be deleted", () => {
    const context = contextAt("10:00:00.000")
    const { entity, events } = Result.getOrThrow(Candidate.anonymise(update(ada, { university: "London" }).entity.candidate, context))
    expect(entity).toEqual({ ...ada, ...anonymous(Candidate.noun), anonymised_at: context.now, updated_at: context.now, version: 3 })
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
