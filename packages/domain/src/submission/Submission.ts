/**
 * Submissions: what people send through a careers site, stored as given, and the applications that are made from it.
 */
import { Result, Schema } from "effect"
import type { Worker } from "../access/Actor.ts"
import { noun as application } from "../application/Application.ts"
import { type AnyContext, type Decision, decided, type DecisionContext, unchanged, withoutEvents } from "../Decision.ts"
import { named } from "../Described.ts"
import * as example from "../Example.ts"
import { embedded, having, hidden, id, inLists, managed, state, time, version, without } from "../Field.ts"
import { ApplicationId, CandidateId, JobId, SubmissionId } from "../Id.ts"
import { JobClosed } from "../job/Job.ts"
import type { JobStatus } from "../job/JobStatus.ts"
import { declare } from "../Noun.ts"
import { signalsInLists } from "../signal/Signal.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { Timestamp } from "../Timestamp.ts"
import { Source, sourceTypeOf } from "./Source.ts"
import { type SubmissionState, SubmissionState as State, submissionState } from "./SubmissionState.ts"
import { AskedForm, Consent, type Content, SubmittedFile } from "./SubmittedForm.ts"
import { type Conduct, isOverBudget, type Signs, suspicionsOf } from "./Suspicion.ts"
import { Suspicion } from "../application/ReceivedEvents.ts"

const given = (description: string, example: string | null) =>
  managed(Schema.NullOr(Schema.String), {
    description: `${description}, as it was sent; null if missing`,
    example,
    privacy: "removed"
  })

const kept = (schema: Schema.Codec<string | null>, description: string) =>
  hidden(schema, { description, example: null, privacy: "removed" })

export const noun = declare({
  subject: "submission",
  label: ["Held application", "Zurückgehaltene Bewerbung"],
  description: "A submission through the careers site, as it was sent",
  table: "submissions",
  partOf: "application",
  sees: { of: "job" },
  fields: {
    id: id(SubmissionId),
    job_id: managed(JobId, {
      description: "The job that the person applied for",
      example: example.id.job,
      privacy: "kept"
    }).pipe(inLists),
    application_id: managed(Schema.NullOr(ApplicationId), {
      description: "The application that the submission became or was added to; null until then",
      example: null,
      privacy: "kept"
    }).pipe(inLists),
    made_application: hidden(Schema.Boolean, {
      description:
        "Whether its application was made of it; false where it was added to one that was there, and until then",
      example: true,
      privacy: "kept"
    }),
    state: state(State, "kept"),
    suspicions: managed(Schema.Array(Suspicion), {
      description: "Why it is or was in the quarantine; empty if it never was",
      example: ["same_text"],
      privacy: "kept"
    }).pipe(inLists),
    full_name: managed(Schema.String, {
      description: "The name, as it was given",
      example: example.candidate.full_name,
      privacy: "removed"
    }).pipe(inLists),
    primary_email: managed(Schema.String, {
      description: "The email address, as it was given",
      example: example.candidate.primary_email,
      privacy: "removed"
    }).pipe(inLists),
    phone: given("The phone number", "+49 30 901820"),
    linkedin_url: given("The address of the LinkedIn profile", null),
    website_url: given("The website", null),
    cover_letter: given("The text of the cover letter", "I have followed your work on arrival times."),
    form: managed(AskedForm, {
      description: "The form as it was shown to the person",
      example: {
        phone: "optional",
        linkedin_url: "optional",
        website_url: "hidden",
        resume: "required",
        cover_letter: "optional",
        questions: []
      },
      privacy: "kept"
    }),
    answers: managed(Schema.Record(Schema.String, Schema.Json), {
      description: "The answers by question id, as they were sent; for a file, its name",
      example: { [example.id.question]: "In January" },
      privacy: "removed"
    }),
    files: managed(Schema.Array(SubmittedFile), {
      description: "The files that were sent",
      example: [{
        id: example.id.attachment,
        field: "resume",
        original_filename: "maya-okafor-resume.pdf",
        content_type: "application/pdf",
        size_bytes: 184_320
      }],
      privacy: "removed"
    }),
    consent: managed(Schema.NullOr(Consent), {
      description: "What the person agreed to; null if consent was not asked for",
      example: { version: 1, text: "I agree.", given_at: example.time.applied },
      privacy: "removed"
    }),
    source: managed(Source, {
      description: "The origin of the submission, apart from its content",
      example: {
        source: "newsletter",
        utm_source: null,
        utm_medium: null,
        utm_campaign: "autumn-2026",
        utm_term: null,
        utm_content: null,
        referrer: "https://news.example.com/"
      },
      privacy: "kept"
    }),
    source_type: managed(Schema.String, {
      description:
        "The source that the application gets: the link's `source` or `utm_source`, or else the linking site",
      example: "newsletter",
      privacy: "kept"
    }).pipe(inLists),
    withdrawal_requested_at: time(
      Schema.NullOr(Timestamp),
      "When the person asked to withdraw an application that has other submissions too; null if never",
      null
    ),
    email_addresses: hidden(Schema.Array(Schema.Struct({ address: Schema.String })), {
      description: "The addresses in `primary_email`, as they are compared",
      example: [{ address: example.candidate.primary_email }],
      privacy: "removed"
    }),
    file_bytes: hidden(Schema.Int, { description: "The bytes of its files", example: 184_320, privacy: "kept" }),
    signals: embedded(signalsInLists.signals).pipe(having({ listed: signalsInLists.signals }), without("json")),
    similar: embedded(signalsInLists.similar).pipe(having({ listed: signalsInLists.similar }), without("json")),
    filling_seconds: hidden(Schema.NullOr(Schema.Int), {
      description:
        "The seconds from the first input to the submission, as a signed challenge says; null where that is not known",
      example: 94,
      privacy: "kept"
    }),
    file_digests: hidden(Schema.Array(Schema.String), {
      description: "The digests of the contents of `files`, in their order",
      example: [],
      privacy: "removed"
    }),
    network_key: kept(Schema.NullOr(Schema.String), "A keyed digest of the network that it came from"),
    key: kept(
      Schema.NullOr(Schema.String),
      "A digest of the idempotency key and of what was sent with it; null where there was none"
    ),
    address_key: kept(Schema.String, "A keyed digest of the address that it came from"),
    text_key: kept(Schema.NullOr(Schema.String), "A keyed digest of its texts; null where they are short"),
    proof: kept(Schema.NullOr(Schema.String), "The proof of work, which is used once; null where there was none"),
    created_at: time(Timestamp, "When it was sent", example.time.applied).pipe(inLists),
    updated_at: time(Timestamp, "When its state was last changed", example.time.applied),
    version
  },
  events: {
    released: {
      summary: "A submission was released from the quarantine",
      ...only("ReleasedSubmissionEventData", "A submission that was released")
    },
    deleted: {
      summary: "A submission was deleted before an application was made of it",
      ...only("DeletedSubmissionEventData", "A submission that is deleted")
    },
    withdrawal_requested: {
      summary: "A person asks to withdraw an application that has other submissions too",
      ...only("WithdrawalRequestedEventData", "The submission of a person who asks to withdraw the application")
    }
  }
})

