import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import type { ManyNotes, OneNote } from "@candor/contract/Notes"
import type { NoteId } from "@candor/domain/Id"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { Members } from "@candor/domain/organization/Members"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { jsonResponse } from "../response/JsonResponse.ts"
import { ownerOf, type OwnerParams } from "../request/PathOwner.ts"

interface OfOwner {
  readonly params: OwnerParams
}

interface OfNote {
  readonly params: OwnerParams & { readonly noteId: NoteId }
}

interface Written<Payload> {
  readonly payload: Payload
}

const make = Effect.map(Effect.all([Notes, Members]), ([notes, members]) => ({
  list: Effect.fnUntraced(function*({ params }: OfOwner) {
    const { actor } = yield* Caller
    return jsonResponse<ManyNotes>({ notes: yield* notes.list(actor.organization_id, ownerOf(params)) })
  }, Effect.mapError(toError)),
  create: Effect.fnUntraced(function*({ params, payload }: OfOwner & Written<Note.NoteDraft>) {
    const { actor, principal } = yield* Caller
    const owner = ownerOf(params)
    const named = yield* members.named(actor.organization_id, payload.note)
    const note = yield* notes.create(actor, owner, (context) => Note.write(owner, payload, context, named))
    return { note: { ...note, author: principal.user } }
  }, Effect.mapError(toError)),
  get: Effect.fnUntraced(function*({ params }: OfNote) {
    const { actor } = yield* Caller
    return jsonResponse<OneNote>({ note: yield* notes.get(actor.organization_id, ownerOf(params), params.noteId) })
  }, Effect.mapError(toError)),
  update: Effect.fnUntraced(function*({ params, payload }: OfNote & Written<Note.NotePatch>) {
    const { actor, principal } = yield* Caller
    const named = yield* members.named(actor.organization_id, payload.note ?? "")
    const note = yield* notes.modify(
      actor,
      ownerOf(params),
      params.noteId,
      (note, context) => Note.edit(note, payload, context, named)
    )
    return { note: { ...note, author: principal.user } }
  }, Effect.mapError(toError)),
  delete: Effect.fnUntraced(function*({ params }: OfNote) {
    const { actor, principal } = yield* Caller
    yield* notes.remove(actor, ownerOf(params), params.noteId, Note.removeWith(principal.api_key.scope))
    return { deleted: true }
  }, Effect.mapError(toError))
}))

export const layer = Layer.mergeAll(
  HttpApiBuilder.group(Api, "Notes", (handlers) => Effect.map(make, (all) => handlers.handleAll(all))),
  HttpApiBuilder.group(Api, "CandidateNotes", (handlers) => Effect.map(make, (all) => handlers.handleAll(all)))
)
