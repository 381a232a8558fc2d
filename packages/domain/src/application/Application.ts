/** Applications: each puts a candidate into a stage of a job. */
import { Result, Schema } from "effect"
import { AiProfile } from "../profile/AiProfile.ts"
import { type CandidateAnonymised, notAnonymised } from "../candidate/Anonymised.ts"
import { ApplicationAnswer, ApplicationAnswerDraft } from "./ApplicationAnswer.ts"
import { ApplicantDraft, CandidateMatch, recognise, type StoredCandidate, Unapplied, understood } from "./Applicant.ts"
import { Attachment } from "../attachment/Attachment.ts"
import * as Candidate from "../candidate/Candidate.ts"
import { CandidateMerged } from "../candidate/CandidateMerge.ts"
import { enter, type HistoryRecord } from "./ApplicationHistory.ts"
import { ApplicationStatus, applicationStatus } from "./ApplicationStatus.ts"
import { type ApplicationSummary, eventOf } from "./ApplicationSummary.ts"
import { type Decision, decided, type DecisionContext } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { ApplicationAnswerId, ApplicationId, CandidateId, JobId, ProspectId, StageId } from "../Id.ts"
import { InterviewFeedback } from "../feedback/InterviewFeedback.ts"
import { Job, JobClosed, JobNotFound } from "../job/Job.ts"
import type { JobStatus } from "../job/JobStatus.ts"
import { type StageOfAnotherJob, type StageOfJob, stageOf } from "./Lifecycle.ts"
import { Note } from "../note/Note.ts"
import { isHiredStage, Stage, type StageNotFound } from "../job/Stage.ts"
import { Line, ShownLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

/** The fields that a list and the details show alike (spec, part 2), with the status, the reason and the times. */
const ApplicationFields = {
  id: ApplicationId,
  stage_id: StageId.pipe(described("The stage that the application is in")),
  source_type: ShownLine.pipe(
    described("The channel through which the application came, in the organization's own words", "sourcing")
  ),
  status: ApplicationStatus,
  rejection_reason: Schema.NullOr(ShownLine).pipe(
    described("The name that the reason had at the rejection; null unless the application is rejected", null)
  ),
  created_at: Timestamp.pipe(described("When the candidate applied", example.time.applied)),
  updated_at: Timestamp.pipe(
    described(
      "The time of the last change of the application, or of a note, feedback, a file or its text. It never goes back",
      example.time.moved
    )
  ),
  closed_at: Schema.NullOr(Timestamp).pipe(
    described("When the application was rejected, withdrawn or hired; null while it is active", null)
  ),
  duplicate_of: Schema.NullOr(ApplicationId).pipe(
    described(
      "The application of the same candidate on the same job that is further on: a merge of candidates left both; " +
        "null for others",
      null
    )
  )
}

/** An application as a list shows it (spec, part 2). */
export const ApplicationListItem = Schema.Struct({
  ...ApplicationFields,
  candidate: Schema.Struct({
    id: CandidateId,
    full_name: Candidate.Candidate.fields.full_name,
    primary_email: Candidate.Candidate.fields.primary_email,
    linkedin_url: Candidate.Candidate.fields.linkedin_url
  }).pipe(described("The candidate who applies")),
  stage: Stage.pipe(described("The stage that the application is in", example.stages[2])),
  job: Schema.Struct({ id: JobId, title: Job.fields.title }).pipe(described("The job that the candidate applies for"))
}).pipe(named("ApplicationListItem", "A candidate in a stage of a job, as lists show it"))
export interface ApplicationListItem extends Schema.Schema.Type<typeof ApplicationListItem> {}

/** An application with all its details (spec, part 2). */
export const ApplicationDetail = Schema.Struct({
  ...ApplicationFields,
  candidate: Candidate.Candidate.pipe(described("The candidate who applies")),
  stage: ApplicationListItem.fields.stage,
  job: Schema.Struct({
    id: JobId,
    title: Job.fields.title,
    department: Job.fields.department,
    location: Job.fields.location
  }).pipe(described("The job that the candidate applies for")),
  prospect_id: Schema.NullOr(ProspectId).pipe(
    described(
      "The prospect that was converted into the application; null if it came in another way",
      example.id.prospect
    )
  ),
  ai_profiles: Schema.Array(AiProfile).pipe(described("The AI profiles of the candidate, newest first")),
  notes: Schema.Array(Note).pipe(described("The notes on the application, newest first")),
  interview_feedback: Schema.Array(InterviewFeedback).pipe(
    described("The interview feedback on the application, newest first")
  ),
  candidate_match: Schema.NullOr(CandidateMatch).pipe(described(
    "`found` if the candidate was known by the e-mail address or the LinkedIn URL of the application, `new` if it was made with " +
      "the application; null where the request named the candidate, or in an application of an earlier version",
    "new"
  )),
  unapplied: Schema.Array(Unapplied).pipe(described(
    "What the application said of the person and the candidate's record did not get: what could not be understood or is too long, and " +
      "values that differ from those of a candidate who was known"
  )),
  attachments: Schema.Array(Attachment).pipe(described("The files of the application")),
  application_answers: Schema.Array(ApplicationAnswer).pipe(described("The candidate's answers to questions"))
}).pipe(named("ApplicationDetail", "A candidate in a stage of a job, with all that belongs to the application"))
export interface ApplicationDetail extends Schema.Schema.Type<typeof ApplicationDetail> {}

/** A new application with its details and its version. */
export const ApplicationState = Schema.Struct({ ...ApplicationDetail.fields, version: Schema.Int })
export interface ApplicationState extends Schema.Schema.Type<typeof ApplicationState> {}

/** Returns the application without its texts. */
export const summaryOf = ({
  candidate, closed_at, created_at, id, job, rejection_reason, source_type, stage, status, updated_at, version
}: ApplicationState): ApplicationSummary => ({
  id,
  job_id: job.id,
  job_title: job.title,
  candidate_id: candidate.id,
  full_name: candidate.full_name,
  stage,
  source_type,
  status,
  rejection_reason,
  created_at,
  updated_at,
  closed_at,
  version
})

/** The source of an application whose request names none. */
export const defaultSource = "api"

/** A request for a new application, with the id of a stored candidate or with a new candidate. */
export const ApplicationDraft = Schema.Struct({
  job_id: JobId.pipe(described("The job that the candidate applies for; a closed one takes no applications")),
  candidate_id: Schema.optionalKey(CandidateId).pipe(described("A stored candidate; either this or `candidate`")),
  candidate: Schema.optionalKey(ApplicantDraft).pipe(described(
    "The person who applies; either this or `candidate_id`. The candidate with the same LinkedIn URL or else e-mail address is " +
      "found, and gets what was not known of it; where there is none, one is made. `candidate_match` of the answer tells which"
  )),
  candidate_match: Schema.optionalKey(Schema.Literal("new")).pipe(
    described("With `new`, a candidate is made although one with the same addresses is known. Only beside `candidate`", "new")
  ),
  source_type: Schema.optionalKey(Line).pipe(
    described(
      "The channel through which the application came, in the organization's own words; `api` by default",
      "careers_site"
    )
  ),
  stage_id: Schema.optionalKey(StageId).pipe(described("The stage of the job to begin in; by default its first")),
  answers: Schema.optionalKey(
    Schema.Array(ApplicationAnswerDraft).check(Schema.isMaxLength(100, { expected: "at most 100 answers" }))
  ).pipe(described("The candidate's answers to questions of the application form"))
}).check(
  Schema.makeFilter(({ candidate, candidate_id }) =>
    (candidate === undefined) !== (candidate_id === undefined) ||
    { path: ["candidate_id"], issue: "Expected either candidate_id or candidate, and not both" }, { toJsonSchema: () => ({}) }),
  Schema.makeFilter(({ candidate_id, candidate_match }) =>
    candidate_id === undefined || candidate_match === undefined ||
    { path: ["candidate_match"], issue: "Expected nothing beside candidate_id, which names the candidate" }, { toJsonSchema: () => ({}) })
).pipe(named("ApplicationDraft", "A new application, of a stored candidate or of the person that it brings", {
  job_id: example.id.job,
  candidate: { full_name: example.candidate.full_name, primary_email: example.candidate.primary_email },
  source_type: "careers_site",
  answers: [{ question_text: "When can you start?", answer_text: "In January; my notice period is three months." }]
}))
export interface ApplicationDraft extends Schema.Schema.Type<typeof ApplicationDraft> {}

/** The stored entities that a draft names; null for each that the organization does not have. */
export interface SubmissionContext {
  readonly job: (ApplicationDetail["job"] & { readonly status: JobStatus }) | null
  readonly first_stage: StageOfJob | null
  /** The stage that the draft names; it may belong to another job. */
  readonly requested_stage: StageOfJob | null
  /** The candidate that the draft names, or else the one who is the person that it brings. */
  readonly candidate: StoredCandidate | null
  /** The survivor of a merge of the candidate. */
  readonly merged_into: CandidateId | null
  /** The application that the candidate already has on the job. */
  readonly existing_id: ApplicationId | null
}

/** A new application with the first entry of its history, and with the candidate if it is created or changed with it. */
export interface Submitted {
  readonly application: ApplicationState
  readonly entered: HistoryRecord
  readonly created: Candidate.CandidateChange | null
  /** The known candidate with what was not known of it. */
  readonly filled: Candidate.CandidateChange | null
}

/** The candidate already has an application on the job. */
export class AlreadyApplied extends Schema.TaggedError<AlreadyApplied>()("AlreadyApplied", {
  application_id: ApplicationId,
  candidate_id: CandidateId
}) {}

/**
 * Creates an application in the requested stage, or else in the job's first. In a stage of the type hired it begins as
 * hired. A draft of a job takes applications, so that recruiters can prepare it; a closed job takes none. `prospect_id` is the
 * prospect that is converted into it.
 */
export const submit = (
  draft: ApplicationDraft,
  submission: SubmissionContext,
  context: DecisionContext,
  prospect_id: ProspectId | null = null
): Decision<
  Submitted,
  | JobNotFound
  | JobClosed
  | StageNotFound
  | StageOfAnotherJob
  | Candidate.CandidateNotFound
  | CandidateMerged
  | CandidateAnonymised
  | AlreadyApplied
> =>
  Result.gen(function*() {
    const { candidate: stored, existing_id, first_stage, requested_stage } = submission
    if (submission.job === null || first_stage === null) return yield* Result.fail(new JobNotFound({ id: draft.job_id }))
    const { status: job_status, ...job } = submission.job
    if (job_status === "closed") return yield* Result.fail(new JobClosed({ id: job.id }))
    const applicant = draft.candidate === undefined ? null : understood(draft.candidate)
    const created = applicant === null || stored !== null ? null : yield* Candidate.create(applicant.candidate, context)
    const recognised = applicant === null || stored === null ? null : yield* recognise(stored, applicant.candidate, context)
    const candidate = created?.entity.candidate ?? recognised?.change?.candidate ?? stored
    if (draft.candidate_id !== undefined && submission.merged_into !== null) {
      return yield* Result.fail(new CandidateMerged({ id: draft.candidate_id, into: submission.merged_into }))
    }
    if (candidate === null) {
      return yield* Result.fail(new Candidate.CandidateNotFound({ id: draft.candidate_id ?? "" }))
    }
    const stage = yield* stageOf(job.id, draft.stage_id === undefined ? first_stage : requested_stage, draft.stage_id ?? first_stage.id)
    if (stored !== null) yield* notAnonymised(stored)
    if (existing_id !== null) return yield* Result.fail(new AlreadyApplied({ application_id: existing_id, candidate_id: candidate.id }))
    const requested = (created?.entity ?? recognised?.change)?.requested
    const isHired = isHiredStage(stage)
    const application: ApplicationState = {
      id: ApplicationId.make(context.nextId()),
      stage_id: stage.id,
      source_type: draft.source_type ?? defaultSource,
      status: isHired ? "hired" : applicationStatus.initial,
      rejection_reason: null,
      created_at: context.now,
      updated_at: context.now,
      closed_at: isHired ? context.now : null,
      duplicate_of: null,
      candidate,
      stage,
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
        id: ApplicationAnswerId.make(context.nextId()),
        ...answer
      })),
      version: 1
    }
    const summary = summaryOf(application)
    return yield* decided(
      {
        application,
        entered: enter(summary, isHired ? "hired" : "applied", context),
        created: created?.entity ?? null,
        filled: recognised?.change ?? null
      },
      ...(created ?? recognised)?.events ?? [],
      eventOf("application.created", summary),
      ...(isHired ? [eventOf("application.hired", summary)] : [])
    )
  })
