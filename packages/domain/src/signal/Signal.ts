/**
 * Signals: an oddity of an application or quarantined submission, compared with others. Each names what was seen and
 * which applications it concerns, so that a person can check it. Signals never reject or rank anybody.
 */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { embedded, id, managed, reference, state, time } from "../Field.ts"
import { ApplicationId, JobId, SignalId, SubmissionId } from "../Id.ts"
import { declare } from "../Noun.ts"
import { ShownLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { SignalKind } from "./SignalKind.ts"

/** The most others that a signal lists, and the highest number that it counts. */
export const [maxOthers, maxCounted] = [20, 100]

/** What was seen, as values that a page puts into words. */
export const SignalReason = Schema.Struct({
  part: Schema.optionalKey(
    Schema.Literals(["letter", "resume"]).pipe(
      described("The nearly equal text: the letter and long answers, or the files", "letter")
    )
  ),
  percent_shared: Schema.optionalKey(
    Schema.Int.pipe(described("The approximate percentage of word pairs that it shares with the most similar text", 62))
  ),
  filename: Schema.optionalKey(Schema.String.pipe(described("The name of the file", "resume.pdf"))),
  phone: Schema.optionalKey(Schema.String.pipe(described("The phone number", "+49 30 901820"))),
  seconds: Schema.optionalKey(Schema.Int.pipe(described("The seconds from the first input to the submission", 2))),
  reading_seconds: Schema.optionalKey(
    Schema.Int.pipe(described("The minimum number of seconds needed to skim the form", 9))
  ),
  domain: Schema.optionalKey(Schema.String.pipe(described("The domain of the address", "mailinator.com"))),
  quote: Schema.optionalKey(Schema.String.pipe(described("The text found", "Ignore all previous instructions"))),
  is_hidden: Schema.optionalKey(
    Schema.Boolean.pipe(described("Whether the text is hidden from people: white or tiny", true))
  )
}).pipe(named("SignalReason", "What was found. Each kind of signal has some of these fields"))
export interface SignalReason extends Schema.Schema.Type<typeof SignalReason> {}

const Other = Schema.Struct({
  application_id: Schema.NullOr(ApplicationId).pipe(
    described("The application; null for a submission in the quarantine")
  ),
  submission_id: Schema.NullOr(SubmissionId).pipe(
    described("The submission in the quarantine; null for an application", null)
  ),
  full_name: ShownLine.pipe(described("The name of the person", example.candidate.full_name)),
  job: Schema.Struct({ id: JobId, title: ShownLine.pipe(described("The title of the job", example.job.title)) }).pipe(
    described("The job", { id: example.id.job, title: example.job.title })
  ),
  created_at: Timestamp.pipe(described("When it was sent", example.time.applied))
}).pipe(named("SignalOther", "Another application or submission that a signal concerns"))

export const noun = declare({
  subject: "signal",
  label: ["Signal", "Hinweis"],
  description: "A sign that an application is suspicious, with what was found",
  table: "signals",
  partOf: "application",
  sees: { of: "job" },
  fields: {
    id: id(SignalId),
    job_id: reference(JobId),
    application_id: managed(Schema.NullOr(ApplicationId), {
      description: "The application; null for a submission in the quarantine",
      example: example.id.application,
      privacy: "kept"
    }),
    submission_id: managed(Schema.NullOr(SubmissionId), {
      description: "The submission in the quarantine; null for an application",
      example: null,
      privacy: "kept"
    }),
    kind: state(SignalKind, "kept"),
    group_id: managed(Schema.NullOr(Schema.String), {
      description:
        "The id of what the concerned applications have in common, to filter lists by: the group of nearly " +
        "equal texts for `similar_text`, otherwise the file, phone number or network; null if no other " +
        "application is concerned",
      example: example.id.signal,
      privacy: "removed"
    }),
    reason: managed(SignalReason, {
      description: "What was found",
      example: { part: "letter", percent_shared: 62 },
      privacy: "removed"
    }),
    others: embedded(
      Schema.Array(Other).pipe(
        described(`The other applications concerned that the caller may see, the newest ${maxOthers}`)
      )
    ),
    others_counted: embedded(
      Schema.Int.pipe(described(`The number of these, at most ${maxCounted}`, 1))
    ),
    created_at: time(Timestamp, "When it was found", example.time.applied)
  },
  events: {}
})

export const Signal = noun.json
export interface Signal extends Schema.Schema.Type<typeof Signal> {}

export const StoredSignal = noun.row
export interface StoredSignal extends Schema.Schema.Type<typeof StoredSignal> {}

/** The least size of a group of nearly equal applications: two people may have copied one letter. */
export const minGroup = 3

/** The group of nearly equal applications that a card or listed submission belongs to. */
export const SimilarGroup = Schema.Struct({
  id: Schema.String.pipe(described("The id of the group, to filter lists by", example.id.signal)),
  members: Schema.Int.pipe(
    described(`The number of its members in the list that the caller may see, at most ${maxCounted}`, 12)
  )
}).pipe(named("SimilarGroup", "A group of nearly equal applications"))
export interface SimilarGroup extends Schema.Schema.Type<typeof SimilarGroup> {}

/** The signals of an application or submission, as shown in lists. */
export const signalsInLists = {
  signals: Schema.Array(SignalKind).pipe(described("The kinds of its signals", ["similar_text"])),
  similar: Schema.NullOr(SimilarGroup).pipe(
    described(`Its group of at least ${minGroup} nearly equal submissions; null for none`, null)
  )
}
