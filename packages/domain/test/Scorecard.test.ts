/** Scorecards: what each status allows, what follows for the feedback, and which scorecards an interview asks for. */
import { nothing } from "@candor/domain/application/ApplicationSize"
import { CandidateAnonymised } from "@candor/domain/Anonymised"
import type { Decision } from "@candor/domain/Decision"
import { ApplicationId, AttributeId, InterviewId, QuestionId, ScorecardTemplateId, UserId } from "@candor/domain/Id"
import { UnknownFocus, UnknownScorecardTemplate } from "@candor/domain/interview/Interview"
import { scorecardsOf } from "@candor/domain/interview/ScorecardsAsked"
import { LimitReached } from "@candor/domain/Limit"
import { EvaluationRefused } from "@candor/domain/scorecard/Evaluation"
import { NoScorecardAsked, NotScoring, ScorecardIncomplete } from "@candor/domain/scorecard/Scorecard"
import { draft, own, revise, type Scored, type Scoring, submit } from "@candor/domain/scorecard/Scoring"
import { TransitionRefused } from "@candor/domain/StateMachine"
import { questionsOf, sectionsOf } from "@candor/domain/template/ScorecardContent"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt, id } from "./context.ts"

const attributes = [id(30), id(31)].map((id) => AttributeId.make(id)) as [AttributeId, AttributeId]
const template = {
  sections: [{
    name: "Skills",
    attributes: attributes.map((id, at) => ({ id, name: `Skill ${at}`, description: null }))
  }],
  questions: [{ id: QuestionId.make(id(32)), text: "What next?" }]
}
const requested: Scoring = {
  interview: { id: InterviewId.make(id(40)), title: "Talk ".repeat(40), starts_at: null },
  member: { id: UserId.make(id(1)), full_name: "Ada" },
  application_id: ApplicationId.make(id(10)),
  judged: { interviewers: [{ member_id: UserId.make(id(1)), response: "accepted" }], status: "scheduled", version: 1 },
  template,
  anonymised_at: null,
  size: nothing,
  scorecard: null,
  feedback: null
}
const removed: Scoring["judged"] = { interviewers: [], status: "scheduled", version: 2 }
const declined: Scoring["judged"] = {
  interviewers: [{ member_id: UserId.make(id(1)), response: "declined" }],
  status: "scheduled",
  version: 2
}
const said = { overall: "yes", summary: "Clear." } as const

const done = (decision: Decision<Scored, unknown>) => Result.getOrThrow(decision as Decision<Scored, never>)
/** What is known once a decision was saved. */
const after = (before: Scoring, decision: Decision<Scored, unknown>): Scoring => ({
  ...before,
  ...done(decision).entity
})

const drafted = after(requested, draft(requested, said, contextAt()))
const submitted = after(drafted, submit(drafted, contextAt()))
const revised = after(submitted, revise(submitted, { overall: "no" }, contextAt()))
const states = { requested, draft: drafted, submitted, revised } as const
const operations = {
  draft: (scoring: Scoring) => draft(scoring, { ...said, summary: "Other." }, contextAt()),
  submit: (scoring: Scoring) => submit(scoring, contextAt()),
  revise: (scoring: Scoring) => revise(scoring, { summary: "Other." }, contextAt())
} as const

test.each<readonly [keyof typeof states, keyof typeof operations, string, ReadonlyArray<string>]>([
  ["requested", "draft", "draft", []],
  ["requested", "submit", "refused", []],
  ["requested", "revise", "refused", []],
  ["draft", "draft", "draft", []],
  ["draft", "submit", "submitted", ["scorecard.submitted", "interview_feedback.submitted"]],
  ["draft", "revise", "refused", []],
  ["submitted", "draft", "refused", []],
  ["submitted", "submit", "submitted", []],
  ["submitted", "revise", "revised", ["scorecard.revised", "interview_feedback.revised"]],
  ["revised", "draft", "refused", []],
  ["revised", "submit", "revised", []],
  ["revised", "revise", "revised", ["scorecard.revised", "interview_feedback.revised"]]
])("one that is %s: %s makes it %s, and tells %j", (state, operation, status, events) => {
  const decision = operations[operation](states[state])
  const [become, told] = Result.isFailure(decision)
    ? [decision.failure instanceof TransitionRefused ? "refused" : String(decision.failure), []]
    : [decision.success.entity.scorecard.status, decision.success.events.map(({ type }) => type)]
  expect([become, told]).toEqual([status, [...events]])
})

describe("the feedback of a scorecard", () => {
  test("has its recommendation and its reasons, and the beginning of the interview's title", () => {
    expect(submitted.feedback).toMatchObject({
      rating: "yes",
      body: "Clear.",
      scorecard_id: submitted.scorecard!.id,
      author_id: submitted.scorecard!.member_id
    })
    expect(submitted.feedback!.interview_type).toBe("Talk ".repeat(20))
  })

  test("is none without a decision, goes with a revision to it, and comes with one from it", () => {
    const undecided = after(submitted, revise(submitted, { overall: "no_decision" }, contextAt()))
    expect(undecided.feedback).toBe(null)
    const decided = done(revise(undecided, { overall: "mixed" }, contextAt()))
    expect(decided.events.map(({ type }) => type)).toEqual(["scorecard.revised", "interview_feedback.submitted"])
    expect(decided.entity.feedback).toMatchObject({ rating: "mixed" })
  })
})

