/** Applications: each puts a candidate into a stage of a job. */
import { Schema } from "effect"
import { Attachment } from "../attachment/Attachment.ts"
import { Candidate } from "../candidate/Candidate.ts"
import type { DomainEvent } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { externalIds } from "../ExternalId.ts"
import { InterviewFeedback } from "../feedback/InterviewFeedback.ts"
import { ApplicationId, CandidateId, JobId, MailTemplateId, ProspectId, StageId } from "../Id.ts"
import { Job } from "../job/Job.ts"
import { Stage } from "../job/Stage.ts"
import { Note } from "../note/Note.ts"
import {
  addedLater,
  defaulted,
  embedded,
  having,
  id,
  inLists,
  labelled,
  managed,
  reference,
  requested,
  state,
  time,
  version,
  without
} from "../Field.ts"
import { declare } from "../Noun.ts"
import { AiProfile } from "../candidate/AiProfile.ts"
import { Line, ShownLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { ApplicantDraft, CandidateMatch, Unapplied } from "./Applicant.ts"
import { ApplicationAnswer, ApplicationAnswerDraft } from "./ApplicationAnswer.ts"
import { ApplicationStatus } from "./ApplicationStatus.ts"
import { QuarantinedData, ReceivedData } from "./ReceivedEvents.ts"
import { because } from "../IssueReason.ts"

/** Decisions need the names of the candidate, the job and the stage, for their events. */
const NamedCandidate = Schema.Struct({ id: CandidateId, full_name: Candidate.fields.full_name })
const NamedJob = Schema.Struct({ id: JobId, title: Job.fields.title })
const NamedStage = Schema.Struct({ id: StageId, name: Stage.fields.name })

/** Returns a stage as events show it. */
const stageNamed = <Id extends string>({ id, name }: { readonly id: Id; readonly name: string }) => ({ id, name })

const inStage = "The stage that the application is in"
const ofJob = "The job that the candidate applies for"
const answers = [{ question_text: "When can you start?", answer_text: "In January; my notice period is three months." }]

export const noun = declare({
  subject: "application",
  description: "A candidate in a stage of a job",
  table: "applications",
  partOf: "job",
  sees: "owner",
  isCopied: false,
  fields: {
    id: id(ApplicationId),
    job_id: reference(JobId).pipe(
      having({ create: JobId.pipe(described(`${ofJob}; a closed one takes no applications`)) })
    ),
    candidate_id: reference(CandidateId).pipe(having({
      create: Schema.optionalKey(CandidateId).pipe(described("An existing candidate; give either this or `candidate`"))
    })),
    stage_id: managed(StageId, { description: inStage, example: example.id.stage, privacy: "kept" }).pipe(
      inLists,
      having({
        create: Schema.optionalKey(StageId).pipe(described("The stage in which to start; by default the job's first"))
      })
    ),
    source_type: defaulted(ShownLine, Line, {
      description: "The channel through which the application came, as free text; `api` by default",
      example: "sourcing",
      privacy: "kept"
    }).pipe(labelled("Source", "Quelle")),
    external_ids: externalIds({ replacedBy: [] }),
    status: state(ApplicationStatus, "kept"),
    rejection_reason: managed(Schema.NullOr(ShownLine), {
      description:
        "The name of the rejection reason at the time of the rejection; null unless the application is rejected",
      example: null,
      privacy: "kept"
    }).pipe(inLists),
    created_at: time(Timestamp, "When the candidate applied", example.time.applied).pipe(inLists),
    updated_at: time(
      Timestamp,
      "When the application, or one of its notes, feedback, files or file texts, last changed. Never decreases",
      example.time.moved
    ).pipe(inLists),
    closed_at: time(
      Schema.NullOr(Timestamp),
      "When the application was rejected, withdrawn or hired; null while it is active",
      null
    ).pipe(inLists),
    applied_again_at: managed(Schema.NullOr(Timestamp), {
      description:
        "When the person last applied again through the careers site; null if never. A closed application stays " +
        "closed, because anybody can apply with another person's address",
      example: null,
      privacy: "kept"
    }).pipe(inLists, addedLater),
    withdrawal_handled_at: managed(Schema.NullOr(Timestamp), {
      description:
        "When a member marked the person's request to withdraw the application as handled; null if nobody has",
      example: null,
      privacy: "kept"
    }).pipe(addedLater),
    duplicate_of: managed(Schema.NullOr(ApplicationId), {
      description:
        "The more advanced application of the same candidate on the same job, if a merge of candidates left both; otherwise null",
      example: null,
      privacy: "kept"
    }).pipe(inLists, addedLater),
    candidate: embedded(Candidate.pipe(described("The candidate who applies"))).pipe(having({
      row: NamedCandidate,
      listed: Schema.Struct({
        ...NamedCandidate.fields,
        primary_email: Candidate.fields.primary_email,
        linkedin_url: Candidate.fields.linkedin_url
      }).pipe(described("The candidate who applies")),
      event: Schema.optionalKey(NamedCandidate.pipe(described("The candidate, with the name at that time"))),
      create: Schema.optionalKey(ApplicantDraft).pipe(described(
        "The person who applies; give either this or `candidate_id`. A candidate with the same LinkedIn URL, or " +
          "else the same email address, is matched and gets values for its empty fields; otherwise one is " +
          "created. `candidate_match` of the response says which"
      ))
    })),
    stage: embedded(Stage.pipe(described(inStage, example.stages[2]))).pipe(
      inLists,
      having({
        row: Stage,
        event: Schema.optionalKey(
          NamedStage.pipe(described("The stage, with the name at that time", stageNamed(example.stages[2])))
        )
      })
    ),
    job: embedded(
      Schema.Struct({ ...NamedJob.fields, department: Job.fields.department, location: Job.fields.location }).pipe(
        described(ofJob)
      )
    ).pipe(having({
      row: NamedJob,
      listed: NamedJob.pipe(described(ofJob)),
      event: Schema.optionalKey(NamedJob.pipe(described("The job, with the title at that time")))
    })),
    prospect_id: managed(Schema.NullOr(ProspectId), {
      description: "The prospect that was converted into the application; null if there is none",
      example: example.id.prospect,
      privacy: "kept"
    }).pipe(addedLater),
    ai_profiles: embedded(Schema.Array(AiProfile).pipe(described("The AI profiles of the candidate, newest first"))),
    notes: embedded(Schema.Array(Note).pipe(described("The notes on the application, newest first"))),
    interview_feedback: embedded(
      Schema.Array(InterviewFeedback).pipe(described("The interview feedback on the application, newest first"))
    ),
    candidate_match: managed(Schema.NullOr(CandidateMatch), {
      description:
        "`found` if the candidate was matched by email address or LinkedIn URL, `new` if it was created with " +
        "the application; null if the request named the candidate, or for applications of earlier versions",
      example: "new",
      privacy: "kept"
    }).pipe(
      without("row", "event"),
      having({
        create: Schema.optionalKey(Schema.Literal("new")).pipe(
          described(
            "`new` creates a candidate even if one with the same addresses exists. Only with `candidate`",
            "new"
          )
        )
      })
    ),
    unapplied: managed(Schema.Array(Unapplied), {
      description:
        "Values of the application that were not copied to the candidate: unparseable or too long ones, and " +
        "values that differ from those of an existing candidate",
      example: [{ field: "linkedin_url", value: "ask me for it", reason: "unrecognized" }],
      privacy: { replacedBy: [] }
    }).pipe(without("row", "event")),
    attachments: embedded(Schema.Array(Attachment).pipe(described("The files of the application"))),
    application_answers: embedded(
      Schema.Array(ApplicationAnswer).pipe(described("The candidate's answers to questions"))
    ),
    answers: requested(
      Schema.optionalKey(
        Schema.Array(ApplicationAnswerDraft).check(Schema.isMaxLength(100, { expected: "at most 100 answers" }))
      ),
      "The candidate's answers to questions of the application form",
      answers
    ).pipe(without("update")),
    version
  },
  events: {
    created: {
      summary: "A candidate applied for a job",
      news: ["{actor} added {who} in {stage}.", "{actor} {who} in „{stage}“ aufgenommen."],
      example: {
        version: 1,
        stage_id: example.stages[0].id,
        stage: stageNamed(example.stages[0]),
        updated_at: example.time.applied
      }
    },
    updated: {
      summary: "An application was changed, by a request, or by a merge, anonymisation or deletion"
    },
    moved: {
      summary: "An application was moved to another stage",
      news: ["{actor} moved {who} to {stage}.", "{actor} {who} nach „{stage}“ verschoben."],
      also: {
        identifier: "MovedApplicationEventData",
        description: "An application without its texts, in its new stage",
        fields: {
          from_stage_id: StageId.pipe(described("The stage that the application was in before", example.stages[1].id)),
          from_stage: Schema.optionalKey(
            NamedStage.pipe(
              described("The stage that it was in before, with the name at that time", stageNamed(example.stages[1]))
            )
          )
        }
      }
    },
    rejected: {
      summary: "An application was rejected",
      news: ["{actor} rejected {who}.", "{actor} {who} abgesagt."],
      example: { ...example.closed, status: "rejected", rejection_reason: "Salary expectations" },
      also: {
        identifier: "RejectedApplicationEventData",
        description: "A rejected application without its texts, with the mail that is sent to its candidate",
        fields: {
          mail_template_id: Schema.optionalKey(
            Schema.NullOr(MailTemplateId).pipe(described(
              "The template of the mail that is sent; null for none, omitted for that of the matching rule",
              null
            ))
          )
        }
      }
    },
    withdrawn: {
      summary: "An application was withdrawn",
      news: ["{actor} marked {who} as withdrawn.", "{actor} die Bewerbung von {who} als zurückgezogen vermerkt."],
      example: { ...example.closed, status: "withdrawn" }
    },
    hired: {
      summary: "The candidate of an application was hired",
      news: ["{actor} hired {who}.", "{actor} {who} eingestellt."],
      example: {
        ...example.closed,
        status: "hired",
        stage_id: example.stages[4].id,
        stage: stageNamed(example.stages[4])
      }
    },
    reopened: {
      summary: "A closed application was made active again",
      news: [
        "{actor} reopened the application of {who} in {stage}.",
        "{actor} die Bewerbung von {who} in „{stage}“ wieder aufgenommen."
      ]
    },
    withdrawal_handled: {
      summary: "A member marked the person's request to withdraw an application as handled, or as open again",
      reads: ["withdrawal request handled", "Rückzugswunsch erledigt"],
      news: [
        "{actor} handled the request of {who} to withdraw.",
        "{actor} den Wunsch von {who} erledigt, die Bewerbung zurückzuziehen."
      ],
      example: { withdrawal_handled_at: example.time.moved }
    },
    received: { summary: "A submission to the careers site became an application", data: ReceivedData },
    resubmitted: {
      summary: "A person sent another submission for the same job, which was added to the application",
      reads: ["sent again", "erneut gesendet"],
      data: ReceivedData
    },
    quarantined: {
      summary: "A submission to the careers site went to the quarantine",
      reads: ["held", "zurückgehalten"],
      data: QuarantinedData
    },
    deleted: {
      summary: "An application was deleted",
      news: ["{actor} deleted an application.", "{actor} eine Bewerbung gelöscht."],
      only: {
        identifier: "DeletedApplicationEventData",
        description: "The ids of an application that is deleted",
        fields: ["id", "job_id", "candidate_id"]
      }
    }
  }
})

/** An application as a list shows it (spec, part 2). */
export const ApplicationListItem = noun.listed.pipe(
  named("ApplicationListItem", "A candidate in a stage of a job, as lists show it")
)
export interface ApplicationListItem extends Schema.Schema.Type<typeof ApplicationListItem> {}

/** An application with all its details (spec, part 2). */
export const ApplicationDetail = noun.json.pipe(
  named("ApplicationDetail", "A candidate in a stage of a job, with everything that belongs to the application")
)
export interface ApplicationDetail extends Schema.Schema.Type<typeof ApplicationDetail> {}

/** An application without its texts: what decisions need, and events show. */
export const ApplicationState = noun.row
export interface ApplicationState extends Schema.Schema.Type<typeof ApplicationState> {}

/** The organization has no such application. */
export class ApplicationNotFound
  extends Schema.TaggedError<ApplicationNotFound>()("ApplicationNotFound", { id: Schema.String })
{}

/** A request for a new application, with the id of a stored candidate or with a new candidate. */
export const ApplicationDraft = noun.create.check(
  Schema.makeFilter(({ candidate, candidate_id }) =>
    (candidate === undefined) !== (candidate_id === undefined) ||
    { path: ["candidate_id"], issue: "Expected either candidate_id or candidate, and not both" }, {
    toJsonSchema: () => ({}),
    ...because("wrong_combination")
  }),
  Schema.makeFilter(
    ({ candidate_id, candidate_match }) =>
      candidate_id === undefined || candidate_match === undefined ||
      { path: ["candidate_match"], issue: "Expected nothing beside candidate_id, which names the candidate" },
    { toJsonSchema: () => ({}), ...because("wrong_combination") }
  )
).pipe(named("ApplicationDraft", "A new application of an existing candidate or of the given person", {
  job_id: example.id.job,
  candidate: { full_name: example.candidate.full_name, primary_email: example.candidate.primary_email },
  source_type: "careers_site",
  answers
}))
export interface ApplicationDraft extends Schema.Schema.Type<typeof ApplicationDraft> {}

/** Further data of an event: the stage before a move, and the template of the mail after a rejection. */
interface Besides {
  readonly from?: Stage
  readonly mail_template_id?: MailTemplateId | null | undefined
}

/** Makes an event of an application, with the names that its reader needs to say what happened. */
export const eventOf = (
  verb: Exclude<keyof typeof noun.events, "deleted" | "quarantined" | "received" | "resubmitted">,
  { candidate, job, stage, ...application }: ApplicationState,
  { from, mail_template_id }: Besides = {}
): DomainEvent =>
  noun.event(verb, {
    ...application,
    candidate: { id: candidate.id, full_name: candidate.full_name },
    job: { id: job.id, title: job.title },
    stage: stageNamed(stage),
    ...(from === undefined ? {} : { from_stage_id: from.id, from_stage: stageNamed(from) }),
    ...(mail_template_id === undefined ? {} : { mail_template_id })
  })

/**
 * Returns the time of a change that is made now. It is never before an earlier change, which another server's clock may
 * have timed.
 */
export const changedAt = (before: Pick<ApplicationState, "updated_at">, now: Timestamp): Timestamp =>
  now > before.updated_at ? now : before.updated_at
