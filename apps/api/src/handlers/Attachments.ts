import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import * as Attachment from "@candor/domain/attachment/Attachment"
import { Attachments } from "@candor/domain/attachment/Attachments"
import type { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import type { AttachmentId } from "@candor/domain/Id"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { HttpServerRequest } from "effect/http"
import { download } from "../files/Downloads.ts"
import { formParts } from "../files/FormParts.ts"
import { CurrentUpload, discard, receive } from "../files/Uploads.ts"
import type { UploadSlots } from "../files/FileSlots.ts"
import { ownerOf, type OwnerParams } from "../request/PathOwner.ts"

interface OfOwner {
  readonly params: OwnerParams
  readonly request: HttpServerRequest.HttpServerRequest
}

interface OfAttachment extends OfOwner {
  readonly params: OwnerParams & { readonly attachmentId: AttachmentId }
}

const make = Effect.gen(function*() {
  const attachments = yield* Attachments
  const services = yield* Effect.context<Attachments | AttachmentStore | UploadSlots>()

  return {
    list: Effect.fnUntraced(function*({ params }: OfOwner) {
      const { actor } = yield* Caller
      return { attachments: yield* attachments.list(actor.organization_id, ownerOf(params)) }
    }, Effect.mapError(toError)),
    create: Effect.fnUntraced(function*({ params, request }: OfOwner) {
      const { actor } = yield* Caller
      const owner = ownerOf(params)
      const guarded = yield* CurrentUpload
      const upload = guarded ?? (yield* receive(actor, owner, formParts(request)))
      // Not after a defect: the row may be stored all the same.
      const { application_id: _, candidate_id: __, ...attachment } = yield* attachments.add(
        actor,
        owner,
        upload.key.id,
        (context) => Attachment.add(owner, upload.key.id, upload.file, context)
      ).pipe(
        Effect.tapError(() => guarded === undefined ? discard(upload) : Effect.void),
        Effect.mapError(toError)
      )
      return { attachment }
    }, Effect.provideContext(services)),
    get: Effect.fnUntraced(function*({ params }: OfAttachment) {
      const { actor } = yield* Caller
      return { attachment: yield* attachments.get(actor.organization_id, ownerOf(params), params.attachmentId) }
    }, Effect.mapError(toError)),
    content: Effect.fnUntraced(function*({ params, request }: OfAttachment) {
      const { actor: { organization_id } } = yield* Caller
      const attachment = yield* attachments.get(organization_id, ownerOf(params), params.attachmentId).pipe(
        Effect.mapError(toError)
      )
      return yield* Effect.provideContext(download(organization_id, attachment, request), services)
    }),
    text: Effect.fnUntraced(
      function*({ params, query: { page = 1 } }: OfAttachment & { readonly query: { readonly page?: number } }) {
        const { actor } = yield* Caller
        return {
          attachment_text: yield* attachments.text(actor.organization_id, ownerOf(params), params.attachmentId, page)
        }
      },
      Effect.mapError(toError)
    ),
    delete: Effect.fnUntraced(function*({ params }: OfAttachment) {
      const { actor } = yield* Caller
      yield* attachments.remove(actor, ownerOf(params), params.attachmentId, Attachment.remove)
      return { deleted: true }
    }, Effect.mapError(toError))
  }
})

export const layer = Layer.mergeAll(
  HttpApiBuilder.group(Api, "Attachments", (handlers) => Effect.map(make, (all) => handlers.handleAll(all))),
  HttpApiBuilder.group(Api, "CandidateAttachments", (handlers) => Effect.map(make, (all) => handlers.handleAll(all)))
)