test.each<readonly [string, Decision<Scored, unknown>, new(...args: never) => unknown]>([
  ["who holds the interview no more", draft({ ...requested, judged: removed }, said, contextAt()), NotScoring],
  ["a draft of who holds it no more", draft({ ...drafted, judged: removed }, said, contextAt()), NotScoring],
  ["a submission of who has declined", submit({ ...drafted, judged: declined }, contextAt()), NotScoring],
  [
    "a submission after the cancelation",
    submit({ ...drafted, judged: { ...requested.judged, status: "cancelled" } }, contextAt()),
    NotScoring
  ],
  [
    "a submission where nobody came",
    submit({ ...drafted, judged: { ...requested.judged, status: "no_show" } }, contextAt()),
    NotScoring
  ],
  [
    "a revision of who has declined",
    revise({ ...submitted, judged: declined }, { overall: "no" }, contextAt()),
    NotScoring
  ],
  ["an interview without a template", draft({ ...requested, template: null }, said, contextAt()), NoScorecardAsked],
  [
    "an anonymised candidate",
    draft({ ...requested, anonymised_at: Timestamp.make("2026-11-20T10:00:00.000Z") }, said, contextAt()),
    CandidateAnonymised
  ],
  [
    "an attribute of another template",
    draft(requested, { ratings: [{ attribute_id: AttributeId.make(id(99)), rating: "no" }] }, contextAt()),
    EvaluationRefused
  ],
  [
    "a submission without reasons",
    submit(after(requested, draft(requested, { overall: "no" }, contextAt())), contextAt()),
    ScorecardIncomplete
  ],
  ["a revision without reasons", revise(submitted, { summary: " " }, contextAt()), ScorecardIncomplete],
  ["a full application", submit({ ...drafted, size: { ...nothing, feedback_counted: 200 } }, contextAt()), LimitReached]
])("%s is refused", (_, decision, failure) => {
  expect(Result.isFailure(decision) ? decision.failure : undefined).toBeInstanceOf(failure)
})

test("a draft that says the same is not saved, and who holds the interview no more still reads theirs", () => {
  expect(done(draft(drafted, said, contextAt())).withoutEvents).toBeUndefined()
  expect(Result.getOrThrow(own({ ...drafted, judged: removed })).summary).toBe(said.summary)
})

test("attributes and questions that are sent with their ids stay the same ones, each once", () => {
  const nextId = () => id(77)
  const [kept] = attributes
  const sections = sectionsOf(
    [{ name: "Other", attributes: [{ id: kept, name: "Renamed" }, { id: kept, name: "Copied" }, { name: "New" }] }],
    template.sections,
    nextId
  )
  expect(sections[0]!.attributes.map(({ id, name }) => [id, name])).toEqual([[kept, "Renamed"], [
    id(77) as AttributeId,
    "Copied"
  ], [id(77) as AttributeId, "New"]])
  expect(questionsOf([{ id: template.questions[0]!.id, text: "And then?" }], template.questions, nextId)).toEqual([{
    id: template.questions[0]!.id,
    text: "And then?"
  }])
})

describe("what an interview asks for", () => {
  const scorecard_template_id = ScorecardTemplateId.make(id(50))
  const before = { scorecard_template_id, focus_attribute_ids: attributes }

  test("another template keeps the focus on attributes that it has as well, and none has none", () => {
    const focus = (request: Parameters<typeof scorecardsOf>[0], known: ReadonlyArray<AttributeId> | null) =>
      Result.getOrThrow(scorecardsOf(request, before, { attributes: known })).focus_attribute_ids
    expect(focus({ scorecard_template_id }, [attributes[1]])).toEqual([attributes[1]])
    expect(focus({ scorecard_template_id: null }, null)).toEqual([])
    expect(focus({}, null)).toEqual(attributes)
    // It was the template's before that was changed.
    expect(focus({ focus_attribute_ids: attributes }, [attributes[1]])).toEqual([attributes[1]])
  })

  test("an unknown template and an attribute that it does not have are refused", () => {
    const refused = (request: Parameters<typeof scorecardsOf>[0], known: ReadonlyArray<AttributeId> | null) => {
      const asked = scorecardsOf(request, before, { attributes: known })
      return Result.isFailure(asked) ? asked.failure : undefined
    }
    expect(refused({ scorecard_template_id }, null)).toBeInstanceOf(UnknownScorecardTemplate)
    const other = AttributeId.make(id(33))
    expect(refused({ focus_attribute_ids: [...attributes, other] }, attributes)).toEqual(
      new UnknownFocus({ indexes: [2] })
    )
  })
})
