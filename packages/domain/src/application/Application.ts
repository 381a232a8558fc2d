/** Applications: each puts a candidate into a stage of a job. */
import { Result, Schema } from "effect"
import { AiProfile } from "../profile/AiProfile.ts"
import { ApplicationAnswer, ApplicationAnswerDraft } from "./ApplicationAnswer.ts"
import { Attachment } from "./Attachment.ts"
import * as Candidate from "../candidate/Candidate.ts"
import { type Decision, decided, type DomainEvent, type DecisionContext, unchanged } from "../Decision.ts"
import { ApplicationAnswerId, ApplicationId, CandidateId, JobId, StageId } from "../Id.ts"
import { InterviewFeedback } from "../feedback/InterviewFeedback.ts"
import { Job, JobNotFound } from "../job/Job.ts"
import { Note } from "../note/Note.ts"
import { Stage, StageNotFound } from "../job/Stage.ts"
import { Line } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

/** An application as a list shows it (spec, part 2). */
export const ApplicationListItem = Schema.Struct({
  id: ApplicationId,
  stage_id: StageId,
  source_type: Line,
  created_at: Timestamp,
  candidate: Schema.Struct({
    id: CandidateId,
    full_name: Candidate.Candidate.fields.full_name,
    primary_email: Candidate.Candidate.fields.primary_email,
    linkedin_url: Candidate.Candidate.fields.linkedin_url
  }),
  stage: Stage,
  job: Schema.Struct({ id: JobId, title: Line })
}).annotate({ identifier: "ApplicationListItem" })
export interface ApplicationListItem extends Schema.Schema.Type<typeof ApplicationListItem> {}

/** An application with all its details (spec, part 2). */
export const ApplicationDetail = Schema.Struct({
  id: ApplicationId,
  stage_id: StageId,
  source_type: Line,
  created_at: Timestamp,
  candidate: Candidate.Candidate,
  stage: Stage,
  job: Schema.Struct({
    id: JobId,
    title: Line,
    department: Job.fields.department,
    location: Job.fields.location
  }),
  ai_profiles: Schema.Array(AiProfile),
  notes: Schema.Array(Note),
  interview_feedback: Schema.Array(InterviewFeedback),
  attachments: Schema.Array(Attachment),
  application_answers: Schema.Array(ApplicationAnswer)
}).annotate({ identifier: "ApplicationDetail" })
export interface ApplicationDetail extends Schema.Schema.Type<typeof ApplicationDetail> {}

/** A new application with its details and its version. */
export const ApplicationState = Schema.Struct({ ...ApplicationDetail.fields, version: Schema.Int })
export interface ApplicationState extends Schema.Schema.Type<typeof ApplicationState> {}

/** An application without its texts: the fields that a move needs and that events show. */
export interface ApplicationSummary {
  readonly id: ApplicationId
  readonly job_id: JobId
  readonly candidate_id: CandidateId
  readonly stage: Stage
  readonly source_type: string
  readonly created_at: Timestamp
  readonly version: number
}

/** Returns the application without its texts. */
export const summaryOf = ({ candidate, created_at, id, job, source_type, stage, version }: ApplicationState): ApplicationSummary => ({
  id,
  job_id: job.id,
  candidate_id: candidate.id,
  stage,
  source_type,
  created_at,
  version
})

/** The source of an application whose request names none. */
export const defaultSource = "api"

/** A request for a new application, with the id of a stored candidate or with a new candidate. */
export const ApplicationDraft = Schema.Struct({
  job_id: JobId,
  candidate_id: Schema.optionalKey(CandidateId),
  candidate: Schema.optionalKey(Candidate.CandidateDraft),
  source_type: Schema.optionalKey(Line),
  stage_id: Schema.optionalKey(StageId),
  answers: Schema.optionalKey(
    Schema.Array(ApplicationAnswerDraft).check(Schema.isMaxLength(100, { expected: "at most 100 answers" }))
  )
}).check(
  Schema.makeFilter(({ candidate, candidate_id }) =>
    (candidate === undefined) !== (candidate_id === undefined) ||
    { path: ["candidate_id"], issue: "Expected either candidate_id or candidate, and not both" }
  )
).annotate({ identifier: "ApplicationDraft" })
export interface ApplicationDraft extends Schema.Schema.Type<typeof ApplicationDraft> {}

/** A stage with the job that it belongs to. */
export interface StageOfJob extends Stage {
  readonly job_id: JobId
}

