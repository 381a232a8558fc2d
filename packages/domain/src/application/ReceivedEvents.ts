/** What the events of submissions to the careers site tell: ids, and nothing of the person. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import { CandidateId, JobId, SubmissionId } from "../Id.ts"
import { ShownLine } from "../Text.ts"
import { Suspicion } from "../submission/Suspicion.ts"

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
