/** Notes on an application, or on a candidate without one. Only its author may change a note (spec, part 2); its author or an administrator may delete it. */
import { Result, Schema } from "effect"
import { named } from "../Described.ts"
import * as example from "../Example.ts"
import { includes, type Scope } from "../access/Scope.ts"
import { type Decision, decided, type DecisionContext, unchanged } from "../Decision.ts"
import { NoteId } from "../Id.ts"
import { embedded, id, managed, reference, requested, searchedAs, time, version } from "../Field.ts"
import { declare } from "../Noun.ts"
import { Author, AuthorId } from "../organization/Author.ts"
import { DeletedPart, type Owner, ownerFields } from "../part/Owner.ts"
import { filled, shown } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

const bodyLength = 50_000

export const noun = declare({
  subject: "note",
  description: "A member's text on an application or a candidate, which only its author can change",
  table: "notes",
  partOf: ["application", "candidate"],
  fields: {
    id: id(NoteId),
    ...ownerFields,
    body: managed(shown(bodyLength), {
      description: "The text of the note. A request names it `note`",
      example: example.note,
      privacy: "removed"
    }).pipe(searchedAs("note")),
    note: requested(filled(bodyLength), "The text of the note. An answer names it `body`", example.note),
    author_id: reference(AuthorId),
    author: embedded(Author),
    created_at: time(Timestamp, "When the note was written", example.time.noted),
    updated_at: time(Timestamp, "When the note was last edited", example.time.noteEdited),
    version
  },
  events: {
    created: { summary: "A note was written", example: { version: 1, updated_at: example.time.noted } },
    updated: { summary: "A note was edited" },
    deleted: { summary: "A note was deleted", data: DeletedPart }
  }
})

/** A note as the interface shows it (spec, part 2), with its author. */
export const Note = noun.json
export interface Note extends Schema.Schema.Type<typeof Note> {}

export const NoteState = noun.row
export type NoteState = typeof NoteState.Type & Owner

/** A request for a new note or for other content; the spec names the content `note` here (part 4). */
export const NoteDraft = noun.create.pipe(named("NoteDraft", "A note to write, or its new text"))
export interface NoteDraft extends Schema.Schema.Type<typeof NoteDraft> {}

export class NoteNotFound extends Schema.TaggedError<NoteNotFound>()("NoteNotFound", { id: Schema.String }) {}

/** Another user is the author of the note. */
export class NotNoteAuthor extends Schema.TaggedError<NotNoteAuthor>()("NotNoteAuthor", { id: Schema.String }) {}

/** Creates a note. The actor is its author. */
export const write = (owner: Owner, draft: NoteDraft, context: DecisionContext): Decision<NoteState, never> => {
  const note: NoteState = {
    ...owner,
    id: NoteId.make(context.nextId()),
    author_id: context.actor.user_id,
    body: draft.note,
    created_at: context.now,
    updated_at: context.now,
    version: 1
  }
  return decided(note, noun.event("created", note))
}

/** Replaces a note's content. The same content is no change, so `updated_at` stays. */
export const edit = (note: NoteState, draft: NoteDraft, context: DecisionContext): Decision<NoteState, NotNoteAuthor> =>
  Result.flatMap(byAuthor(note, context), () => {
    if (draft.note === note.body) return unchanged(note)
    const after: NoteState = { ...note, body: draft.note, updated_at: context.now, version: note.version + 1 }
    return decided(after, noun.event("updated", after))
  })

/** Deletes a note of the actor's permanently. The event has the note's id without its content. */
export const remove = (note: NoteState, context: DecisionContext): Decision<NoteState, NotNoteAuthor> =>
  Result.flatMap(byAuthor(note, context), () => removeAny(note))

/** Returns the decision that deletes a note for a key of this scope: any note with the scope `admin`, else the actor's. */
export const removeWith = (scope: Scope): typeof remove => includes(scope, "admin") ? removeAny : remove

const removeAny = (note: NoteState) => decided(note, noun.event("deleted", note))

const byAuthor = (note: NoteState, context: DecisionContext): Result.Result<void, NotNoteAuthor> =>
  note.author_id === context.actor.user_id ? Result.void : Result.fail(new NotNoteAuthor({ id: note.id }))