/** The stored entities that a draft names; null for each that the organization does not have. */
export interface SubmissionContext {
  readonly job: ApplicationDetail["job"] | null
  readonly first_stage: StageOfJob | null
  /** The stage that the draft names; it may belong to another job. */
  readonly requested_stage: StageOfJob | null
  readonly candidate: (Candidate.CandidateState & { readonly ai_profiles: ReadonlyArray<AiProfile> }) | null
  /** The application that the candidate already has on the job. */
  readonly existing_id: ApplicationId | null
}

/** A new application, with the new candidate if one is created with it. */
export interface Submitted {
  readonly application: ApplicationState
  readonly created: Candidate.CandidateChange | null
}

/** The candidate already has an application on the job. */
export class AlreadyApplied extends Schema.TaggedError<AlreadyApplied>()("AlreadyApplied", {
  application_id: ApplicationId
}) {}

/** The stage belongs to another job. */
export class StageOfAnotherJob extends Schema.TaggedError<StageOfAnotherJob>()("StageOfAnotherJob", {
  stage_id: StageId,
  job_id: JobId
}) {}

const stageOf = (
  job_id: JobId,
  requested: StageOfJob | null,
  id: StageId
): Result.Result<Stage, StageNotFound | StageOfAnotherJob> =>
  requested === null
    ? Result.fail(new StageNotFound({ id }))
    : requested.job_id === job_id
    ? Result.succeed({ id: requested.id, name: requested.name, order_index: requested.order_index })
    : Result.fail(new StageOfAnotherJob({ stage_id: id, job_id }))

/** Creates an application in the requested stage, or else in the job's first. */
export const submit = (
  draft: ApplicationDraft,
  submission: SubmissionContext,
  context: DecisionContext
): Decision<
  Submitted,
  JobNotFound | StageNotFound | StageOfAnotherJob | Candidate.CandidateNotFound | AlreadyApplied
> =>
  Result.gen(function*() {
    const { candidate: stored, existing_id, first_stage, job, requested_stage } = submission
    if (job === null || first_stage === null) return yield* Result.fail(new JobNotFound({ id: draft.job_id }))
    const created = draft.candidate === undefined ? null : yield* Candidate.create(draft.candidate, context)
    const candidate = created?.entity.candidate ?? stored
    if (candidate === null) {
      return yield* Result.fail(new Candidate.CandidateNotFound({ id: draft.candidate_id ?? "" }))
    }
    const stage = yield* stageOf(job.id, draft.stage_id === undefined ? first_stage : requested_stage, draft.stage_id ?? first_stage.id)
    if (existing_id !== null) return yield* Result.fail(new AlreadyApplied({ application_id: existing_id }))
    const requested = created?.entity.requested
    const application: ApplicationState = {
      id: ApplicationId.make(context.nextId()),
      stage_id: stage.id,
      source_type: draft.source_type ?? defaultSource,
      created_at: context.now,
      candidate,
      stage,
      job,
      ai_profiles: requested
        ? [{ status: requested.status, summary: null, extracted_json: null }]
        : stored?.ai_profiles ?? [],
      notes: [],
      interview_feedback: [],
      attachments: [],
      application_answers: (draft.answers ?? []).map((answer) => ({
        id: ApplicationAnswerId.make(context.nextId()),
        ...answer
      })),
      version: 1
    }
    return yield* decided(
      { application, created: created?.entity ?? null },
      ...(created?.events ?? []),
      event("application.created", summaryOf(application))
    )
  })

/** Moves an application to another stage of its own job. */
export const move = (
  application: ApplicationSummary,
  requested: StageOfJob | null,
  stage_id: StageId
): Decision<ApplicationSummary, StageNotFound | StageOfAnotherJob> =>
  Result.flatMap(stageOf(application.job_id, requested, stage_id), (stage) => {
    if (stage.id === application.stage.id) return unchanged(application)
    const after: ApplicationSummary = { ...application, stage, version: application.version + 1 }
    return decided(after, event("application.moved", after, { from_stage_id: application.stage.id }))
  })

const event = (type: DomainEvent["type"], application: ApplicationSummary, more: DomainEvent["data"] = {}): DomainEvent => ({
  type,
  subject_id: application.id,
  data: {
    id: application.id,
    job_id: application.job_id,
    candidate_id: application.candidate_id,
    stage_id: application.stage.id,
    source_type: application.source_type,
    created_at: application.created_at,
    version: application.version,
    ...more
  }
})
