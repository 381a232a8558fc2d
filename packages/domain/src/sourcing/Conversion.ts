/** The conversion of a prospect to a candidate with an application on a job. */
import { Result, Schema } from "effect"
import type { ApplicantDraft } from "../application/Applicant.ts"
import { submit, type SubmissionContext, type Submitted } from "../application/Submission.ts"
import { type Decision, decided, type DecisionContext, type DomainEvent, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import { ApplicationId, type CandidateId, JobId, StageId } from "../Id.ts"
import { JobNotFound } from "../job/Job.ts"
import { linkTo, type ProspectState } from "./Prospect.ts"
import type { TransitionRefused } from "../StateMachine.ts"

/** A request to convert a prospect. Without a stage, the application begins in the job's first. */
export const ConversionDraft = Schema.Struct({
  job_id: JobId.pipe(described("The job that the new candidate applies for")),
  stage_id: Schema.optionalKey(StageId).pipe(described("The stage in which to start; by default the job's first"))
}).pipe(named("ProspectConversion", "A request to make a prospect a candidate with an application"))
export interface ConversionDraft extends Schema.Schema.Type<typeof ConversionDraft> {}

/** The source of an application that a conversion creates. */
export const conversionSource = "sourcing"

/** The stored entities that a conversion needs. */
export interface ConversionContext {
  readonly prospect: ProspectState
  /** The job of the prospect's application; null if the prospect has no application. */
  readonly present_job_id: JobId | null
  /** Its `candidate` is the same person as the prospect; null if there is none. */
  readonly submission: SubmissionContext
}

/** A converted prospect, with its application if the candidate had none on the job. */
export interface Conversion {
  readonly prospect: ProspectState
  readonly submitted: Submitted | null
}

/** The prospect has an application on another job. */
export class AlreadyConverted extends Schema.TaggedError<AlreadyConverted>()("AlreadyConverted", {
  job_id: JobId,
  application_id: ApplicationId
}) {}

/** Returns the applicant for a prospect. */
const applicantOf = ({ email, full_name, linkedin_url, years_experience }: ProspectState): ApplicantDraft => ({
  full_name,
  primary_email: email,
  linkedin_url,
  years_experience
})

/** Every reason for which an application can be refused. */
type Refusal = ReturnType<typeof submit> extends Result.Result<unknown, infer Failure> ? Failure : never

/** The candidate and the application of a prospect, with the data to store. */
interface Applied {
  readonly candidate_id: CandidateId
  readonly application_id: ApplicationId
  readonly submitted: Submitted | null
  readonly events: ReadonlyArray<DomainEvent>
}

/** Creates the application and its candidate, or finds the application that the candidate already has on the job. */
const apply = (
  draft: ConversionDraft,
  { prospect, submission }: ConversionContext,
  context: DecisionContext
): Result.Result<Applied, Refusal> => {
  const { candidate } = submission
  const person = candidate === null ? { candidate: applicantOf(prospect) } : { candidate_id: candidate.id }
  return Result.match(
    submit({ ...draft, ...person, source_type: conversionSource }, submission, context, prospect.id),
    {
      onSuccess: ({ entity, events }): Result.Result<Applied, Refusal> => {
        const { application } = entity
        return Result.succeed({
          candidate_id: application.candidate.id,
          application_id: application.id,
          submitted: entity,
          events
        })
      },
      onFailure: (failure): Result.Result<Applied, Refusal> =>
        failure._tag === "AlreadyApplied" && candidate !== null
          ? Result.succeed({
            candidate_id: candidate.id,
            application_id: failure.application_id,
            submitted: null,
            events: []
          })
          : Result.fail(failure)
    }
  )
}

/**
 * Converts a prospect to a candidate with an application on the job. If the person is already a candidate, or already
 * has an application on the job, that is used instead of a new one. Converting again for the same job changes nothing.
 */
export const convert = (
  draft: ConversionDraft,
  conversion: ConversionContext,
  context: DecisionContext
): Decision<Conversion, Refusal | AlreadyConverted | TransitionRefused> =>
  Result.gen(function*() {
    const { present_job_id, prospect, submission } = conversion
    if (submission.job === null) return yield* Result.fail(new JobNotFound({ id: draft.job_id }))
    if (present_job_id === draft.job_id) return yield* unchanged<Conversion>({ prospect, submitted: null })
    if (present_job_id !== null && prospect.application_id !== null) {
      return yield* Result.fail(
        new AlreadyConverted({ job_id: present_job_id, application_id: prospect.application_id })
      )
    }
    const { events, submitted, ...link } = yield* apply(draft, conversion, context)
    const linked = yield* linkTo(prospect, link)
    return yield* decided<Conversion>({ prospect: linked.entity, submitted }, ...events, ...linked.events)
  })
