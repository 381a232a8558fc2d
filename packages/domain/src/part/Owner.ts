/** The owner of a note or file: an application, or a candidate. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { ApplicationId, type CandidateId, Uuid } from "../Id.ts"
import { optionalReference } from "../Field.ts"

export interface OfApplication {
  readonly application_id: ApplicationId
}

export interface OfCandidate {
  readonly candidate_id: CandidateId
}

export type Owner = OfApplication | OfCandidate

/** Without an example, because the examples of events belong to an application. */
const candidate: typeof CandidateId = Uuid.pipe(
  described("The candidate that the file belongs to, if it belongs to no application"),
  Schema.brand("CandidateId")
)

/** The fields of a noun that belongs to either: it has exactly one of them. */
export const ownerFields = {
  application_id: optionalReference(ApplicationId),
  candidate_id: optionalReference(candidate)
}

export const isOfCandidate = (owner: Owner): owner is OfCandidate => "candidate_id" in owner

/** The data of the event of a deleted part. */
export const DeletedPart = Schema.Struct({
  id: Uuid.pipe(described("The id of the part", example.id.note)),
  application_id: ownerFields.application_id.schemas.event,
  candidate_id: ownerFields.candidate_id.schemas.event
}).pipe(named("DeletedPartEventData", "The ids of a note, of feedback or of a file that is deleted"))
