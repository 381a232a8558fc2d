/** Calls every method of the ports for criteria and assessments, with a job and one of its applications. */
import type { Actor } from "@candor/domain/access/Actor"
import { Applications } from "@candor/domain/application/Applications"
import { decide, record } from "@candor/domain/criteria/Assessment"
import { type AssessmentInput, Assessments } from "@candor/domain/screening/Assessments"
import { Criteria } from "@candor/domain/criteria/Criteria"
import { replace } from "@candor/domain/criteria/JobCriteria"
import { judge } from "@candor/domain/criteria/Judging"
import type { ApplicationId, JobId } from "@candor/domain/Id"
import { Timestamp } from "@candor/domain/Timestamp"
import { Effect } from "effect"

const time = Timestamp.make("2026-01-01T00:00:00.000Z")

/** Writes criteria of a job for assessment by a model. */
export const asked = (actor: Actor, job: JobId, texts: ReadonlyArray<string> = ["Speaks Dutch"]) =>
  Effect.flatMap(Criteria, (criteria) =>
    criteria.modify(
      actor,
      job,
      (stored, context) => replace(stored, { is_on: true, criteria: texts.map((text) => ({ text })) }, context)
    ))

/** Returns a model's results with this quotation for the first criterion. */
export const foundIn = ({ criteria }: Pick<AssessmentInput, "criteria">, quotation: string, text: string) => ({
  criteria_version: criteria.version,
  seen_at: time,
  results: judge(
    criteria.criteria,
    [{ attachment_id: null, answer_id: null, title: "answer", text }],
    [{ criterion: 1, verdict: "meets", quotation }],
    { provider: "test", model: "test", prompt_version: "test", assessed_at: time, hashOf: ({ text }) => text }
  )
})

/** Stores that an application meets the first criterion of its job. */
export const assessed = Effect.fnUntraced(
  function*({ organization_id, request_id }: Actor, application: ApplicationId) {
    const assessments = yield* Assessments
    const input = yield* assessments.input(organization_id, application)
    return yield* assessments.record(
      { organization_id, worker: "assessments", request_id },
      application,
      (stored, context) => record(stored, foundIn(input, "I speak Dutch", "I speak Dutch."), context)
    )
  }
)

export const criteriaCalls = Effect.fn("criteriaCalls")(
  function*(actor: Actor, job: JobId, application: ApplicationId) {
    const criteria = yield* Criteria
    const assessments = yield* Assessments
    const { organization_id } = actor
    yield* asked(actor, job)
    yield* assessments.queueDue(organization_id, "2026-01-01")
    yield* assessments.organizations
    yield* assessed(actor, application)
    const { criteria: [first] } = yield* criteria.get(organization_id, job)
    yield* (yield* Applications).list(
      organization_id,
      { criterion: { criterion_id: first!.id, verdict: "meets" } },
      { limit: 1, offset: 0 }
    )
    const worker = { organization_id, worker: "assessments", request_id: actor.request_id }
    let decision: "confirmed" | "overruled" = "overruled"
    return {
      criteria: {
        get: criteria.get(organization_id, job),
        modify: criteria.modify(
          actor,
          job,
          (stored, context) =>
            replace(
              stored,
              { is_on: true, criteria: [...stored.criteria, { text: crypto.randomUUID() }].slice(0, 5) },
              context
            )
        ),
        audit: criteria.audit(organization_id, job)
      },
      assessments: {
        get: assessments.get(organization_id, application),
        decide: assessments.decide(actor, application, (assessment, context) => {
          decision = decision === "confirmed" ? "overruled" : "confirmed"
          return decide(assessment, first!.id, { decision }, context)
        }),
        ask: assessments.ask(actor, application),
        input: assessments.input(organization_id, application),
        record: assessments.record(
          worker,
          application,
          (stored, context) => record(stored, { criteria_version: 1, seen_at: time, results: [] }, context)
        )
      }
    }
  }
)
