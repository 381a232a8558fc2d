/**
 * Assessments: for each criterion of its job, a model's verdict on an application with the words that it quotes, and
 * what a person decided afterwards. An assessment has no effect of its own: no ranking, no score, no move, no
 * rejection.
 */
import { Result, Schema } from "effect"
import { type AnyContext, type Decision, decided, type DecisionContext, unchanged, withoutEvents } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { hidden, id, inLists, managed, reference, time, version } from "../Field.ts"
import { ApplicationAnswerId, ApplicationId, AssessmentId, AttachmentId, CriterionId, UserId } from "../Id.ts"
import { declare } from "../Noun.ts"
import { shown } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { type Criterion, type JobCriteriaState, maxCriteria, maxCriterionLength } from "./JobCriteria.ts"
import { maxQuotation } from "./Quotation.ts"

export const Verdict = Schema.Literals(["meets", "does_not", "not_said", "not_answered"])
export type Verdict = typeof Verdict.Type

export const NotAnswered = Schema.Literals([
  "no_text",
  "refused",
  "invalid",
  "left_out",
  "contradicted",
  "no_quotation",
  "quotation_not_found",
  "quotation_length",
  "addresses_model"
])
export type NotAnswered = typeof NotAnswered.Type

export const CriterionDecision = Schema.Literals(["confirmed", "overruled"])
export type CriterionDecision = typeof CriterionDecision.Type

export const AssessmentResult = Schema.Struct({
  criterion_id: CriterionId.pipe(described("The criterion of the job", example.id.criterion)),
  criterion: shown(maxCriterionLength).pipe(
    described("The text of the criterion as assessed", "Has led a team of at least three engineers")
  ),
  verdict: Verdict.pipe(
    described(
      "`meets` or `does_not`, each with a quotation; `not_said` if the texts do not mention it; `not_answered` " +
        "if the model gave no valid answer",
      "meets"
    )
  ),
  reason: Schema.NullOr(NotAnswered).pipe(
    described(
      "Why it is `not_answered`; null for other verdicts. There is no text; the model refused, used a wrong " +
        "format, omitted the criterion or contradicted itself; or its quotation is missing, not in the text, too " +
        "short or long, or addressed to the model",
      null
    )
  ),
  quotation: Schema.NullOr(shown(maxQuotation)).pipe(
    described(
      "The literal quotation from the application, with white space collapsed; null if there is none",
      "I led the tracking team, five engineers, for two years."
    )
  ),
  attachment_id: Schema.NullOr(AttachmentId).pipe(
    described("The file that contains the quotation; null for an answer", example.id.attachment)
  ),
  answer_id: Schema.NullOr(ApplicationAnswerId).pipe(
    described("The answer that contains the quotation; null for a file", null)
  ),
  provider: shown(300).pipe(described("The host of the model's endpoint", "models.harbor-analytics.example")),
  model: shown(300).pipe(described("The model", "mistral-small")),
  prompt_version: shown(50).pipe(described("The version of the prompt", "criteria-1")),
  input_hash: shown(64).pipe(
    described(
      "The SHA-256 of the model's input for the criterion: the same input is not sent again",
      "5f2b1c0e7a94d3186b5c2f8e0d7a1934c6e8b2f05d917a3c4e6f80b1d2c3a495"
    )
  ),
  assessed_at: Timestamp.pipe(described("When the model answered", example.time.profileCompleted)),
  decision: Schema.NullOr(CriterionDecision).pipe(
    described("A person's decision on the verdict; null until then", "confirmed")
  ),
  decided_by: Schema.NullOr(UserId).pipe(described("Who decided", example.id.user)),
  decided_at: Schema.NullOr(Timestamp).pipe(described("When", example.time.noted))
}).pipe(named("AssessmentResult", "The assessment of an application by a criterion"))
export interface AssessmentResult extends Schema.Schema.Type<typeof AssessmentResult> {}

export const noun = declare({
  subject: "assessment",
  label: ["Assessment", "Einschätzung"],
  description: "The assessment of an application by its job's criteria",
  table: "assessments",
  partOf: "application",
  sees: "owner",
  fields: {
    id: id(AssessmentId),
    application_id: reference(ApplicationId),
    results: managed(Schema.Array(AssessmentResult), {
      description: `The results in the order of the criteria, at most ${maxCriteria}`,
      example: [{
        criterion_id: example.id.criterion,
        criterion: "Has led a team of at least three engineers",
        verdict: "meets",
        reason: null,
        quotation: "I led the tracking team, five engineers, for two years.",
        attachment_id: example.id.attachment,
        answer_id: null,
        provider: "models.harbor-analytics.example",
        model: "mistral-small",
        prompt_version: "criteria-1",
        input_hash: "5f2b1c0e7a94d3186b5c2f8e0d7a1934c6e8b2f05d917a3c4e6f80b1d2c3a495",
        assessed_at: example.time.profileCompleted,
        decision: "confirmed",
        decided_by: example.id.user,
        decided_at: example.time.noted
      }],
      privacy: "removed"
    }),
    criteria_version: hidden(Schema.Int, {
      description: "The version of the job's criteria that was looked at",
      example: 1,
      privacy: "kept"
    }),
    seen_at: hidden(Timestamp, {
      description: "When the application had last changed as it was looked at",
      example: example.time.applied,
      privacy: "kept"
    }),
    updated_at: time(Timestamp, "When a result last changed", example.time.profileCompleted).pipe(inLists),
    version
  },
  events: {
    completed: {
      summary: "A model assessed an application by its job's criteria",
      only: {
        identifier: "AssessmentCompletedEventData",
        description: "The application that was assessed",
        fields: ["id", "application_id", "updated_at", "version"]
      }
    },
    decided: {
      summary: "A member confirmed or overruled a verdict, or removed the decision",
      reads: ["reviewed", "geprüft"],
      only: {
        identifier: "AssessmentDecidedEventData",
        description: "The application whose assessment was reviewed",
        fields: ["id", "application_id", "updated_at", "version"]
      }
    }
  }
})

