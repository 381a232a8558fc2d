/** The port to stored applications. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type {
  ApplicationDetail,
  ApplicationDraft,
  ApplicationListItem,
  ApplicationState,
  ApplicationSummary,
  StageOfJob,
  SubmissionContext,
  Submitted
} from "./Application.ts"
import type { ApplicationNotFound } from "./ApplicationNotFound.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { ApplicationId, JobId, OrganizationId, StageId } from "../Id.ts"
import type { Encoded } from "../Encoded.ts"
import type { EncodedPage, PageRequest } from "../Pagination.ts"

export interface ApplicationFilter {
  readonly job_id?: JobId | undefined
  readonly stage_id?: StageId | undefined
}

export class Applications extends Context.Service<Applications, {
  readonly list: (
    organization: OrganizationId,
    filter: ApplicationFilter,
    page: PageRequest
  ) => Effect.Effect<EncodedPage<ApplicationListItem>>
  readonly get: (
    organization: OrganizationId,
    id: ApplicationId
  ) => Effect.Effect<Encoded<ApplicationDetail>, ApplicationNotFound>
  /** Loads the entities that the draft names, and stores the application that `decide` returns. */
  readonly submit: <Failure>(
    actor: Actor,
    draft: ApplicationDraft,
    decide: (submission: SubmissionContext, context: DecisionContext) => Decision<Submitted, Failure>
  ) => Effect.Effect<ApplicationState, Failure>
  /**
   * Stores the stage that `decide` gives the application, and returns the application after it. `decide` gets the stage
   * with the requested id, which may belong to another job.
   */
  readonly move: <Failure>(
    actor: Actor,
    id: ApplicationId,
    stage: StageId,
    decide: (application: ApplicationSummary, requested: StageOfJob | null) => Decision<ApplicationSummary, Failure>
  ) => Effect.Effect<Encoded<ApplicationDetail>, Failure | ApplicationNotFound>
}>()("@candor/domain/Applications") {}
