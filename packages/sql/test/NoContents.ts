/** A store of contents that stores nothing, for tests of the database only. */
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { Effect, Layer, Stream } from "effect"

export const layer = Layer.succeed(
  AttachmentStore,
  AttachmentStore.of({
    put: (_, content) => Stream.runDrain(content),
    read: () => Stream.empty,
    remove: () => Effect.void
  })
)
