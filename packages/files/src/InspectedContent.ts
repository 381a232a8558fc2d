/** Stores contents as they arrive, and detects their type. */
import { AttachmentStore, type ContentKey } from "@candor/domain/attachment/AttachmentStore"
import { Effect, Stream } from "effect"
import { Inspection } from "./content/FileContent.ts"
import { packageParts } from "./PackageReader.ts"

/** Stores a content. `onChunk` gets each chunk before it is stored, with the number of bytes up to its end. */
export const storeInspected = Effect.fnUntraced(function*<E, E2>(
  key: ContentKey,
  content: Stream.Stream<Uint8Array, E>,
  onChunk: (chunk: Uint8Array, bytes: number) => Effect.Effect<void, E2>
) {
  const inspection = new Inspection()
  const inspected = Stream.tap(content, (chunk) => {
    inspection.add(chunk)
    return onChunk(chunk, inspection.size)
  })
  yield* (yield* AttachmentStore).put(key, inspected)
  return inspection
})

/** Detects the type of a stored content; fails if it is not of an accepted kind. */
export const typeOf = Effect.fnUntraced(function*(key: ContentKey, inspection: Inspection, name: string) {
  const parts = inspection.isArchive ? yield* packageParts(key, inspection.size) : undefined
  return yield* Effect.fromResult(inspection.found(name, parts))
})
