/** Assesses one application by the criteria of its job. Stores the results, and changes nothing else. */
import type { Worker } from "@candor/domain/access/Actor"
import { type ExtractorFailure, InvalidOutput } from "@candor/domain/candidate/ProfileExtractor"
import { isDecided, record, resultOn } from "@candor/domain/criteria/Assessment"
import { type AssessmentInput, Assessments } from "@candor/domain/screening/Assessments"
import type { Criterion } from "@candor/domain/criteria/JobCriteria"
import type { OrganizationId } from "@candor/domain/Id"
import { judge, type ModelAnswer, type NoAnswers } from "@candor/domain/criteria/Judging"
import type { Document } from "@candor/domain/criteria/Quotation"
import { now } from "@candor/domain/Timestamp"
import * as AssessmentWork from "@candor/sql/queue/AssessmentWork"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { type About, Model } from "../model/Model.ts"
import * as Prompt from "./Prompt.ts"

/** Makes the function that hashes the model's input for a criterion. */
const hashing = ({ model, provider }: About, documents: ReadonlyArray<Document>) => {
  const texts = documents.map(({ text, title }) => [title, text])
  const common = JSON.stringify([Prompt.version, provider, model, texts])
  return ({ text }: Criterion): string =>
    createHash("sha256").update(JSON.stringify([text])).update(common).digest("hex")
}

/**
 * The criteria for which to ask the model: not those decided by a person, nor those already answered for the same
 * input.
 */
const openIn = ({ assessment, attachment_ids, criteria }: AssessmentInput, hashOf: (criterion: Criterion) => string) =>
  criteria.criteria.filter((criterion) => {
    const present = resultOn(assessment?.results ?? [], criterion, attachment_ids)
    return present === undefined || !isDecided(present) && present.input_hash !== hashOf(criterion)
  })

/**
 * Asks the model, and returns its answers. A refusal counts as an answer, and at the last attempt so does a malformed
 * response: both cost tokens, and would cost them again every day.
 */
const asking = Effect.fnUntraced(function*(
  organization: OrganizationId,
  open: ReadonlyArray<Criterion>,
  documents: ReadonlyArray<Document>,
  isLast: boolean
): Effect.fn.Return<ReadonlyArray<ModelAnswer> | NoAnswers, ExtractorFailure, Model> {
  const { ask } = yield* Model
  const answered = ask(organization, {
    messages: [
      { role: "system", content: Prompt.instructions },
      { role: "user", content: Prompt.data(open, documents) }
    ],
    form: Prompt.form
  })
  return yield* answered.pipe(
    Effect.flatMap(Prompt.decode),
    Effect.map(({ answers }): ReadonlyArray<ModelAnswer> | NoAnswers => answers),
    Effect.catchTag("SchemaError", () =>
      isLast
        ? Effect.succeed("invalid" as const)
        : Effect.fail(new InvalidOutput({ reason: "the answer is not of the form that was asked for" }))),
    Effect.catchTag(
      "ExtractorRefused",
      (refused) => refused.by === "model" ? Effect.succeed("refused" as const) : Effect.fail(refused)
    )
  )
})

/**
 * Assesses one application. Fails if the model cannot be asked now; without a model it does nothing. `isLast` is true
 * for the last attempt.
 */
export const assess = Effect.fnUntraced(function*(
  worker: Worker,
  application: AssessmentInput["application_id"],
  isLast = false
) {
  const { about } = yield* Model
  const assessments = yield* Assessments
  const input = yield* assessments.input(worker.organization_id, application)
  const { criteria, seen_at } = input
  if (about === null || !criteria.is_on || criteria.criteria.length === 0) return
  const documents = Prompt.shownDocuments(input.documents)
  const hashOf = hashing(about, documents)
  const open = openIn(input, hashOf)
  const answers = open.length === 0 || documents.length === 0
    ? "no_text" as const
    : yield* asking(worker.organization_id, open, documents, isLast)
  const results = judge(open, documents, answers, {
    provider: about.provider,
    model: about.model,
    prompt_version: Prompt.version,
    assessed_at: yield* now,
    hashOf
  })
  yield* assessments.record(
    worker,
    application,
    (stored, context) => record(stored, { criteria_version: criteria.version, seen_at, results }, context)
  )
})

/** Attempts per application. Each asks the model at most three times. */
export const maxAttempts = 5

/**
 * Handles the work of one application. If the budget has no tokens left, or the endpoint refuses, the work ends for
 * today: the application is found again tomorrow.
 */
export const process = (
  { application_id, organization_id, request_id }: AssessmentWork.Element,
  { attempts }: { readonly attempts: number }
) =>
  assess({ organization_id, worker: AssessmentWork.queue, request_id }, application_id, attempts >= maxAttempts).pipe(
    Effect.catchTag(
      ["ApplicationNotFound", "BudgetExhausted", "ExtractorRefused"],
      (failure) =>
        Effect.annotateLogs(Effect.logInfo("An application is not assessed"), {
          failure: failure._tag,
          ...("until" in failure ? { until: failure.until } : {})
        })
    ),
    Effect.annotateLogs({ application_id, request_id })
  )