export const Assessment = noun.json
export interface Assessment extends Schema.Schema.Type<typeof Assessment> {}

export const AssessmentState = noun.row
export interface AssessmentState extends Schema.Schema.Type<typeof AssessmentState> {}

/** A person's decision on a verdict. */
export const DecisionDraft = Schema.Struct({
  decision: Schema.NullOr(CriterionDecision).pipe(
    described("Whether the verdict is right; null removes the decision", "confirmed")
  )
}).pipe(named("CriterionDecisionDraft", "A person's decision on a verdict"))
export interface DecisionDraft extends Schema.Schema.Type<typeof DecisionDraft> {}

/** The application has no verdict on this criterion. */
export class AssessmentNotFound
  extends Schema.TaggedError<AssessmentNotFound>()("AssessmentNotFound", { id: Schema.String })
{}

/** The application at the time when results are stored. */
export interface Assessed {
  readonly application_id: ApplicationId
  readonly criteria: JobCriteriaState
  readonly assessment: AssessmentState | null
  /** The application's present files. */
  readonly attachment_ids: ReadonlyArray<AttachmentId>
}

/** The files that the model was given, and its findings. */
export interface Found {
  readonly criteria_version: number
  readonly seen_at: Timestamp
  readonly results: ReadonlyArray<AssessmentResult>
}

/** Tells whether a person has decided on a verdict, so that later results do not replace it. */
export const isDecided = ({ decision }: Pick<AssessmentResult, "decision">): boolean => decision !== null

/**
 * Returns the result on a criterion, decided or not, if it still counts: the criterion has the text that the model was
 * asked about, and the quoted file exists.
 */
export const resultOn = (
  results: ReadonlyArray<AssessmentResult>,
  { id, text }: Criterion,
  attachment_ids: ReadonlyArray<AttachmentId>
): AssessmentResult | undefined =>
  results.find(({ attachment_id, criterion, criterion_id }) =>
    criterion_id === id && criterion === text && (attachment_id === null || attachment_ids.includes(attachment_id))
  )

/**
 * Stores a model's findings. Verdicts that a person decided on stay. Results are dropped if their criterion has changed
 * or is gone, if their quoted file is gone, or if the job's criteria were switched off meanwhile.
 */
export const record = (
  { application_id, assessment, attachment_ids, criteria }: Assessed,
  { criteria_version, results: found, seen_at }: Found,
  { nextId, now }: AnyContext
): Decision<AssessmentState | null, never> => {
  if (!criteria.is_on) return unchanged(assessment)
  const before = assessment?.results ?? []
  const results = criteria.criteria.flatMap((criterion) => {
    const present = resultOn(before, criterion, attachment_ids)
    const next = resultOn(found, criterion, attachment_ids)
    const one = present !== undefined && isDecided(present) ? present : next ?? present
    return one === undefined ? [] : [one]
  })
  const isSame = results.length === before.length && results.every((one, at) => one === before[at])
  const after: AssessmentState = {
    id: assessment?.id ?? AssessmentId.make(nextId()),
    application_id,
    results,
    criteria_version,
    seen_at,
    updated_at: isSame && assessment !== null ? assessment.updated_at : now,
    version: (assessment?.version ?? 0) + 1
  }
  return isSame && assessment !== null ? withoutEvents(after) : decided(after, noun.event("completed", after))
}

/** Returns the assessment with the results that still count. */
export const current = (
  { assessment, attachment_ids, criteria: { criteria } }: Assessed
): AssessmentState | null =>
  assessment === null
    ? null
    : { ...assessment, results: criteria.flatMap((one) => resultOn(assessment.results, one, attachment_ids) ?? []) }

/** Confirms or overrules the verdict on a criterion, or takes such a decision back. Changes nothing else. */
export const decide = (
  assessment: AssessmentState,
  criterion_id: CriterionId,
  { decision }: DecisionDraft,
  { actor, now }: DecisionContext
): Decision<AssessmentState, AssessmentNotFound> => {
  const one = assessment.results.find((result) => result.criterion_id === criterion_id)
  if (one === undefined || one.verdict === "not_answered") {
    return Result.fail(new AssessmentNotFound({ id: criterion_id }))
  }
  if (one.decision === decision) return unchanged(assessment)
  const isSet = decision !== null
  const changed: AssessmentResult = {
    ...one,
    decision,
    decided_by: isSet ? actor.user_id : null,
    decided_at: isSet ? now : null
  }
  const after: AssessmentState = {
    ...assessment,
    results: assessment.results.map((result) => (result === one ? changed : result)),
    updated_at: now,
    version: assessment.version + 1
  }
  return decided(after, noun.event("decided", after))
}
