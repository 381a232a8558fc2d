import type { DecisionContext } from "@candor/domain/Decision"
import { ApiKeyId, ApplicationId, OrganizationId, UserId } from "@candor/domain/Id"
import {
  FeedbackDraft,
  FeedbackPatch,
  FeedbackState,
  NotFeedbackAuthor,
  remove,
  revise,
  submit
} from "@candor/domain/feedback/InterviewFeedback"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"

const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
const application = ApplicationId.make(uuid(1))
const ada = UserId.make(uuid(2))
const grace = UserId.make(uuid(3))

let ids = 100
const context = (user_id: UserId, now: string): DecisionContext => ({
  actor: {
    organization_id: OrganizationId.make(uuid(4)),
    user_id,
    api_key_id: ApiKeyId.make(uuid(5)),
    request_id: "test"
  },
  now: Timestamp.make(now),
  nextId: () => uuid(ids++)
})

const submitted = "2026-11-20T09:30:00.000Z"
const later = "2026-11-20T10:00:00.000Z"
const draft: FeedbackDraft = { interview_type: "technical", rating: "yes", body: "Clear thinking." }
const feedback = () => Result.getOrThrow(submit(application, draft, context(ada, submitted))).entity

describe("submit", () => {
  test("new feedback is its giver's, on its application, submitted now", () => {
    const { entity, events } = Result.getOrThrow(submit(application, draft, context(ada, submitted)))
    expect(entity).toEqual({
      ...draft,
      external_ids: [],
      id: entity.id,
      application_id: application,
      scorecard_id: null,
      author_id: ada,
      created_at: Timestamp.make(submitted),
      submitted_at: Timestamp.make(submitted),
      version: 1
    })
    expect(events).toEqual([{ type: "interview_feedback.submitted", subject_id: entity.id, data: { ...entity } }])
    expect(Schema.is(FeedbackState)(entity)).toBe(true)
  })
})

describe("revise", () => {
  const changes: ReadonlyArray<FeedbackPatch> = [
    { interview_type: "culture" },
    { rating: "strong_yes" },
    { body: "Very clear thinking." },
    { interview_type: "culture", rating: "no" },
    { interview_type: "technical", rating: "strong_no", body: "Clear thinking." },
    { interview_type: "culture", rating: "mixed", body: "Hard to say." }
  ]

  test.each(changes.map((patch) => [patch]))("by the author changes the fields given and no others: %j", (patch) => {
    const before = feedback()
    const { entity, events } = Result.getOrThrow(revise(before, patch, context(ada, later)))
    expect(entity).toEqual({ ...before, ...patch, version: 2 })
    expect(events).toEqual([{ type: "interview_feedback.revised", subject_id: before.id, data: { ...entity } }])
  })

  test.each([
    ["an empty patch", {}],
    ["one equal field", { rating: draft.rating }],
    ["all fields equal", draft]
  ])("with %s changes nothing and records nothing", (_, patch) => {
    const before = feedback()
    expect(Result.getOrThrow(revise(before, patch, context(ada, later)))).toEqual({ entity: before, events: [] })
  })

  test.each([...changes, {}].map((patch) => [patch]))("by somebody else fails, whatever the patch: %j", (patch) => {
    const before = feedback()
    expect(revise(before, patch, context(grace, later))).toEqual(
      Result.fail(new NotFeedbackAuthor({ id: before.id }))
    )
  })
})

describe("remove", () => {
  test("by the author has an event without the content", () => {
    const before = feedback()
    expect(Result.getOrThrow(remove(before, context(ada, later))).events).toEqual([
      {
        type: "interview_feedback.deleted",
        subject_id: before.id,
        data: { id: before.id, application_id: application }
      }
    ])
  })

  test("by somebody else fails", () => {
    const before = feedback()
    expect(remove(before, context(grace, later))).toEqual(Result.fail(new NotFeedbackAuthor({ id: before.id })))
  })
})

describe("a draft", () => {
  const accepted = Schema.is(FeedbackDraft)

  test.each(["strong_no", "no", "mixed", "yes", "strong_yes"])("may rate %s", (rating) => {
    expect(accepted({ ...draft, rating })).toBe(true)
  })

  test("may use all the room there is", () => {
    expect(accepted({ ...draft, interview_type: "x".repeat(100), body: "x".repeat(50_000) })).toBe(true)
  })

  test.each([
    ["an unknown rating", { rating: "maybe" }],
    ["a numeric rating", { rating: 5 }],
    ["an empty interview_type", { interview_type: "" }],
    ["an interview_type of 101 characters", { interview_type: "x".repeat(101) }],
    ["an empty body", { body: "" }],
    ["a body of 50001 characters", { body: "x".repeat(50_001) }]
  ])("with %s is refused, and so is a patch", (_, fields) => {
    expect(accepted({ ...draft, ...fields })).toBe(false)
    expect(Schema.is(FeedbackPatch)(fields)).toBe(false)
  })

  test.each(Object.keys(draft))("without %s is refused", (field) => {
    const others = Object.entries(draft).filter(([name]) => name !== field)
    expect(accepted(Object.fromEntries(others))).toBe(false)
  })

  test("with an unknown rating is told which there are", () => {
    const refused = Result.flip(Schema.decodeUnknownResult(FeedbackDraft)({ ...draft, rating: "maybe" }))
    expect(String(Result.getOrThrow(refused))).toContain("Expected one of strong_no, no, mixed, yes, strong_yes")
  })
})
