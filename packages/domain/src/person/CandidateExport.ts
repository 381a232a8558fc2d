/** Exports of candidates: all data that is stored about a person. */
import { Result, Schema, Struct } from "effect"
import { AiProfileDetail } from "../candidate/AiProfile.ts"
import { ApplicationDetail } from "../application/Application.ts"
import { noun as historyEntry } from "../application/ApplicationHistory.ts"
import { AttachmentDetail } from "../attachment/Attachment.ts"
import { Assessment } from "../criteria/Assessment.ts"
import { described, named } from "../Described.ts"
import { Encoded } from "../Encoded.ts"
import { Event } from "../event/Event.ts"
import * as example from "../Example.ts"
import { FeedbackRequest } from "../request/FeedbackRequest.ts"
import { ApplicationId, type AttachmentId, CandidateId } from "../Id.ts"
import { Interview } from "../interview/Interview.ts"
import { ExportedMessage } from "../mail/Message.ts"
import { Note } from "../note/Note.ts"
import { namesOf } from "../Noun.ts"
import { SchedulingLink } from "../scheduling/SchedulingLink.ts"
import { Scorecard } from "../scorecard/Scorecard.ts"
import { Signal } from "../signal/Signal.ts"
import { Prospect } from "../sourcing/Prospect.ts"
import { Submission } from "../submission/Submission.ts"
import { Timestamp } from "../Timestamp.ts"
import { CandidateDetail, noun } from "../candidate/Candidate.ts"
import { Related } from "./Related.ts"

const { ai_profiles: _profiles, candidate: _candidate, ...ofApplication } = ApplicationDetail.fields

/** A file of an export, with its content unless contents are omitted. */
export const ExportedAttachment = Schema.Struct({
  ...AttachmentDetail.fields,
  content: Schema.optionalKey(Schema.NullOr(Schema.String)).pipe(
    described(
      "The content of the file in base64 (RFC 4648, section 4); null if none is stored, absent with `files=false`",
      "JVBERi0xLjc="
    )
  )
}).pipe(named("ExportedAttachment", "A file of an exported candidate or application"))

/** An application of the exported candidate, with everything that belongs to it. */
export const ExportedApplication = Schema.Struct({
  ...ofApplication,
  attachments: Schema.Array(ExportedAttachment).pipe(described("The files of the application"))
}).pipe(named("ExportedApplication", "An application of the candidate, with everything that belongs to it"))

/** The exported fields of a merged candidate. */
export const mergedFields = namesOf(noun, "id", "required", "nullable", "list")

/**
 * A candidate that was merged into the exported one, in its former state; null once the merge can no longer be undone.
 */
export const ExportedMerge = Schema.Struct({
  candidate_id: CandidateId.pipe(described("The candidate that was merged into this one", example.id.duplicate)),
  merged_at: Timestamp.pipe(described("When the candidates were merged", example.time.merged)),
  candidate: Schema.NullOr(Schema.Struct(Struct.pick(CandidateDetail.fields, mergedFields))).pipe(
    described("The candidate as it was; null once the merge can no longer be undone")
  )
}).pipe(named("ExportedMerge", "A candidate that was merged into this one"))

/** An entry of the history of one of the applications. */
export const ExportedHistoryEntry = Schema.Struct({ application_id: ApplicationId, ...historyEntry.json.fields }).pipe(
  named("ExportedHistoryEntry", "A period in which an application of the candidate had one stage and one status")
)

const { id, type, subject_id, actor, occurred_at, data } = Event.fields

/** An event of the candidate or of its parts. */
export const ExportedEvent = Schema.Struct({ id, type, subject_id, actor, occurred_at, data }).pipe(
  named("ExportedEvent", "An event about the candidate or what belongs to it")
)

/** A model's findings on one of the applications, with people's decisions. */
export const ExportedAssessment = Schema.Struct({ application_id: ApplicationId, ...Assessment.fields }).pipe(
  named("ExportedAssessment", "The assessment of an application of the candidate by the criteria of its job")
)

const { others: _others, others_counted: _counted, ...ofSignal } = Signal.fields

/** A signal of an application, without the other people concerned. */
export const ExportedSignal = Schema.Struct(ofSignal).pipe(
  named(
    "ExportedSignal",
    "A sign that an application of the candidate was suspicious, without the other persons concerned"
  )
)

