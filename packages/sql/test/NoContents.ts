/** A store of contents that keeps none, for tests of what is in the database. */
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