/** Makes the data of an event free of personal data. */
function only(identifier: string, description: string) {
  return { only: { identifier, description, fields: ["id", "job_id", "application_id"] as const } } as const
}

/** A submission as the interface shows it. */
export const Submission = noun.json
export interface Submission extends Schema.Schema.Type<typeof Submission> {}

/** A submission in the list of the quarantine. */
export const SubmissionListItem = noun.listed.pipe(named("SubmissionListItem", "A submission as lists show it"))
export interface SubmissionListItem extends Schema.Schema.Type<typeof SubmissionListItem> {}

export const StoredSubmission = noun.row
export interface StoredSubmission extends Schema.Schema.Type<typeof StoredSubmission> {}

export class SubmissionNotFound
  extends Schema.TaggedError<SubmissionNotFound>()("SubmissionNotFound", { id: Schema.String })
{}

/** The submission would go to the organization's quarantine, which is full. */
export class QuarantineFull extends Schema.TaggedError<QuarantineFull>()("QuarantineFull", {}) {}

/** The most submissions in the quarantine of an organization, and the most bytes of their files. */
export const [maxQuarantined, maxQuarantinedBytes] = [25_000, 10 * 1024 ** 3]

/** A submission that arrives. */
export interface Arrival extends
  Pick<
    StoredSubmission,
    "address_key" | "file_digests" | "filling_seconds" | "job_id" | "key" | "network_key" | "proof" | "text_key"
  >
{
  readonly content: Content
  readonly conduct: Omit<Conduct, "proven">
}

/** The stored data that decides on an arriving submission. */
export interface Circumstances extends Signs {
  /** The submission with the same key. */
  readonly known: StoredSubmission | null
  readonly proof_is_used: boolean
  readonly quarantined: number
  readonly quarantined_bytes: number
}

/** Returns the part of the texts that is compared with others'; null if they are too short to be distinctive. */
export const comparedText = (
  { answers, cover_letter }: Pick<Content, "answers" | "cover_letter">,
  minLength: number
): string | null => {
  const texts = [cover_letter ?? "", ...Object.values(answers).filter((answer) => typeof answer === "string")]
  const text = texts.join(" ").normalize("NFKC").toLowerCase().replace(/[\s\p{P}\d]+/gu, " ").trim()
  return text.length < minLength ? null : text
}

