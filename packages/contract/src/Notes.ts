/** Notes on an application (spec, part 4), and on a candidate. */
import { maxNotes, maxTextBytes } from "@candor/domain/application/ApplicationSize"
import { described } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { ApplicationId, CandidateId, NoteId } from "@candor/domain/Id"
import { Note, NoteDraft, NotePatch } from "@candor/domain/note/Note"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import {
  bodyErrors,
  Deleted,
  documented,
  ForLimitedMembers,
  noQuery,
  resourceErrors,
  ResponseExample
} from "./Endpoint.ts"
import { pathId } from "./PathId.ts"

export const OneNote = Schema.Struct({ note: Note })
export interface OneNote extends Schema.Schema.Type<typeof OneNote> {}
export const ManyNotes = Schema.Struct({
  notes: Schema.Array(Note).pipe(described("The notes on the application or the candidate, newest first"))
})
export interface ManyNotes extends Schema.Schema.Type<typeof ManyNotes> {}

/** Makes the operations on notes of one kind of owner. The path begins with its id. */
const notesOf = <const Path extends `/${string}`, Params extends Schema.Struct.Fields>(
  path: Path,
  params: Params,
  { limit, owner }: { readonly owner: string; readonly limit: string }
) => {
  const notes = `${path}/notes` as const
  const note = `${notes}/:noteId` as const
  const noteParams = { ...params, noteId: pathId(NoteId) }
  return [
    HttpApiEndpoint.get("list", notes, { params, query: noQuery, success: ManyNotes, error: resourceErrors })
      .annotateMerge(documented(`List the notes on ${owner}`, "Returns all notes, newest first.")),
    HttpApiEndpoint.post("create", notes, {
      params,
      query: noQuery,
      payload: NoteDraft,
      success: OneNote.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "allowed")
      .annotate(ResponseExample, { note: { updated_at: example.time.noted } })
      .annotateMerge(documented(`Add a note to ${owner}`, `${limit} Beyond either: 400 with \`details.limit\`.`)),
    HttpApiEndpoint.get("get", note, { params: noteParams, query: noQuery, success: OneNote, error: resourceErrors })
      .annotateMerge(documented(`Get a note on ${owner}`, `Returns a note on ${owner}.`)),
    HttpApiEndpoint.patch("update", note, {
      params: noteParams,
      query: noQuery,
      payload: NotePatch,
      success: OneNote,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "allowed").annotateMerge(
      documented(
        `Update one's own note on ${owner}`,
        "Only the author can edit a note: 403 for others. The text is `note` in a request and `body` in a response."
      )
    ),
    HttpApiEndpoint.delete("delete", note, {
      params: noteParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    })
      .middleware(WriteScope).annotate(ForLimitedMembers, "allowed")
      .annotateMerge(
        documented(
          `Delete one's own note on ${owner}`,
          "Only the author, or a key with the scope `admin`, can delete a note: 403 for others."
        )
      )
  ] as const
}

export class Notes
  extends HttpApiGroup.make("Notes").add(...notesOf("/applications/:id", { id: pathId(ApplicationId) }, {
    owner: "an application",
    limit:
      `An application has at most ${maxNotes.limit} notes. Its notes, feedback and answers together have at most ` +
      `${maxTextBytes.limit} bytes as JSON.`
  })).annotate(OpenApi.Description, "Notes of members on an application.")
{}

export class CandidateNotes extends HttpApiGroup.make("CandidateNotes").add(
  ...notesOf("/candidates/:candidateId", { candidateId: pathId(CandidateId) }, {
    owner: "a candidate",
    limit:
      `A candidate has at most ${maxNotes.limit} notes besides those on its applications, and together they have at most ` +
      `${maxTextBytes.limit} bytes as JSON.`
  })
).annotate(OpenApi.Title, "Notes on candidates")
  .annotate(OpenApi.Description, "Notes of members on a candidate, without an application.")
{}
