/** A part of an application that is deleted: a note, feedback or a file, as its event tells it. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { ApplicationId, Uuid } from "../Id.ts"

export const DeletedPart = Schema.Struct({
  id: Uuid.pipe(described("The id of the part", example.id.note)),
  application_id: ApplicationId
}).pipe(named("DeletedPartEventData", "The ids of a note, of feedback or of a file that is deleted"))
