import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import type { ManyNotes, OneNote } from "@candor/contract/Notes"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { jsonAnswer } from "../answer/JsonAnswer.ts"

export const layer = HttpApiBuilder.group(Api, "Notes", Effect.fnUntraced(function*(handlers) {
  const notes = yield* Notes
  return handlers.handleAll({
    list: Effect.fnUntraced(function*({ params }) {
      const { actor } = yield* Caller
      return jsonAnswer<ManyNotes>({ notes: yield* notes.list(actor.organization_id, params.id) })
    }, Effect.mapError(toError)),
    create: Effect.fnUntraced(function*({ params, payload }) {
      const { actor, principal } = yield* Caller
      const note = yield* notes.create(actor, params.id, (context) => Note.write(params.id, payload, context))
      return { note: { ...note, author: principal.user } }
    }, Effect.mapError(toError)),
    get: Effect.fnUntraced(function*({ params: { id, noteId } }) {
      const { actor } = yield* Caller
      return jsonAnswer<OneNote>({ note: yield* notes.get(actor.organization_id, id, noteId) })
    }, Effect.mapError(toError)),
    update: Effect.fnUntraced(function*({ params: { id, noteId }, payload }) {
      const { actor, principal } = yield* Caller
      const note = yield* notes.modify(actor, id, noteId, (note, context) => Note.edit(note, payload, context))
      return { note: { ...note, author: principal.user } }
    }, Effect.mapError(toError)),
    delete: Effect.fnUntraced(function*({ params: { id, noteId } }) {
      const { actor, principal } = yield* Caller
      yield* notes.remove(actor, id, noteId, Note.removeWith(principal.api_key.scope))
      return { deleted: true }
    }, Effect.mapError(toError))
  })
}))
