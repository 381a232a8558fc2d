/** An application's assessment as its page shows it: each criterion of the job, with its result if there is one. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import type { AttachmentId } from "../Id.ts"
import { Timestamp } from "../Timestamp.ts"
import { AssessmentResult, resultOn } from "./Assessment.ts"
import { Criterion, type JobCriteriaState } from "./JobCriteria.ts"

export const AssessedCriterion = Schema.Struct({
  criterion: Criterion,
  result: Schema.NullOr(AssessmentResult).pipe(
    described("The assessment; null until a model has been asked")
  )
}).pipe(named("AssessedCriterion", "A criterion of the job with its assessment"))
export interface AssessedCriterion extends Schema.Schema.Type<typeof AssessedCriterion> {}

export const AssessmentOfApplication = Schema.Struct({
  is_on: Schema.Boolean.pipe(described("Whether a model assesses applications by the job's criteria", true)),
  is_available: Schema.Boolean.pipe(
    described(
      "Whether the operator has configured a model for this server; separate workers have their own settings",
      true
    )
  ),
  is_pending: Schema.Boolean.pipe(
    described("Whether the application, its files or the criteria have changed since the last assessment", false)
  ),
  criteria: Schema.Array(AssessedCriterion).pipe(described("The criteria of the job, in their order")),
  updated_at: Schema.NullOr(Timestamp).pipe(
    described("When a result last changed; null if there is none", example.time.profileCompleted)
  )
}).pipe(named("AssessmentOfApplication", "The assessment of an application by its job's criteria"))
export interface AssessmentOfApplication extends Schema.Schema.Type<typeof AssessmentOfApplication> {}

/** The assessment without the server's configuration. */
export type StoredAssessment = Omit<AssessmentOfApplication, "is_available">

/** The stored data of an application: its job's criteria and its assessment. */
export interface AssessmentFacts {
  readonly criteria: Pick<JobCriteriaState, "criteria" | "is_on" | "version">
  readonly assessment: {
    readonly results: ReadonlyArray<AssessmentResult>
    readonly criteria_version: number
    readonly is_current: boolean
    readonly updated_at: Timestamp
  } | null
  /** The application's present files. */
  readonly attachment_ids: ReadonlyArray<AttachmentId>
}

/** Returns the assessment for display. */
export const shownAssessment = (
  { assessment, attachment_ids, criteria: { criteria, is_on, version } }: AssessmentFacts
): StoredAssessment => ({
  is_on,
  is_pending: is_on && criteria.length > 0 &&
    !(assessment !== null && assessment.is_current && assessment.criteria_version === version),
  criteria: criteria.map((criterion) => ({
    criterion,
    result: resultOn(assessment?.results ?? [], criterion, attachment_ids) ?? null
  })),
  updated_at: assessment?.updated_at ?? null
})
