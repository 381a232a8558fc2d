/**
 * Notes on an application, or on a candidate without one. Only its author may change a note (spec, part 2); its author
 * or an administrator may delete it.
 */
import { Result, Schema } from "effect"
import { inTeam } from "../access/Sees.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { externalIds } from "../ExternalId.ts"
import { includes, type Scope } from "../access/Scope.ts"
import { type Decision, decided, differences, type DecisionContext, unchanged } from "../Decision.ts"
import { NoteId, UserId } from "../Id.ts"
import {
  addedLater,
  defaulted,
  embedded,
  hidden,
  id,
  managed,
  reference,
  requested,
  searchedAs,
  time,
  version
} from "../Field.ts"
import { type LimitReached, withinLimit } from "../Limit.ts"
import { declare } from "../Noun.ts"
import { Author, AuthorId } from "../organization/Author.ts"
import { DeletedPart, isOfCandidate, type Owner, ownerFields } from "../part/Owner.ts"
import { spelled } from "../Spelling.ts"
import { filled, shown } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { maxMentions, mentionedIn } from "./Mention.ts"

const bodyLength = 50_000

/** Who sees a note: all members who see its application or candidate, or only the job's team and administrators. */
export const NoteVisibility = Schema.Literals(["everyone", "team"])
export type NoteVisibility = typeof NoteVisibility.Type

const DeletedNote = Schema.Struct({
  ...DeletedPart.fields,
  visibility: Schema.optionalKey(NoteVisibility.pipe(described("Who saw the note", "everyone")))
}).pipe(named("DeletedNoteEventData", "The ids of a note that is deleted"))

export const noun = declare({
  subject: "note",
  description: "A member's text on an application or a candidate; only the author can change it",
  table: "notes",
  partOf: ["application", "candidate"],
  sees: {
    open: {
      every: [
        { of: ["application", "candidate"] },
        {
          some: [
            { field: "visibility", is: "everyone" },
            { field: "author_id", is: { viewer: "member" } },
            { of: "application", where: { of: "job", where: inTeam } }
          ]
        }
      ]
    },
    team: { of: ["application", "candidate"] }
  },
  fields: {
    id: id(NoteId),
    ...ownerFields,
    body: managed(shown(bodyLength), {
      description: "The text of the note. A request names it `note`",
      example: example.note,
      privacy: "removed"
    }).pipe(searchedAs("note")),
    note: requested(
      filled(bodyLength),
      "The text of the note, called `body` in responses. A link `[@Name](member:<id>)` mentions a member, at " +
        `most ${maxMentions.limit} of them`,
      example.note
    ),
    visibility: defaulted(NoteVisibility, spelled(NoteVisibility), {
      description:
        "Who sees the note: `everyone` by default, or `team` for the job's team and administrators, only for a " +
        "note on an application",
      example: "everyone",
      privacy: "kept"
    }).pipe(addedLater),
    external_ids: externalIds("removed"),
    mentioned_member_ids: managed(Schema.Array(UserId), {
      description: "The mentioned members, in the order of the text. Unknown member ids are ignored",
      example: [],
      privacy: "removed"
    }).pipe(addedLater),
    unseen_by: hidden(Schema.Array(UserId), {
      description: "The members mentioned who have not seen it",
      example: [],
      privacy: "removed"
    }),
    author_id: reference(AuthorId),
    author: embedded(Author),
    created_at: time(Timestamp, "When the note was written", example.time.noted),
    updated_at: time(Timestamp, "When the note was last edited", example.time.noteEdited),
    version
  },
  events: {
    created: {
      summary: "A note was written",
      news: ["{actor} wrote a note.", "{actor} eine Notiz geschrieben."],
      example: { version: 1, updated_at: example.time.noted }
    },
    updated: { summary: "A note was edited", news: ["{actor} changed a note.", "{actor} eine Notiz geändert."] },
    deleted: {
      summary: "A note was deleted",
      news: ["{actor} deleted a note.", "{actor} eine Notiz gelöscht."],
      data: DeletedNote
    }
  }
})

/** A note as the interface shows it (spec, part 2), with its author. */
export const Note = noun.json
export interface Note extends Schema.Schema.Type<typeof Note> {}

