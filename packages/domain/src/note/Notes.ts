/** The port to stored notes. */
import { Context } from "effect"
import type { NoteId } from "../Id.ts"
import type { Owner } from "../part/Owner.ts"
import type { Parts } from "../part/Parts.ts"
import type { Note, NoteNotFound, NoteState } from "./Note.ts"

export class Notes extends Context.Service<
  Notes,
  Parts<NoteId, Note, NoteState, NoteNotFound, Owner>
>()("@candor/domain/Notes") {}
