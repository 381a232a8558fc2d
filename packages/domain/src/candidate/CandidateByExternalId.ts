/** Requests for candidates by their external ids (decision 0094). */
import { named } from "../Described.ts"
import * as example from "../Example.ts"
import { noun } from "./Candidate.ts"

/** A request for the candidate with an external id. */
export const CandidateByExternalId = noun.update.pipe(named(
  "CandidateByExternalId",
  "A candidate whom another system knows, new or not. A new one takes the fields of `POST /candidates`; of a known one a field that is left out stays",
  {
    full_name: example.candidate.full_name,
    primary_email: example.candidate.primary_email,
    university: example.candidate.university
  }
))
