/** Calls the methods of the port to attachments. */
import type { Actor } from "@candor/domain/access/Actor"
import * as Attachment from "@candor/domain/attachment/Attachment"
import { Attachments } from "@candor/domain/attachment/Attachments"
import * as AttachmentText from "@candor/domain/attachment/AttachmentText"
import { AttachmentTexts } from "@candor/domain/attachment/AttachmentTexts"
import type { ApplicationId, AttachmentId } from "@candor/domain/Id"
import type { Owner } from "@candor/domain/part/Owner"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const file: Attachment.ReceivedFile = {
  file_type: "resume",
  original_filename: "grace-hopper.pdf",
  content_type: "application/pdf",
  size_bytes: 1000
}

/** Returns an owner; the id alone means an application. */
export const ownerOf = (of: ApplicationId | Owner): Owner => typeof of === "string" ? { application_id: of } : of

/** Stores the row of a reserved content. */
export const add = (
  actor: Actor,
  of: ApplicationId | Owner,
  id: AttachmentId,
  changes: Partial<Attachment.ReceivedFile> = {}
) =>
  Effect.flatMap(
    Attachments,
    (attachments) =>
      attachments.add(actor, ownerOf(of), id, (context) =>
        Attachment.add(ownerOf(of), id, { ...file, ...changes }, context))
  )

/** Takes the queued removal of a reserved content, like the process that removes it. */
export const takeRemoval = (id: AttachmentId) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE queue SET acquired_at = now(), acquired_by = gen_random_uuid() WHERE id = ${id}`
  )

/** Makes an attachment, as after an upload. */
export const attached = (actor: Actor, of: ApplicationId | Owner, changes: Partial<Attachment.ReceivedFile> = {}) =>
  Effect.flatMap(
    Attachments,
    (attachments) => Effect.flatMap(attachments.reserve(actor, ownerOf(of)), (id) => add(actor, of, id, changes))
  )

/** Stores an extracted text, like the worker. */
export const extracted = ({ organization_id }: Actor, id: AttachmentId, text: string) =>
  Effect.flatMap(
    AttachmentTexts,
    (texts) =>
      texts.modify({ organization_id, worker: "texts", request_id: "test" }, id, (attachment) =>
        AttachmentText.extract(attachment, text))
  )

/** Calls every method of the ports. */
export const everyCall = Effect.fn("attachments")(function*(actor: Actor, owner: Owner) {
  const attachments = yield* Attachments
  const { id } = yield* attached(actor, owner)
  yield* attachments.release(yield* attachments.reserve(actor, owner))
  yield* attachments.list(actor.organization_id, owner)
  yield* attachments.get(actor.organization_id, owner, id)
  yield* attachments.text(actor.organization_id, owner, id, 1)
  yield* attachments.isNamed({ organization_id: actor.organization_id, id })
  yield* attachments.usage(actor.organization_id)
  yield* attachments.largest(actor.organization_id)
  yield* attachments.queueRemovals(actor.organization_id)
  yield* attachments.queueAllRemovals
  yield* (yield* AttachmentTexts).get(actor.organization_id, id)
  yield* extracted(actor, id, "A text.")
  yield* attachments.remove(actor, owner, id, Attachment.remove)
})
