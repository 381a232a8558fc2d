/** The data of events on submissions to the careers site: ids only, without personal data. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import { CandidateId, JobId, SubmissionId } from "../Id.ts"
import { ShownLine } from "../Text.ts"

/**
 * Why a submission is quarantined. Each sign can be wrong, so nothing is deleted because of one, and the sender is not
 * told.
 */
export const Suspicion = Schema.Literals([
  "honeypot",
  "too_fast",
  "no_proof",
  "same_text",
  "burst",
  "job_closed",
  "no_room"
]).pipe(described(
  "`honeypot`: an input hidden from people was filled in. `too_fast`: the form was sent within two seconds. " +
    "`no_proof`: it had no proof of work during a flood of submissions. `same_text`: several addresses sent the " +
    "same text. `burst`: one address sent many submissions, or a gigabyte of files, in a day. `job_closed`: the " +
    "job was closed before the application was created. `no_room`: the files or answers exceed the application's " +
    "limits",
  "same_text"
))
export type Suspicion = typeof Suspicion.Type

const fields = { submission_id: SubmissionId, job_id: JobId }

export const ReceivedData = Schema.Struct({
  ...fields,
  candidate_id: CandidateId,
  source_type: ShownLine.pipe(described("The channel through which it came", "newsletter"))
}).pipe(
  named(
    "ReceivedApplicationEventData",
    "The careers site submission that became an application or was added to one"
  )
)

export const QuarantinedData = Schema.Struct({
  ...fields,
  suspicions: Schema.Array(Suspicion).pipe(described("Why it went to the quarantine", ["same_text"]))
}).pipe(named("QuarantinedSubmissionEventData", "A submission that went to the quarantine"))
