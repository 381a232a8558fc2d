/** The one place that says what each failure of the domain is answered with. */
import type { AlreadyApplied, StageOfAnotherJob } from "@candor/domain/Application"
import type { ApplicationNotFound } from "@candor/domain/ApplicationNotFound"
import type { CandidateNotFound } from "@candor/domain/Candidate"
import type { FeedbackNotFound, NotFeedbackAuthor } from "@candor/domain/InterviewFeedback"
import type { JobNotFound, PublishLimitReached } from "@candor/domain/Job"
import type { RangeInverted } from "@candor/domain/Money"
import type { NoteNotFound, NotNoteAuthor } from "@candor/domain/Note"
import type { DuplicateProspects, ProspectNotFound } from "@candor/domain/Prospect"
import type { SearchNotFound } from "@candor/domain/SourcingSearch"
import type { LastStage, StageInUse, StageNotFound, TooManyStages } from "@candor/domain/Stage"
import type { TransitionRefused } from "@candor/domain/StateMachine"
import { type Details, Forbidden, InvalidRequest, NotFound } from "./Errors.ts"

const notFound = (noun: string) => () => new NotFound({ error: { message: `There is no ${noun} with this id.` } })

const invalid = (message: string, details?: Details) =>
  new InvalidRequest({ error: { message, ...(details === undefined ? {} : { details }) } })

type Path = ReadonlyArray<string | number>

/** An input error at one field, in the form that the schemas' errors have. */
const invalidField = (path: Path, message: string, details?: Details) =>
  invalid(`${path.join(".")}: ${message}`, { issues: [{ path, message }], ...details })

/** Input errors at several fields: 3 in the message, 100 in the details, and how many there are. */
const invalidFields = (issues: ReadonlyArray<{ readonly path: Path; readonly message: string }>) => {
  const told = issues.slice(0, 3).map(({ message, path }) => `${path.join(".")}: ${message}`)
  return invalid(told.join("; ") + (issues.length > 3 ? `; and ${issues.length - 3} more` : ""), {
    issues: issues.slice(0, 100)
  })
}

/** Only the author may do it. */
const authorOnly = (message: string) => () => new Forbidden({ error: { message } })

const answers = {
  JobNotFound: notFound("job"),
  StageNotFound: notFound("stage"),
  CandidateNotFound: notFound("candidate"),
  ApplicationNotFound: notFound("application"),
  NoteNotFound: notFound("note"),
  SearchNotFound: notFound("sourcing search"),
  ProspectNotFound: notFound("prospect"),
  FeedbackNotFound: notFound("interview feedback"),
  RangeInverted: (failure: RangeInverted) =>
    invalidField(
      [failure.field],
      `Expected at most ${failure.field.replace("min", "max")}, which is ${failure.max}; got ${failure.min}`
    ),
  NotNoteAuthor: authorOnly("Only the author of a note may edit or delete it."),
  NotFeedbackAuthor: authorOnly("Only the author of interview feedback may revise it."),
  TransitionRefused: (failure: TransitionRefused) =>
    invalid(`The ${failure.machine} ${failure.state} does not accept ${failure.event}.`, {
      accepted: failure.accepted
    }),
  PublishLimitReached: ({ limit, plan, published }: PublishLimitReached) =>
    new Forbidden({
      error: {
        message: `The plan ${plan} allows ${limit} published ${limit === 1 ? "job" : "jobs"} at a time. ` +
          "Close or withdraw one, or change the plan.",
        details: { plan, limit, published }
      }
    }),
  AlreadyApplied: ({ application_id }: AlreadyApplied) =>
    invalid("The candidate already has an application on this job.", { application_id }),
  StageOfAnotherJob: ({ job_id }: StageOfAnotherJob) =>
    invalidField(["stage_id"], "Expected a stage of the application's own job", { job_id }),
  DuplicateProspects: ({ duplicates }: DuplicateProspects) =>
    invalidFields(
      duplicates.map(({ index, linkedin_url, same_as }) => ({
        path: ["prospects", index, "linkedin_url"],
        message: `Expected an address that ${
          same_as === null ? "the search does not have yet" : `differs from that of prospects.${same_as}`
        }; got ${linkedin_url}`
      }))
    ),
  StageInUse: ({ application_count }: StageInUse) =>
    invalid(
      `The stage has ${application_count} ${application_count === 1 ? "application" : "applications"}. ` +
        "Move them to another stage first.",
      { application_count }
    ),
  LastStage: (_: LastStage) => invalid("A job keeps at least one stage."),
  TooManyStages: ({ max }: TooManyStages) => invalid(`A job has at most ${max} stages.`)
}

export type Failure =
  | JobNotFound
  | StageNotFound
  | CandidateNotFound
  | AlreadyApplied
  | StageOfAnotherJob
  | ApplicationNotFound
  | NoteNotFound
  | SearchNotFound
  | ProspectNotFound
  | DuplicateProspects
  | FeedbackNotFound
  | NotNoteAuthor
  | NotFeedbackAuthor
  | RangeInverted
  | TransitionRefused
  | PublishLimitReached
  | StageInUse
  | LastStage
  | TooManyStages

/** The error of the interface that a failure of the domain is answered with. */
export const toError = <F extends Failure>(failure: F): ReturnType<(typeof answers)[F["_tag"]]> =>
  answers[failure._tag](failure as never) as ReturnType<(typeof answers)[F["_tag"]]>
