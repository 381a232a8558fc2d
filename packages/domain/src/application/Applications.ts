/** The port to stored applications. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type {
  ApplicationDetail,
  ApplicationDraft,
  ApplicationListItem,
  ApplicationNotFound,
  ApplicationState
} from "./Application.ts"
import type { ApplicationChangeFilter, ApplicationFilter } from "./ApplicationFilter.ts"
import type { HistoryEntry, HistoryPosition } from "./ApplicationHistory.ts"
import type { RemovableApplication, RemovedApplication } from "./ApplicationRemoval.ts"
import type { NewApplication, SubmissionContext, Submitted } from "./Submission.ts"
import type { CandidateAnonymised } from "../Anonymised.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { ExternalIdTaken } from "../ExternalId.ts"
import type { ApplicationId, CandidateId, OrganizationId, StageId } from "../Id.ts"
import type { Encoded } from "../Encoded.ts"
import type { ApplicationChange, ApplicationInJob, StageOfJob } from "./Lifecycle.ts"
import type { LimitReached } from "../Limit.ts"
import type { ChangePosition, EncodedPage, Page, PageRequest } from "../Pagination.ts"

export class Applications extends Context.Service<Applications, {
  /** Returns a page of applications, newest first. */
  readonly list: (
    organization: OrganizationId,
    filter: ApplicationFilter,
    page: PageRequest
  ) => Effect.Effect<EncodedPage<ApplicationListItem>>
  /**
   * Returns a page of applications by their last change, oldest first. One that changes meanwhile appears again at the
   * end.
   */
  readonly listChanges: (
    organization: OrganizationId,
    filter: ApplicationChangeFilter,
    page: PageRequest<ChangePosition>
  ) => Effect.Effect<EncodedPage<ApplicationListItem, ChangePosition>>
  readonly get: (
    organization: OrganizationId,
    id: ApplicationId
  ) => Effect.Effect<Encoded<ApplicationDetail>, ApplicationNotFound>
  /** Returns the candidate of an application. */
  readonly candidateOf: (
    organization: OrganizationId,
    id: ApplicationId
  ) => Effect.Effect<CandidateId, ApplicationNotFound>
  /** Returns a page of the application's history, newest first. */
  readonly history: (
    organization: OrganizationId,
    id: ApplicationId,
    page: PageRequest<HistoryPosition>
  ) => Effect.Effect<Page<HistoryEntry, HistoryPosition>, ApplicationNotFound>
  /** Loads the entities that the draft names, and stores the application that `decide` returns. */
  readonly submit: <Failure, By extends Actor | Worker>(
    actor: By,
    draft: ApplicationDraft,
    decide: (submission: SubmissionContext, context: DecisionContext<By>) => Decision<Submitted, Failure>
  ) => Effect.Effect<NewApplication, Failure | ExternalIdTaken>
  /**
   * Stores the application that `decide` returns, and returns it. `decide` gets the stage with the requested id, which
   * may belong to another job.
   */
  readonly move: <Failure>(
    actor: Actor,
    id: ApplicationId,
    stage: StageId,
    decide: (
      application: ApplicationState,
      requested: StageOfJob | null,
      context: DecisionContext
    ) => Decision<ApplicationChange, Failure>
  ) => Effect.Effect<
    Encoded<ApplicationDetail>,
    Failure | ApplicationNotFound | CandidateAnonymised | ExternalIdTaken | LimitReached
  >
  /** Stores the application that `decide` returns, with its note, and returns it. */
  readonly change: <Failure, By extends Actor | Worker>(
    actor: By,
    id: ApplicationId,
    decide: (application: ApplicationInJob, context: DecisionContext<By>) => Decision<ApplicationChange, Failure>
  ) => Effect.Effect<
    Encoded<ApplicationDetail>,
    Failure | ApplicationNotFound | CandidateAnonymised | ExternalIdTaken | LimitReached
  >
  /**
   * Deletes the application as `decide` says, with its notes, feedback, answers, attachments and history. Ten minutes
   * later, their data is erased from events.
   */
  readonly remove: <Failure>(
    actor: Actor,
    id: ApplicationId,
    decide: (application: RemovableApplication) => Decision<RemovedApplication, Failure>
  ) => Effect.Effect<void, Failure | ApplicationNotFound>
}>()("@candor/domain/Applications") {}
