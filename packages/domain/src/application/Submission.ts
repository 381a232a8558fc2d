/** New applications: the context of the decision on a request, and its result. */
import { Result, Schema } from "effect"
import { type CandidateAnonymised, notAnonymised } from "../Anonymised.ts"
import * as Candidate from "../candidate/Candidate.ts"
import { type AnyContext, type Decision, decided } from "../Decision.ts"
import { ApplicationAnswerId, ApplicationId, CandidateId, type ProspectId } from "../Id.ts"
import { JobClosed, JobNotFound } from "../job/Job.ts"
import type { JobStatus } from "../job/JobStatus.ts"
import { isHiredStage, type StageNotFound } from "../job/Stage.ts"
import { absent } from "../Noun.ts"
import type { Timestamp } from "../Timestamp.ts"
import { readDraft, recognise, type StoredCandidate } from "./Applicant.ts"
import { type ApplicationDetail, type ApplicationDraft, type ApplicationState, eventOf } from "./Application.ts"
import { noun as answerNoun } from "./ApplicationAnswer.ts"
import { enter, type HistoryRecord } from "./ApplicationHistory.ts"
import { type ApplicationStatus, applicationStatus } from "./ApplicationStatus.ts"
import { stageOf, type StageOfAnotherJob, type StageOfJob } from "./Lifecycle.ts"

/** The source of an application whose request states none. */
export const defaultSource = "api"

/** The stored entities that a draft refers to; null for each that does not exist in the organization. */
export interface SubmissionContext {
  readonly job: (ApplicationDetail["job"] & { readonly status: JobStatus }) | null
  readonly first_stage: StageOfJob | null
  /** The requested stage; it may belong to another job. */
  readonly requested_stage: StageOfJob | null
  /** The candidate that the draft names, or the stored candidate who is the person in the draft. */
  readonly candidate: StoredCandidate | null
  /** The candidate that this one was merged into. */
  readonly merged_into: CandidateId | null
  /** The application that the candidate already has on the job. */
  readonly existing_id: ApplicationId | null
}

/** A new application with its details. */
export type NewApplication = ApplicationDetail & ApplicationState

/** An imported application's time before the import. */
export interface Past {
  /** When the candidate applied. */
  readonly applied_at?: Timestamp
  /** How, in which stage and when the application ended; null if it is active. */
  readonly ended?: {
    readonly status: Exclude<ApplicationStatus, "active">
    readonly stage: StageOfJob
    readonly at: Timestamp
  } | null
}

/** A new application with the beginning of its history, and its candidate if that is created or changed. */
export interface Submitted {
  readonly application: NewApplication
  readonly entered: ReadonlyArray<HistoryRecord>
  readonly created: Candidate.CandidateChange | null
  /** The known candidate with added data. */
  readonly filled: Candidate.CandidateChange | null
}

/** The candidate already has an application on the job. */
export class AlreadyApplied extends Schema.TaggedError<AlreadyApplied>()("AlreadyApplied", {
  application_id: ApplicationId,
  candidate_id: CandidateId
}) {}

/**
 * Creates an application in the requested stage, or in the job's first. In a stage of the type hired it is hired. Draft
 * jobs accept applications, so that recruiters can prepare them; closed jobs do not, except imported ones that have
 * ended. `prospect_id` is the prospect that is converted. An imported application, and its new candidate, is created as
 * of the day on which they applied. If it has ended, its history has two entries: it was active in its stage until then.
 * Its one event says how it ended, so that nobody who is told of rejections or withdrawals takes it for one of now.
 */
export const submit = (
  draft: ApplicationDraft,
  submission: SubmissionContext,
  context: AnyContext,
  prospect_id: ProspectId | null = null,
  { applied_at = context.now, ended = null }: Past = {}
): Decision<
  Submitted,
  | JobNotFound
  | JobClosed
  | StageNotFound
  | StageOfAnotherJob
  | Candidate.CandidateNotFound
  | Candidate.CandidateMerged
  | CandidateAnonymised
  | AlreadyApplied
