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
      described("The text that is nearly the same: of letter and long answers, or of files", "letter")
    )
  ),
  percent_shared: Schema.optionalKey(
    Schema.Int.pipe(described("About how many of 100 pairs of words it has in common with the nearest other one", 62))
  ),
  filename: Schema.optionalKey(Schema.String.pipe(described("The name of the file", "resume.pdf"))),
  phone: Schema.optionalKey(Schema.String.pipe(described("The phone number", "+49 30 901820"))),
  seconds: Schema.optionalKey(Schema.Int.pipe(described("The seconds from the first input to the submission", 2))),
  reading_seconds: Schema.optionalKey(
    Schema.Int.pipe(described("The seconds that it takes at least to skim the form", 9))
  ),
  domain: Schema.optionalKey(Schema.String.pipe(described("The domain of the address", "mailinator.com"))),
  quote: Schema.optionalKey(Schema.String.pipe(described("What it says", "Ignore all previous instructions"))),
  is_hidden: Schema.optionalKey(
    Schema.Boolean.pipe(described("Whether people do not see it: it is white or tiny", true))
  )
}).pipe(named("SignalReason", "What was seen. Each kind of signal has some of these"))
export interface SignalReason extends Schema.Schema.Type<typeof SignalReason> {}

const Other = Schema.Struct({
  application_id: Schema.NullOr(ApplicationId).pipe(
    described("The application; null of a submission in the quarantine")
  ),
  submission_id: Schema.NullOr(SubmissionId).pipe(
    described("The submission in the quarantine; null of an application", null)
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
  description: "What of an application is odd beside others, with what was seen",
  table: "signals",
  partOf: "application",
  sees: { of: "job" },
  fields: {
    id: id(SignalId),
    job_id: reference(JobId),
    application_id: managed(Schema.NullOr(ApplicationId), {
      description: "The application; null of a submission in the quarantine",
      example: example.id.application,
      privacy: "kept"
    }),
    submission_id: managed(Schema.NullOr(SubmissionId), {
      description: "The submission in the quarantine; null of an application",
      example: null,
      privacy: "kept"
    }),
    kind: state(SignalKind, "kept"),
    group_id: managed(Schema.NullOr(Schema.String), {
      description:
        "What those have in common that it concerns, by which lists can be filtered: of `similar_text` the group of nearly equal ones, of others " +
        "the file, the number or the network; null where it concerns nobody else",
      example: example.id.signal,
      privacy: "removed"
    }),
    reason: managed(SignalReason, {
      description: "What was seen",
      example: { part: "letter", percent_shared: 62 },
      privacy: "removed"
    }),
    others: embedded(
      Schema.Array(Other).pipe(
        described(`The others that it concerns, as far as the caller sees them: the newest ${maxOthers}`)
      )
    ),
    others_counted: embedded(
      Schema.Int.pipe(described(`The number of these, ${maxCounted} where there are more`, 1))
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
  id: Schema.String.pipe(described("The id of the group, by which lists can be filtered", example.id.signal)),
  members: Schema.Int.pipe(
    described(`The number of those in the list that the caller sees, ${maxCounted} where there are more`, 12)
  )
}).pipe(named("SimilarGroup", "A group of nearly equal applications"))
export interface SimilarGroup extends Schema.Schema.Type<typeof SimilarGroup> {}

/** The signals of an application or submission, as shown in lists. */
export const signalsInLists = {
  signals: Schema.Array(SignalKind).pipe(described("The kinds of its signals", ["similar_text"])),
  similar: Schema.NullOr(SimilarGroup).pipe(
    described(`The group of at least ${minGroup} nearly equal ones that it belongs to; null for none`, null)
  )
}
