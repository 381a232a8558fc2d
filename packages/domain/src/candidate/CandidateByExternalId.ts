/** Requests for candidates by their external ids (decision 0094). */
import { named } from "../Described.ts"
import * as example from "../Example.ts"
import { noun } from "./Candidate.ts"

/** A request for the candidate with an external id. */
export const CandidateByExternalId = noun.update.pipe(named(
  "CandidateByExternalId",
  "A new or existing candidate with an external id. A new one takes the fields of `POST /candidates`; omitted " +
    "fields of an existing one keep their values",
  {
    full_name: example.candidate.full_name,
    primary_email: example.candidate.primary_email,
    university: example.candidate.university
  }
))
