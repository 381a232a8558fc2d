/** The port to stored assessments, also for the worker that makes them. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { ApplicationNotFound } from "../application/Application.ts"
import type { AnyContext, Decision, DecisionContext } from "../Decision.ts"
import type { ApplicationId, OrganizationId } from "../Id.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Assessed, AssessmentNotFound, AssessmentState } from "../criteria/Assessment.ts"
import type { StoredAssessment } from "../criteria/AssessmentOfApplication.ts"
import type { Document } from "../criteria/Quotation.ts"

/** What is looked at. */
export interface AssessmentInput extends Assessed {
  /** When the application last changed. */
  readonly seen_at: Timestamp
  readonly documents: ReadonlyArray<Document>
}

/** Bounds the texts of files that are looked at, and each in code points. */
export const [maxFiles, maxFileTextLength] = [5, 20_000]

/** Bounds the applications of an organization that are found at once. */
export const maxDue = 200

export class Assessments extends Context.Service<Assessments, {
  readonly get: (
    organization: OrganizationId,
    application: ApplicationId
  ) => Effect.Effect<StoredAssessment, ApplicationNotFound>
  /** Stores what a person decides of a verdict. */
  readonly decide: <Failure>(
    actor: Actor,
    application: ApplicationId,
    decide: (assessment: AssessmentState, context: DecisionContext) => Decision<AssessmentState, Failure>
  ) => Effect.Effect<AssessmentState, Failure | ApplicationNotFound | AssessmentNotFound>
  /** Queues the assessment of an application. */
  readonly ask: (actor: Actor, application: ApplicationId) => Effect.Effect<void, ApplicationNotFound>
  /** The organizations that have jobs whose criteria a model looks for. */
  readonly organizations: Effect.Effect<ReadonlyArray<OrganizationId>>
  /**
   * Queues active applications that changed since they were looked at, or whose criteria did, at most `maxDue`: each
   * once a day as it is. One with a file whose text is still read waits. Returns how many were queued.
   */
  readonly queueDue: (organization: OrganizationId, day: string) => Effect.Effect<number>
  /** What a worker looks at; none of an anonymised or deleted person. */
  readonly input: (
    organization: OrganizationId,
    application: ApplicationId
  ) => Effect.Effect<AssessmentInput, ApplicationNotFound>
  /** Stores what `decide` returns. */
  readonly record: (
    worker: Worker,
    application: ApplicationId,
    decide: (stored: Assessed, context: AnyContext) => Decision<AssessmentState | null, never>
  ) => Effect.Effect<AssessmentState | null, ApplicationNotFound>
}>()("@candor/domain/Assessments") {}
