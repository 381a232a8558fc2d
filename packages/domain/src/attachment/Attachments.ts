/**
 * The port to stored attachments. A content is stored before its row: `reserve` queues the removal of the content, and `add`
 * takes it back with the row. So a process that dies in between leaves a content that is removed later, and no row without
 * a content.
 */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { ApplicationNotFound } from "../application/ApplicationNotFound.ts"
import type { CandidateAnonymised } from "../candidate/Anonymised.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { ApplicationId, AttachmentId, OrganizationId } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import type { AttachmentDetail, AttachmentNotFound, AttachmentWithoutText, StoredAttachment } from "./Attachment.ts"
import type { ContentKey } from "./AttachmentStore.ts"

export class Attachments extends Context.Service<Attachments, {
  /** Returns all attachments of an application, newest first. */
  readonly list: (
    organization: OrganizationId,
    application: ApplicationId
  ) => Effect.Effect<ReadonlyArray<AttachmentDetail>, ApplicationNotFound>
  readonly get: (
    organization: OrganizationId,
    application: ApplicationId,
    id: AttachmentId
  ) => Effect.Effect<AttachmentDetail, ApplicationNotFound | AttachmentNotFound>
  /** Returns an id under which a content may be stored for an hour, if the application has room for one more file. */
  readonly reserve: (
    actor: Actor,
    application: ApplicationId
  ) => Effect.Effect<AttachmentId, ApplicationNotFound | CandidateAnonymised | LimitReached>
  /** Ends a reservation whose content is not stored. */
  readonly release: (id: AttachmentId) => Effect.Effect<void>
  /** Stores the row of a content that was stored under a reserved id. */
  readonly add: <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: AttachmentId,
    decide: (context: DecisionContext) => Decision<StoredAttachment, Failure>
  ) => Effect.Effect<StoredAttachment, Failure | ApplicationNotFound | CandidateAnonymised | LimitReached>
  /** Deletes the row, and queues the removal of its content. */
  readonly remove: <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: AttachmentId,
    decide: (attachment: AttachmentWithoutText, context: DecisionContext) => Decision<AttachmentWithoutText, Failure>
  ) => Effect.Effect<AttachmentWithoutText, Failure | ApplicationNotFound | AttachmentNotFound>
  /** Tells whether a row names the content. */
  readonly isNamed: (content: ContentKey) => Effect.Effect<boolean>
}>()("@candor/domain/Attachments") {}
