/** Notes on an application (spec, part 4). */
import { maxNotes, maxTextBytes } from "@candor/domain/application/ApplicationSize"
import { ApplicationId, NoteId } from "@candor/domain/Id"
import { Note, NoteDraft } from "@candor/domain/note/Note"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { addressed, Deleted, noQuery, withBody } from "./Endpoint.ts"
import { pathId } from "./PathId.ts"

const OneNote = Schema.Struct({ note: Note })
export const ManyNotes = Schema.Struct({ notes: Schema.Array(Note) })
export interface ManyNotes extends Schema.Schema.Type<typeof ManyNotes> {}

const applicationParams = { id: pathId(ApplicationId) }
const noteParams = { ...applicationParams, noteId: pathId(NoteId) }

export class Notes extends HttpApiGroup.make("Notes")
  .add(
    HttpApiEndpoint.get("list", "/applications/:id/notes", {
      params: applicationParams,
      query: noQuery,
      success: ManyNotes,
      error: addressed
    }).annotate(OpenApi.Summary, "List the notes on an application"),
    HttpApiEndpoint.post("create", "/applications/:id/notes", {
      params: applicationParams,
      query: noQuery,
      payload: NoteDraft,
      success: OneNote.pipe(HttpApiSchema.status(201)),
      error: [...addressed, ...withBody]
    }).middleware(WriteScope)
      .annotate(OpenApi.Summary, "Add a note to an application")
      .annotate(
        OpenApi.Description,
        `An application has at most ${maxNotes.limit} notes. Its notes, feedback and answers together have at most ` +
          `${maxTextBytes.limit} bytes as JSON. Beyond either: 400 with \`details.limit\`.`
      ),
    HttpApiEndpoint.patch("update", "/applications/:id/notes/:noteId", {
      params: noteParams,
      query: noQuery,
      payload: NoteDraft,
      success: OneNote,
      error: [...addressed, ...withBody]
    }).middleware(WriteScope).annotate(OpenApi.Summary, "Update a note of one's own"),
    HttpApiEndpoint.delete("delete", "/applications/:id/notes/:noteId", {
      params: noteParams,
      query: noQuery,
      success: Deleted,
      error: addressed
    }).middleware(WriteScope).annotate(OpenApi.Summary, "Delete a note of one's own")
  )
  .annotate(OpenApi.Description, "What members wrote about an application.")
{}
