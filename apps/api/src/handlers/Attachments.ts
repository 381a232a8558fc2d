import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import * as Attachment from "@candor/domain/attachment/Attachment"
import { Attachments } from "@candor/domain/attachment/Attachments"
import type { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { download } from "../files/Downloads.ts"
import { formParts } from "../files/FormParts.ts"
import { CurrentUpload, discard, receive } from "../files/Uploads.ts"
import type { UploadSlots } from "../files/UploadSlots.ts"

export const layer = HttpApiBuilder.group(Api, "Attachments", Effect.fnUntraced(function*(handlers) {
  const attachments = yield* Attachments
  const services = yield* Effect.context<Attachments | AttachmentStore | UploadSlots>()

  return handlers.handleAll({
    list: Effect.fnUntraced(function*({ params }) {
      const { actor } = yield* Caller
      return { attachments: yield* attachments.list(actor.organization_id, params.id) }
    }, Effect.mapError(toError)),
    create: Effect.fnUntraced(function*({ params: { id }, request }) {
      const { actor } = yield* Caller
      const guarded = yield* CurrentUpload
      const upload = guarded ?? (yield* receive(actor, id, formParts(request)))
      // Not where it ends by a defect: the row may be stored all the same.
      const { application_id: _, ...attachment } = yield* attachments.add(actor, id, upload.key.id, (context) =>
        Attachment.add(id, upload.key.id, upload.file, context)).pipe(
          Effect.tapError(() => guarded === undefined ? discard(upload) : Effect.void),
          Effect.mapError(toError)
        )
      return { attachment }
    }, Effect.provideContext(services)),
    get: Effect.fnUntraced(function*({ params: { attachmentId, id } }) {
      const { actor } = yield* Caller
      return { attachment: yield* attachments.get(actor.organization_id, id, attachmentId) }
    }, Effect.mapError(toError)),
    content: Effect.fnUntraced(function*({ params: { attachmentId, id }, request }) {
      const { actor: { organization_id } } = yield* Caller
      const attachment = yield* attachments.get(organization_id, id, attachmentId).pipe(Effect.mapError(toError))
      return yield* Effect.provideContext(download(organization_id, attachment, request), services)
    }),
    delete: Effect.fnUntraced(function*({ params: { attachmentId, id } }) {
      const { actor } = yield* Caller
      yield* attachments.remove(actor, id, attachmentId, Attachment.remove)
      return { deleted: true }
    }, Effect.mapError(toError))
  })
}))
