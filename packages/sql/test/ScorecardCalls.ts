/** Scorecards of an interview; calls every method of their port. */
import type { Actor } from "@candor/domain/access/Actor"
import type { ApplicationId, InterviewId } from "@candor/domain/Id"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import { Interviews } from "@candor/domain/interview/Interviews"
import { Scorecards } from "@candor/domain/scorecard/Scorecards"
import { draft, revise, submit } from "@candor/domain/scorecard/Scoring"
import { ScorecardTemplates } from "@candor/domain/template/ScorecardTemplates"
import { Effect } from "effect"

export const newTemplate = Effect.fn("newTemplate")(function*(actor: Actor) {
  const sections = [{ name: "Skills", attributes: [{ name: "Concurrency" }, { name: "Testing" }] }]
  return yield* (yield* ScorecardTemplates).create(actor, {
    name: crypto.randomUUID(),
    sections,
    questions: [{ text: "What next?" }]
  })
})

/** Makes an interview ask the actor for a scorecard, and returns the interview's id. */
export const asking = Effect.fn("asking")(function*(actor: Actor, interview: InterviewId) {
  const { id: scorecard_template_id } = yield* newTemplate(actor)
  const members = [actor.user_id]
  const patch = { scorecard_template_id, interviewers: members.map((member_id) => ({ member_id })) }
  yield* (yield* Interviews).modify(
    actor,
    interview,
    () => ({ members, template_id: scorecard_template_id }),
    (present, availability, context) => Scheduling.update(present, patch, availability, context)
  )
  return interview
})

/** Saves a draft with this text everywhere. */
export const drafted = Effect.fn("drafted")(function*(actor: Actor, interview: InterviewId, text: string) {
  const scorecards = yield* Scorecards
  const { scorecard, template } = yield* scorecards.get(actor.organization_id, interview, actor.user_id)
  const { questions, sections } = scorecard ?? template!
  const ratings = sections.flatMap(({ attributes }) => attributes.map(({ id }) => ({ attribute_id: id, note: text })))
  const answers = questions.map(({ id }) => ({ question_id: id, answer: text }))
  return yield* scorecards.modify(
    actor,
    interview,
    (scoring, context) => draft(scoring, { ratings, answers, overall: "yes", summary: text }, context)
  )
})

export const submitted = Effect.fn("submitted")(function*(actor: Actor, interview: InterviewId, text: string) {
  yield* drafted(actor, interview, text)
  return yield* (yield* Scorecards).modify(actor, interview, submit)
})

/**
 * Calls every method of the port, with an interview of an application; changes are those that have statements of their
 * own.
 */
export const scorecardCalls = Effect.fn("scorecardCalls")(function*(actor: Actor, application: ApplicationId) {
  const scorecards = yield* Scorecards
  const { organization_id, user_id } = actor
  const { id } = yield* (yield* Interviews).create(
    actor,
    application,
    {},
    (interviewed, availability, context) =>
      Scheduling.create(application, { title: "Talk" }, null, interviewed, availability, context)
  )
  const interview = yield* asking(actor, id)
  const revised = (overall: "no" | "no_decision" | "yes") =>
    scorecards.modify(
      actor,
      interview,
      (scoring, context) => revise(scoring, { overall, summary: crypto.randomUUID() }, context)
    )
  return {
    get: scorecards.get(organization_id, interview, user_id),
    ofInterview: scorecards.ofInterview(organization_id, interview),
    debrief: scorecards.debrief(organization_id, application, user_id),
    modify: Effect.gen(function*() {
      const { scorecard } = yield* scorecards.get(organization_id, interview, user_id)
      if (scorecard === null) yield* submitted(actor, interview, "Clear.")
      yield* Effect.forEach(["no", "no_decision", "yes"] as const, revised)
    }).pipe(Effect.provideService(Scorecards, scorecards))
  }
})
