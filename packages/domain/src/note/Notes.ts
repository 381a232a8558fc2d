/** The port to stored notes. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { NoteId } from "../Id.ts"
import type { Owner } from "../part/Owner.ts"
import type { Parts } from "../part/Parts.ts"
import type { Note, NoteNotFound, NoteState } from "./Note.ts"

export class Notes extends Context.Service<
  Notes,
  Parts<NoteId, Note, NoteState, NoteNotFound, Owner> & {
    /** Records that the actor has seen a note, so that its mention of them is no longer pending. */
    readonly see: (actor: Actor, id: NoteId) => Effect.Effect<void, NoteNotFound>
  }
>()("@candor/domain/Notes") {}
