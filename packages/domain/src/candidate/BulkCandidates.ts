/** Bulk writes of candidates: each is created or changed independently (decision 0112). */
import { Schema } from "effect"
import { bulkItems, identity, namesOneRow } from "../BulkItems.ts"
import { named } from "../Described.ts"
import * as example from "../Example.ts"
import { CandidateId } from "../Id.ts"
import { noun } from "./Candidate.ts"

/** One candidate of a request. */
export const BulkCandidate = Schema.Struct({ ...identity(CandidateId, "candidate"), ...noun.update.fields }).check(
  namesOneRow
)
export interface BulkCandidate extends Schema.Schema.Type<typeof BulkCandidate> {}

const examples = [
  { external_id: "greenhouse:4000", full_name: example.candidate.full_name, tags: ["backend"] },
  { id: example.id.candidate, university: example.candidate.university }
]

/** A request that creates or changes many candidates. */
export const BulkCandidates = Schema.Struct({
  candidates: bulkItems(
    "The candidates, each with `id` or `external_id` and the fields of `PATCH /candidates/{candidateId}`. One " +
      "without either id, or with a new `external_id`, is created, and needs the fields that `POST /candidates` " +
      "requires",
    ...examples
  )
}).pipe(named("BulkCandidates", "Candidates to create or update", { candidates: examples }))
