/** Notes on an application (spec, part 4). */
import { maxNotes, maxTextBytes } from "@candor/domain/application/ApplicationSize"
import { described } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { ApplicationId, NoteId } from "@candor/domain/Id"
import { Note, NoteDraft } from "@candor/domain/note/Note"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { AnswerExample, bodyErrors, Deleted, noQuery, resourceErrors } from "./Endpoint.ts"
import { pathId } from "./PathId.ts"

export const OneNote = Schema.Struct({ note: Note })
export interface OneNote extends Schema.Schema.Type<typeof OneNote> {}
export const ManyNotes = Schema.Struct({
  notes: Schema.Array(Note).pipe(described("The notes on the application, newest first"))
})
export interface ManyNotes extends Schema.Schema.Type<typeof ManyNotes> {}

const applicationParams = { id: pathId(ApplicationId) }
const noteParams = { ...applicationParams, noteId: pathId(NoteId) }

export class Notes extends HttpApiGroup.make("Notes")
  .add(
    HttpApiEndpoint.get("list", "/applications/:id/notes", {
      params: applicationParams,
      query: noQuery,
      success: ManyNotes,
      error: resourceErrors
    }).annotate(OpenApi.Summary, "List the notes on an application")
      .annotate(OpenApi.Description, "Newest first, all of them."),
    HttpApiEndpoint.post("create", "/applications/:id/notes", {
      params: applicationParams,
      query: noQuery,
      payload: NoteDraft,
      success: OneNote.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(AnswerExample, { note: { updated_at: example.time.noted } })
      .annotate(OpenApi.Summary, "Add a note to an application")
      .annotate(
        OpenApi.Description,
        `An application has at most ${maxNotes.limit} notes. Its notes, feedback and answers together have at most ` +
          `${maxTextBytes.limit} bytes as JSON. Beyond either: 400 with \`details.limit\`.`
      ),
    HttpApiEndpoint.get("get", "/applications/:id/notes/:noteId", {
      params: noteParams,
      query: noQuery,
      success: OneNote,
      error: resourceErrors
    }).annotate(OpenApi.Summary, "Get a note")
      .annotate(OpenApi.Description, "Returns a note on the application."),
    HttpApiEndpoint.patch("update", "/applications/:id/notes/:noteId", {
      params: noteParams,
      query: noQuery,
      payload: NoteDraft,
      success: OneNote,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(OpenApi.Summary, "Update one's own note")
      .annotate(
        OpenApi.Description,
        "Only the author can edit a note: 403 for others. A request names the text `note`, an answer names it " +
          "`body`."
      ),
    HttpApiEndpoint.delete("delete", "/applications/:id/notes/:noteId", {
      params: noteParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).middleware(WriteScope)
      .annotate(OpenApi.Summary, "Delete one's own note")
      .annotate(
        OpenApi.Description,
        "Only the author, or a key with the scope `admin`, can delete a note: 403 for others."
      )
  )
  .annotate(OpenApi.Description, "Notes of members on an application.")
{}
