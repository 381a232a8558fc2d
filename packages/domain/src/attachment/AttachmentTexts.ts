/** The port to the texts of attachments, for the worker that extracts them. */
import { Context, type Effect } from "effect"
import type { Worker } from "../access/Actor.ts"
import type { Decision } from "../Decision.ts"
import type { AttachmentId, OrganizationId } from "../Id.ts"
import type { AttachmentNotFound, AttachmentState } from "./Attachment.ts"

export class AttachmentTexts extends Context.Service<AttachmentTexts, {
  /** Returns an attachment, of any owner. */
  readonly get: (organization: OrganizationId, id: AttachmentId) => Effect.Effect<AttachmentState, AttachmentNotFound>
  /** Stores the text, or the failure, that `decide` returns. */
  readonly modify: <Failure>(
    worker: Worker,
    id: AttachmentId,
    decide: (attachment: AttachmentState) => Decision<AttachmentState, Failure>
  ) => Effect.Effect<AttachmentState, Failure | AttachmentNotFound>
}>()("@candor/domain/AttachmentTexts") {}
