/**
 * The port to stored attachments. A content is stored before its row: `reserve` queues its removal, and `add` cancels
 * that together with storing the row. If a process dies in between, the content is removed later, and no row lacks its
 * content.
 */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { CandidateAnonymised } from "../Anonymised.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { AttachmentId, OrganizationId } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import type { Owner } from "../part/Owner.ts"
import type { OwnerNotFound } from "../part/Parts.ts"
import type { AttachmentDetail, AttachmentNotFound, AttachmentWithoutText, StoredAttachment } from "./Attachment.ts"
import type { ContentKey } from "./AttachmentStore.ts"
import type { FileText } from "./FileText.ts"
import type { FileUsage } from "./FileUsage.ts"
import type { LargeFile } from "./Storage.ts"

export class Attachments extends Context.Service<Attachments, {
  /** Returns all attachments of the owner, or of the survivor that it was merged into, newest first. */
  readonly list: (
    organization: OrganizationId,
    owner: Owner
  ) => Effect.Effect<ReadonlyArray<AttachmentDetail>, OwnerNotFound>
  readonly get: (
    organization: OrganizationId,
    owner: Owner,
    id: AttachmentId
  ) => Effect.Effect<AttachmentDetail, OwnerNotFound | AttachmentNotFound>
  /** Returns a page of a file's text. */
  readonly text: (
    organization: OrganizationId,
    owner: Owner,
    id: AttachmentId,
    page: number
  ) => Effect.Effect<FileText, OwnerNotFound | AttachmentNotFound>
  /**
   * Reserves an id for a content for an hour, if the owner has room for one more file. Without an owner it belongs to
   * an import.
   */
  readonly reserve: (
    actor: Actor,
    owner: Owner | null
  ) => Effect.Effect<AttachmentId, OwnerNotFound | CandidateAnonymised | LimitReached>
  /** Ends a reservation whose content was not stored. */
  readonly release: (id: AttachmentId) => Effect.Effect<void>
  /** Stores the row of a content that was stored under a reserved id. */
  readonly add: <Failure>(
    actor: Actor,
    owner: Owner,
    id: AttachmentId,
    decide: (context: DecisionContext) => Decision<StoredAttachment, Failure>
  ) => Effect.Effect<StoredAttachment, Failure | OwnerNotFound | CandidateAnonymised | LimitReached>
  /** Deletes the row, and queues the removal of its content. */
  readonly remove: <Failure>(
    actor: Actor,
    owner: Owner,
    id: AttachmentId,
    decide: (attachment: AttachmentWithoutText, context: DecisionContext) => Decision<AttachmentWithoutText, Failure>
  ) => Effect.Effect<AttachmentWithoutText, Failure | OwnerNotFound | AttachmentNotFound>
  /** Queues the removal of contents whose rows were deleted, a thousand at a time. */
  readonly queueRemovals: (organization: OrganizationId) => Effect.Effect<void>
  /** Does the same for all organizations: a server of an earlier version deletes rows without queueing. */
  readonly queueAllRemovals: Effect.Effect<void>
  /** Returns the number and the bytes of the organization's files. */
  readonly usage: (organization: OrganizationId) => Effect.Effect<FileUsage>
  /** Returns the largest files of the organization, the largest first. */
  readonly largest: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<LargeFile>>
  /** Tells whether a row refers to the content. */
  readonly isNamed: (content: ContentKey) => Effect.Effect<boolean>
}>()("@candor/domain/Attachments") {}
