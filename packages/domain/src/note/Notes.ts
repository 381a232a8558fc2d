/** The port to stored notes. */
import { Context } from "effect"
import type { ApplicationParts } from "../application/ApplicationParts.ts"
import type { NoteId } from "../Id.ts"
import type { Note, NoteNotFound, NoteState } from "./Note.ts"

export class Notes extends Context.Service<
  Notes,
  ApplicationParts<NoteId, Note, NoteState, NoteNotFound>
>()("@candor/domain/Notes") {}
