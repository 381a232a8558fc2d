/** A note, feedback or a file that is deleted, as its event tells it. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { Uuid } from "../Id.ts"
import { ownerFields } from "./Owner.ts"

export const DeletedPart = Schema.Struct({
  id: Uuid.pipe(described("The id of the part", example.id.note)),
  application_id: ownerFields.application_id.schemas.event,
  candidate_id: ownerFields.candidate_id.schemas.event
}).pipe(named("DeletedPartEventData", "The ids of a note, of feedback or of a file that is deleted"))