export const NoteState = noun.row
export type NoteState = typeof NoteState.Type & Owner

/** A request for a new note; the spec names the content `note` here (part 4). */
export const NoteDraft = noun.create.pipe(named("NoteDraft", "A note to write"))
export interface NoteDraft extends Schema.Schema.Type<typeof NoteDraft> {}

/** A request to change the text, and who sees it (spec, part 4: `note` is required). */
export const NotePatch = noun.update.pipe(
  named("NotePatch", "Changes to a note: its text, and optionally who sees it")
)
export interface NotePatch extends Schema.Schema.Type<typeof NotePatch> {}

export class NoteNotFound extends Schema.TaggedError<NoteNotFound>()("NoteNotFound", { id: Schema.String }) {}

/** The note was written by another user. */
export class NotNoteAuthor extends Schema.TaggedError<NotNoteAuthor>()("NotNoteAuthor", { id: Schema.String }) {}

/** A note on a candidate is visible to everyone: without a job there is no team. */
export class NoteWithoutTeam extends Schema.TaggedError<NoteWithoutTeam>()("NoteWithoutTeam", {}) {}

/** Why a note is refused. */
export type NoteRefused = LimitReached | NoteWithoutTeam

/** Creates a note that may mention these members. The actor is its author. */
export const write = (
  owner: Owner,
  { external_ids = [], note: body, visibility = "everyone" }: NoteDraft,
  context: DecisionContext,
  members: ReadonlyArray<UserId> = []
): Decision<NoteState, NoteRefused> => {
  const mentioned = mentionedIn(body, members)
  const note: NoteState = {
    ...owner,
    id: NoteId.make(context.nextId()),
    author_id: context.actor.user_id,
    body,
    visibility,
    external_ids,
    mentioned_member_ids: mentioned,
    unseen_by: mentioned.filter((id) => id !== context.actor.user_id),
    created_at: context.now,
    updated_at: context.now,
    version: 1
  }
  return Result.flatMap(accepted(note), () => decided(note, noun.event("created", note)))
}

/**
 * Changes a note's text, which may mention these members, or its visibility. Members who were mentioned before are not
 * notified again. Unchanged values change nothing, so `updated_at` stays.
 */
export const edit = (
  note: NoteState,
  { external_ids = note.external_ids, note: body, visibility = note.visibility }: NotePatch,
  context: DecisionContext,
  members: ReadonlyArray<UserId> = []
): Decision<NoteState, NotNoteAuthor | NoteRefused> =>
  Result.flatMap(byAuthor(note, context), () => {
    if (Object.keys(differences(note, { body, visibility, external_ids })).length === 0) return unchanged(note)
    const mentioned = body === note.body ? note.mentioned_member_ids : mentionedIn(body, members)
    const after: NoteState = {
      ...note,
      body,
      visibility,
      external_ids,
      mentioned_member_ids: mentioned,
      unseen_by: mentioned.filter((id) =>
        note.unseen_by.includes(id) || id !== note.author_id && !note.mentioned_member_ids.includes(id)
      ),
      updated_at: context.now,
      version: note.version + 1
    }
    return Result.flatMap(accepted(after), () => decided(after, noun.event("updated", after)))
  })

/** Deletes the actor's own note permanently. The event has the note's id without its content. */
export const remove = (note: NoteState, context: DecisionContext): Decision<NoteState, NotNoteAuthor> =>
  Result.flatMap(byAuthor(note, context), () => removeAny(note))

/**
 * Returns the decision that deletes a note with a key of this scope: any note for `admin`, else only the actor's own.
 */
export const removeWith = (scope: Scope): typeof remove => includes(scope, "admin") ? removeAny : remove

const accepted = (note: NoteState): Result.Result<void, NoteRefused> =>
  note.visibility === "team" && isOfCandidate(note)
    ? Result.fail(new NoteWithoutTeam())
    : withinLimit(maxMentions, 0, note.mentioned_member_ids.length)

const removeAny = (note: NoteState) => decided(note, noun.event("deleted", note))

const byAuthor = (note: NoteState, context: DecisionContext): Result.Result<void, NotNoteAuthor> =>
  note.author_id === context.actor.user_id ? Result.void : Result.fail(new NotNoteAuthor({ id: note.id }))