> =>
  Result.gen(function*() {
    const { candidate: stored, existing_id, first_stage, requested_stage } = submission
    if (submission.job === null || first_stage === null)
      return yield* Result.fail(new JobNotFound({ id: draft.job_id }))
    const { status: job_status, ...job } = submission.job
    if (job_status === "closed" && ended === null)
      return yield* Result.fail(new JobClosed({ id: job.id }))
    const applicant = draft.candidate === undefined ? null : readDraft(draft.candidate)
    const created = applicant === null || stored !== null
      ? null
      : yield* Candidate.create(applicant.candidate, context, applied_at)
    const recognised = applicant === null || stored === null
      ? null
      : yield* recognise(stored, applicant.candidate, context)
    const candidate = created?.entity.candidate ?? recognised?.change?.candidate ?? stored
    if (draft.candidate_id !== undefined && submission.merged_into !== null) {
      return yield* Result.fail(new Candidate.CandidateMerged({ id: draft.candidate_id, into: submission.merged_into }))
    }
    if (candidate === null) {
      return yield* Result.fail(new Candidate.CandidateNotFound({ id: draft.candidate_id ?? "" }))
    }
    const stage = yield* stageOf(
      job.id,
      draft.stage_id === undefined ? first_stage : requested_stage,
      draft.stage_id ?? first_stage.id
    )
    if (stored !== null) yield* notAnonymised(stored)
    if (existing_id !== null)
      return yield* Result.fail(new AlreadyApplied({ application_id: existing_id, candidate_id: candidate.id }))
    const requested = (created?.entity ?? recognised?.change)?.requested
    const last = ended === null ? stage : yield* stageOf(job.id, ended.stage, ended.stage.id)
    const status = ended?.status ?? (isHiredStage(stage) ? "hired" : applicationStatus.initial)
    const application: NewApplication = {
      id: ApplicationId.make(context.nextId()),
      job_id: job.id,
      candidate_id: candidate.id,
      stage_id: last.id,
      source_type: draft.source_type ?? defaultSource,
      external_ids: draft.external_ids ?? [],
      status,
      rejection_reason: null,
      created_at: applied_at,
      updated_at: context.now,
      closed_at: ended?.at ?? (status === "hired" ? context.now : null),
      applied_again_at: null,
      withdrawal_handled_at: null,
      duplicate_of: null,
      candidate,
      stage: last,
      job,
      prospect_id,
      ai_profiles: requested
        ? [
          { ...requested, is_current: true },
          ...(stored?.ai_profiles ?? []).map((profile) => ({ ...profile, is_current: false }))
        ]
        : stored?.ai_profiles ?? [],
      notes: [],
      interview_feedback: [],
      candidate_match: created !== null ? "new" : applicant !== null || prospect_id !== null ? "found" : null,
      unapplied: [...(applicant?.unapplied ?? []), ...(recognised?.unapplied ?? [])],
      attachments: [],
      application_answers: (draft.answers ?? []).map((answer) => ({
        ...absent(answerNoun),
        id: ApplicationAnswerId.make(context.nextId()),
        ...answer
      })),
      version: 1
    }
    const began: NewApplication = ended === null
      ? application
      : { ...application, status: applicationStatus.initial, stage }
    return yield* decided(
      {
        application,
        entered: [
          enter(began, began.status === "hired" ? "hired" : "applied", { ...context, now: applied_at }),
          ...ended === null ? [] : [enter(application, ended.status, { ...context, now: ended.at })]
        ],
        created: created?.entity ?? null,
        filled: recognised?.change ?? null
      },
      ...(created ?? recognised)?.events ?? [],
      eventOf("created", application),
      ...(status === "hired" ? [eventOf("hired", application)] : [])
    )
  })
