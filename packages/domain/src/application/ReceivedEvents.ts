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
  "`honeypot`: an input was filled that people do not see. `too_fast`: the form was sent within two seconds. `no_proof`: without a proof " +
    "of work while a flood was on. `same_text`: several addresses have sent the same text. `burst`: many submissions from one address, or a gigabyte " +
    "of files in a day. " +
    "`job_closed`: the job was closed before the application was made. `no_room`: the application has no room for the files or answers",
  "same_text"
))
export type Suspicion = typeof Suspicion.Type

const fields = { submission_id: SubmissionId, job_id: JobId }

export const ReceivedData = Schema.Struct({
  ...fields,
  candidate_id: CandidateId,
  source_type: ShownLine.pipe(described("The channel that it came by", "newsletter"))
}).pipe(
  named(
    "ReceivedApplicationEventData",
    "The submission to the careers site that an application was made of, or that was added to it"
  )
)

export const QuarantinedData = Schema.Struct({
  ...fields,
  suspicions: Schema.Array(Suspicion).pipe(described("Why it went to the quarantine", ["same_text"]))
}).pipe(named("QuarantinedSubmissionEventData", "A submission that went to the quarantine"))
