/** The port to stored notes. Each method works on one application of one organization. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { ApplicationNotFound } from "../application/ApplicationNotFound.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { ApplicationId, NoteId, OrganizationId } from "../Id.ts"
import type { Encoded } from "../Encoded.ts"
import type { LimitReached } from "../Limit.ts"
import type { Note, NoteNotFound, NoteState } from "./Note.ts"

export class Notes extends Context.Service<Notes, {
  /** Returns all notes of the application, newest first. */
  readonly list: (
    organization: OrganizationId,
    application: ApplicationId
  ) => Effect.Effect<Encoded<ReadonlyArray<Note>>, ApplicationNotFound>
  /** Stores the new note that `decide` returns, within the limits of `ApplicationSize`. */
  readonly create: <Failure>(
    actor: Actor,
    application: ApplicationId,
    decide: (context: DecisionContext) => Decision<NoteState, Failure>
  ) => Effect.Effect<NoteState, Failure | ApplicationNotFound | LimitReached>
  /** Stores the note that `decide` returns, within the same limits; decides again after a concurrent change. */
  readonly modify: <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: NoteId,
    decide: (note: NoteState, context: DecisionContext) => Decision<NoteState, Failure>
  ) => Effect.Effect<NoteState, Failure | ApplicationNotFound | NoteNotFound | LimitReached>
  /** Deletes the note if `decide` allows it, and returns its last content. */
  readonly remove: <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: NoteId,
    decide: (note: NoteState, context: DecisionContext) => Decision<NoteState, Failure>
  ) => Effect.Effect<NoteState, Failure | ApplicationNotFound | NoteNotFound>
}>()("@candor/domain/Notes") {}
