import * as Candidate from "@candor/domain/candidate/Candidate"
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
    expect(update(candidate, { full_name: "Augusta" }).entity.requested).toBeNull()
    expect(update(candidate, { linkedin_url: null }).entity.requested).toBeNull()
  })

  test("clears a field that is set to null, and adds one to the version with every change", () => {
    const known = update(ada, { university: "London" }).entity.candidate
    const forgotten = update(known, { university: null }).entity.candidate
    expect([known.university, forgotten.university]).toEqual(["London", null])
    expect([ada.version, known.version, forgotten.version]).toEqual([1, 2, 3])
  })
})