/** All data that is stored about a candidate. Every list is newest first. */
export const CandidateExport = Schema.Struct({
  candidate: CandidateDetail,
  ai_profiles: Schema.Array(AiProfileDetail).pipe(described("The AI profiles of the candidate")),
  notes: Schema.Array(Note).pipe(
    described("The notes on the candidate; notes on its applications are listed with them")
  ),
  attachments: Schema.Array(ExportedAttachment).pipe(
    described("The files of the candidate; files of its applications are listed with them")
  ),
  applications: Schema.Array(ExportedApplication).pipe(described("The candidate's applications on all jobs")),
  prospects: Schema.Array(Prospect).pipe(described("The prospects that were converted into the candidate")),
  merged_candidates: Schema.Array(ExportedMerge).pipe(described("The candidates that were merged into this one")),
  history: Schema.Array(ExportedHistoryEntry).pipe(described("The histories of the applications")),
  signals: Schema.Array(ExportedSignal).pipe(described("The signals of the applications")),
  submissions: Schema.Array(Submission).pipe(
    described("The person's submissions through the careers site, including those in the quarantine")
  ),
  feedback_requests: Schema.Array(FeedbackRequest).pipe(described("The requests for feedback on the applications")),
  interviews: Schema.Array(Interview).pipe(described("The interviews of the applications")),
  scorecards: Schema.Array(Scorecard).pipe(
    described("The submitted scorecards; drafts are not included")
  ),
  assessments: Schema.Array(ExportedAssessment).pipe(
    described(
      "The assessments of the applications by a model, each with the model and the decisions of people. Empty if no model was used"
    )
  ),
  scheduling_links: Schema.Array(SchedulingLink).pipe(
    described("The person's scheduling links, without their addresses")
  ),
  messages: Schema.Array(ExportedMessage).pipe(
    described("The mails to and from the person, including unassigned ones")
  ),
  related: Related.pipe(described("The person's other candidates and prospects, whose data is not included")),
  events: Schema.Array(ExportedEvent).pipe(described("The events whose data is not erased")),
  is_complete: Schema.Boolean.pipe(
    described(
      "False if older entries of a list did not fit into the answer. Profiles, notes, files and applications always do",
      true
    )
  )
}).pipe(named("CandidateExport", "All stored data of a candidate. Every list is newest first"))
export interface CandidateExport extends Schema.Schema.Type<typeof CandidateExport> {}

/** The lists of which an export has the newest entries, as far as there is room for them. */
export type BoundedList = Exclude<
  { [Name in keyof CandidateExport]: CandidateExport[Name] extends ReadonlyArray<unknown> ? Name : never }[
    keyof CandidateExport
  ],
  "ai_profiles" | "applications" | "attachments" | "notes"
>

/** A file of an export, and the number of bytes of its content; null if none is stored. */
export interface ExportedFile {
  readonly id: AttachmentId
  readonly size_bytes: number | null
}

/** An export as JSON without contents, and the file for each piece of the JSON that describes one. */
export class EncodedExport extends Encoded<CandidateExport> {
  readonly files: ReadonlyMap<Uint8Array, ExportedFile>
  constructor(document: Encoded<CandidateExport>, files: ReadonlyMap<Uint8Array, ExportedFile>) {
    super(...document.pieces)
    this.files = files
  }
}

/**
 * The most bytes of the notes and applications of an export, so that it has at most 4 MiB with the profiles (decision
 * 0027).
 */
export const maxExportBytes = 3_407_872

/** The most bytes of an application in an export, without its notes, feedback, responses and their texts. */
export const bytesOfApplication = 16_384

/** The bytes of a note or of feedback in an export without its texts. Up to 50 of them are the author's name. */
export const bytesOfPart = 320

/** The notes and the applications of the candidate are too large for one response. */
export class ExportTooLarge extends Schema.TaggedError<ExportTooLarge>()("ExportTooLarge", {
  /** The most bytes that they can have. */
  bytes: Schema.Int
}) {}

/** Fails if the notes and applications of an export may exceed the limit. */
export const withinExport = (bytes: number): Result.Result<void, ExportTooLarge> =>
  bytes <= maxExportBytes ? Result.void : Result.fail(new ExportTooLarge({ bytes }))

/** The most bytes of an export without the contents of files. */
export const maxDocumentBytes = 4 * 1024 * 1024

/** The most entries of each list of an export except profiles and applications. */
export const maxExported = 1000

/** The exports with contents that a server makes at a time for an organization. */
export const maxExportsOfOrganization = 2

/** The exports with contents that a server makes at a time. */
export const maxExports = 8

/** The most bytes of an export's field names and brackets. */
const frameBytes = 1024

/** Returns the bytes that remain in an export beside these parts. */
export const roomBeside = (parts: ReadonlyArray<Uint8Array>): number =>
  parts.reduce((room, part) => room - part.length - 1, maxDocumentBytes - frameBytes)

/** The first parts of a list that fit into an export. */
export interface Fitting {
  readonly parts: ReadonlyArray<Uint8Array>
  readonly room: number
  readonly is_complete: boolean
}

/** Returns the first of these parts, at most `maxExported`, that fit into `room` bytes. */
export const fitting = (parts: ReadonlyArray<Uint8Array>, room: number): Fitting => {
  let left = room
  const kept = parts.slice(0, maxExported)
  const end = kept.findIndex((part) => (left -= part.length + 1) < 0)
  return end === -1
    ? { parts: kept, room: left, is_complete: parts.length === kept.length }
    : { parts: kept.slice(0, end), room: 0, is_complete: false }
}
