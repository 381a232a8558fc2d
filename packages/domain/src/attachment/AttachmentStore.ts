/** The port to the contents of attachments: a folder, or an object store. */
import { Context, type Effect, Schema, type Stream } from "effect"
import type { AttachmentId, OrganizationId } from "../Id.ts"

/** The key of a content. It has nothing that a client sent. */
export interface ContentKey {
  readonly organization_id: OrganizationId
  readonly id: AttachmentId
}

/** A part of a content: from the byte `start` to before the byte `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The store cannot be reached, has no room, or does not have a content that a row names: then it is `absent`, also if
 * only its end is missing.
 */
export class StoreFailure extends Schema.TaggedError<StoreFailure>()("StoreFailure", {
  cause: Schema.Defect(),
  absent: Schema.optionalKey(Schema.Literal(true))
}) {}

export class AttachmentStore extends Context.Service<AttachmentStore, {
  /** Stores a content. It can be read once this has succeeded, and then survives a crash; until then nobody sees it. */
  readonly put: <E, R>(
    key: ContentKey,
    content: Stream.Stream<Uint8Array, E, R>
  ) => Effect.Effect<void, E | StoreFailure, R>
  /** Returns a part of a content, read as fast as it is consumed. */
  readonly read: (key: ContentKey, range: ByteRange) => Stream.Stream<Uint8Array, StoreFailure>
  /** Removes a content, and what an interrupted `put` left of it. One that is not there is no failure. */
  readonly remove: (key: ContentKey) => Effect.Effect<void, StoreFailure>
}>()("@candor/domain/AttachmentStore") {}
