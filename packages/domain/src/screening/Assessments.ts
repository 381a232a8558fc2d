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

/** The input of an assessment. */
export interface AssessmentInput extends Assessed {
  /** When the application last changed. */
  readonly seen_at: Timestamp
  readonly documents: ReadonlyArray<Document>
}

/** The most files whose texts are read, and the most code points of each. */
export const [maxFiles, maxFileTextLength] = [5, 20_000]

/** The most applications of an organization that are queued in one call. */
export const maxDue = 200

export class Assessments extends Context.Service<Assessments, {
  readonly get: (
    organization: OrganizationId,
    application: ApplicationId
  ) => Effect.Effect<StoredAssessment, ApplicationNotFound>
  /** Stores a person's decision on a verdict. */
  readonly decide: <Failure>(
    actor: Actor,
    application: ApplicationId,
    decide: (assessment: AssessmentState, context: DecisionContext) => Decision<AssessmentState, Failure>
  ) => Effect.Effect<AssessmentState, Failure | ApplicationNotFound | AssessmentNotFound>
  /** Queues the assessment of an application. */
  readonly ask: (actor: Actor, application: ApplicationId) => Effect.Effect<void, ApplicationNotFound>
  /** Returns the organizations with jobs whose criteria are switched on. */
  readonly organizations: Effect.Effect<ReadonlyArray<OrganizationId>>
  /**
   * Queues active applications that have changed since they were assessed, or whose criteria have, at most `maxDue`:
   * each state once a day. Those with files whose texts are still being read wait. Returns the number that were queued.
   */
  readonly queueDue: (organization: OrganizationId, day: string) => Effect.Effect<number>
  /** Returns the input of an assessment; none for an anonymised or deleted person. */
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
