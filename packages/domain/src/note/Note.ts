/** Notes on an application. Only its author may change or delete a note (spec, part 2). */
import { Result, Schema } from "effect"
import { type Decision, decided, type DomainEvent, type DecisionContext, unchanged } from "../Decision.ts"
import { ApplicationId, NoteId, UserId } from "../Id.ts"
import { filled } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

/** A note as it is shown (spec, part 2). */
export const Note = Schema.Struct({
  id: NoteId,
  body: filled(50_000),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Note" })
export interface Note extends Schema.Schema.Type<typeof Note> {}

/** A note as decisions see it: with its application, its author and its version. */
export const NoteState = Schema.Struct({
  ...Note.fields,
  application_id: ApplicationId,
  author_id: UserId,
  version: Schema.Int
})
export interface NoteState extends Schema.Schema.Type<typeof NoteState> {}

/** The content of a note that is to be, new or changed; the spec calls it `note` here (part 4). */
export const NoteDraft = Schema.Struct({ note: Note.fields.body }).annotate({ identifier: "NoteDraft" })
export interface NoteDraft extends Schema.Schema.Type<typeof NoteDraft> {}

export class NoteNotFound extends Schema.TaggedError<NoteNotFound>()("NoteNotFound", { id: Schema.String }) {}

/** Somebody else wrote the note. */
export class NotNoteAuthor extends Schema.TaggedError<NotNoteAuthor>()("NotNoteAuthor", { id: Schema.String }) {}

/** A new note on an application, by the one who acts. */
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

/** A note with other content. The same content again is no change, so `updated_at` stays too. */
export const edit = (note: NoteState, draft: NoteDraft, context: DecisionContext): Decision<NoteState, NotNoteAuthor> =>
  Result.flatMap(byAuthor(note, context), () => {
    if (draft.note === note.body) return unchanged(note)
    const after: NoteState = { ...note, body: draft.note, updated_at: context.now, version: note.version + 1 }
    return decided(after, event("note.updated", after))
  })

/** A note's permanent deletion. What is recorded of it names the note and no longer tells its content. */
export const remove = (note: NoteState, context: DecisionContext): Decision<NoteState, NotNoteAuthor> =>
  Result.flatMap(byAuthor(note, context), () =>
    decided(note, {
      type: "note.deleted",
      subject_id: note.id,
      data: { id: note.id, application_id: note.application_id }
    }))

const byAuthor = (note: NoteState, context: DecisionContext): Result.Result<void, NotNoteAuthor> =>
  note.author_id === context.actor.user_id ? Result.void : Result.fail(new NotNoteAuthor({ id: note.id }))

const event = (type: DomainEvent["type"], note: NoteState): DomainEvent => ({
  type,
  subject_id: note.id,
  data: { ...note }
})
