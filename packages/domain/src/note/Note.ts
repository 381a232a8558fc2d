/** Notes on an application. Only its author may change a note (spec, part 2); its author or an administrator may delete it. */
import { Result, Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { includes, type Scope } from "../access/Scope.ts"
import { type Decision, decided, type DomainEvent, type DecisionContext, unchanged } from "../Decision.ts"
import { ApplicationId, NoteId, UserId } from "../Id.ts"
import { Author } from "../organization/Author.ts"
import { filled, shown } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

const bodyLength = 50_000

/** A note as the interface shows it (spec, part 2), with its author. */
export const Note = Schema.Struct({
  id: NoteId,
  body: shown(bodyLength).pipe(described("The text of the note. A request names it `note`", example.note)),
  author: Author,
  created_at: Timestamp.pipe(described("When the note was written", example.time.noted)),
  updated_at: Timestamp.pipe(described("When the note was last edited", example.time.noteEdited))
}).pipe(named("Note", "A member's text on an application, which only its author can change"))
export interface Note extends Schema.Schema.Type<typeof Note> {}

const { author: _author, ...stored } = Note.fields

/** A note with the application, the author's id and the version that decisions need. */
export const NoteState = Schema.Struct({
  ...stored,
  application_id: ApplicationId,
  author_id: UserId,
  version: Schema.Int
})
export interface NoteState extends Schema.Schema.Type<typeof NoteState> {}

/** A request for a new note or for other content; the spec names the content `note` here (part 4). */
export const NoteDraft = Schema.Struct({
  note: filled(bodyLength).pipe(described("The text of the note. An answer names it `body`", example.note))
}).pipe(named("NoteDraft", "A note to write, or its new text"))
export interface NoteDraft extends Schema.Schema.Type<typeof NoteDraft> {}

export class NoteNotFound extends Schema.TaggedError<NoteNotFound>()("NoteNotFound", { id: Schema.String }) {}

/** Another user is the author of the note. */
export class NotNoteAuthor extends Schema.TaggedError<NotNoteAuthor>()("NotNoteAuthor", { id: Schema.String }) {}

/** Creates a note on an application. The actor is its author. */
export const write = (application_id: ApplicationId, draft: NoteDraft, context: DecisionContext): Decision<NoteState, never> => {
  const note: NoteState = {
    id: NoteId.make(context.nextId()),
    application_id,
    author_id: context.actor.user_id,
    body: draft.note,
    created_at: context.now,
    updated_at: context.now,
    version: 1
  }
  return decided(note, event("note.created", note))
}

/** Replaces a note's content. The same content is no change, so `updated_at` stays. */
export const edit = (note: NoteState, draft: NoteDraft, context: DecisionContext): Decision<NoteState, NotNoteAuthor> =>
  Result.flatMap(byAuthor(note, context), () => {
    if (draft.note === note.body) return unchanged(note)
    const after: NoteState = { ...note, body: draft.note, updated_at: context.now, version: note.version + 1 }
    return decided(after, event("note.updated", after))
  })

/** Deletes a note of the actor's permanently. The event has the note's id without its content. */
export const remove = (note: NoteState, context: DecisionContext): Decision<NoteState, NotNoteAuthor> =>
  Result.flatMap(byAuthor(note, context), () => removeAny(note))

/** Returns the decision that deletes a note for a key of this scope: any note with the scope `admin`, else the actor's. */
export const removeWith = (scope: Scope): typeof remove => includes(scope, "admin") ? removeAny : remove

const removeAny = (note: NoteState) =>
  decided(note, {
    type: "note.deleted",
    subject_id: note.id,
    data: { id: note.id, application_id: note.application_id }
  })

const byAuthor = (note: NoteState, context: DecisionContext): Result.Result<void, NotNoteAuthor> =>
  note.author_id === context.actor.user_id ? Result.void : Result.fail(new NotNoteAuthor({ id: note.id }))

const event = (type: DomainEvent["type"], note: NoteState): DomainEvent => ({
  type,
  subject_id: note.id,
  data: { ...note }
})