/**
 * Accepts a submission, into the quarantine if it is suspicious. An earlier one with the same key is returned
 * unchanged.
 */
export const accept = (
  { conduct, content, ...arrival }: Arrival,
  { known, proof_is_used, quarantined, quarantined_bytes, ...signs }: Circumstances,
  { nextId, now }: DecisionContext<Worker>
): Decision<StoredSubmission, QuarantineFull> => {
  if (known !== null) return unchanged(known)
  const proven = arrival.proof !== null && !proof_is_used
  const found = suspicionsOf({ ...conduct, proven }, signs)
  const isFull = quarantined >= maxQuarantined || quarantined_bytes >= maxQuarantinedBytes
  if (found.length > 0 && isFull && (!proven || isOverBudget(signs))) return Result.fail(new QuarantineFull())
  const suspicions = isFull ? [] : found
  const submission: StoredSubmission = {
    ...arrival,
    ...content,
    id: SubmissionId.make(nextId()),
    application_id: null,
    made_application: false,
    state: suspicions.length > 0 ? "quarantined" : submissionState.initial,
    suspicions,
    source_type: sourceTypeOf(content.source),
    withdrawal_requested_at: null,
    file_bytes: content.files.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
    proof: proven ? arrival.proof : null,
    created_at: now,
    updated_at: now,
    version: 1
  }
  return suspicions.length > 0 ? decided(submission, quarantinedEvent(submission)) : withoutEvents(submission)
}

const quarantinedEvent = ({ id, job_id, suspicions }: StoredSubmission) =>
  application.event("quarantined", { id, submission_id: id, job_id, suspicions })

const moved = (submission: StoredSubmission, event: (typeof submissionState.events)[number], { now }: AnyContext) =>
  Result.map(
    submissionState.next(submission.state, event),
    (state: SubmissionState): StoredSubmission => ({
      ...submission,
      state,
      updated_at: now,
      version: submission.version + 1
    })
  )

/** Releases a submission from the quarantine, so that an application is made from it. The job has this status. */
export const release = (
  submission: StoredSubmission,
  job_status: JobStatus,
  context: AnyContext
): Decision<StoredSubmission, JobClosed | TransitionRefused> =>
  submission.state === "released"
    ? unchanged(submission)
    : Result.flatMap(moved(submission, "release", context), (after): Decision<StoredSubmission, JobClosed> =>
      job_status === "closed"
        ? Result.fail(new JobClosed({ id: after.job_id }))
        : decided(after, noun.event("released", after)))

/** Deletes a submission from which no application was made. */
export const remove = (
  submission: StoredSubmission,
  context: AnyContext
): Decision<StoredSubmission, TransitionRefused> =>
  Result.flatMap(moved(submission, "delete", context), (after) => decided(after, noun.event("deleted", after)))

/** Quarantines a submission from which no application can be made at present. */
export const quarantine = (
  submission: StoredSubmission,
  suspicion: Suspicion,
  context: AnyContext
): Decision<StoredSubmission, TransitionRefused> =>
  Result.flatMap(moved(submission, "quarantine", context), (after) => {
    const quarantined = { ...after, suspicions: [...new Set([...after.suspicions, suspicion])] }
    return decided(quarantined, quarantinedEvent(quarantined))
  })

/** Records, once, that the person asks to withdraw the application. */
export const requestWithdrawal = (
  submission: StoredSubmission,
  { now }: AnyContext
): Decision<StoredSubmission, never> => {
  if (submission.withdrawal_requested_at !== null) return unchanged(submission)
  const after: StoredSubmission = {
    ...submission,
    withdrawal_requested_at: now,
    updated_at: now,
    version: submission.version + 1
  }
  return decided(after, noun.event("withdrawal_requested", after))
}

/** The application that was made from a submission, or that it was added to. */
export interface Target {
  readonly application_id: ApplicationId
  readonly candidate_id: CandidateId
  readonly isNew: boolean
}

/** Completes a submission: it belongs to an application from then on. */
export const complete = (
  submission: StoredSubmission,
  { application_id, candidate_id, isNew }: Target,
  context: AnyContext
): Decision<StoredSubmission, TransitionRefused> =>
  Result.flatMap(moved(submission, "process", context), (after) => {
    const { id: submission_id, job_id, source_type } = after
    const data = { id: application_id, submission_id, job_id, candidate_id, source_type }
    return decided(
      { ...after, application_id, made_application: isNew },
      application.event(isNew ? "received" : "resubmitted", data)
    )
  })
