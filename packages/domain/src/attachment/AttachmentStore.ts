/** The port to the contents of attachments, in a folder or an object store. */
import { Context, type Effect, Schema, type Stream } from "effect"
import type { AttachmentId, OrganizationId } from "../Id.ts"

/** The key of a content. It contains nothing that a client sent. */
export interface ContentKey {
  readonly organization_id: OrganizationId
  readonly id: AttachmentId
}

/** A range of bytes of a content: from `start` inclusive to `end` exclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The store cannot be reached or is full; or it lacks all or the end of a content that a row refers to, which is
 * `absent`.
 */
export class StoreFailure extends Schema.TaggedError<StoreFailure>()("StoreFailure", {
  cause: Schema.Defect(),
  absent: Schema.optionalKey(Schema.Literal(true))
}) {}

export class AttachmentStore extends Context.Service<AttachmentStore, {
  /** Stores a content. Once this succeeds, the content can be read and survives a crash; before, it is not visible. */
  readonly put: <E, R>(
    key: ContentKey,
    content: Stream.Stream<Uint8Array, E, R>
  ) => Effect.Effect<void, E | StoreFailure, R>
  /** Reads a range of a content, as fast as it is consumed. */
  readonly read: (key: ContentKey, range: ByteRange) => Stream.Stream<Uint8Array, StoreFailure>
  /** Removes a content, and what an interrupted `put` left of it. Succeeds if there is none. */
  readonly remove: (key: ContentKey) => Effect.Effect<void, StoreFailure>
}>()("@candor/domain/AttachmentStore") {}
