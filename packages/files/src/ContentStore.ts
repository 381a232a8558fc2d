/** The content store that the environment configures. */
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { Effect, Layer, Option } from "effect"
import { join } from "node:path"
import * as FileSettings from "./FileSettings.ts"
import * as Folder from "./Folder.ts"
import * as S3 from "./S3.ts"

/** The store in a folder. */
export const inFolder = (folder: string) => Layer.sync(AttachmentStore, () => Folder.make(folder))

/** Returns the configured location of contents: a bucket or a folder, by default `files` in the data directory. */
export const location = Effect.fnUntraced(function*(dataDirectory: string) {
  const bucket = yield* FileSettings.objectStore
  const folder = Option.getOrElse(yield* FileSettings.folder, () => join(dataDirectory, "files"))
  return Option.match(bucket, {
    onNone: () => ({ kind: "folder", folder } as const),
    onSome: (options) => ({ kind: "bucket", options } as const)
  })
})

/** Provides the store in the bucket or folder that the environment configures. */
export const layer = (dataDirectory: string) =>
  Layer.effect(
    AttachmentStore,
    Effect.map(location(dataDirectory), (found) =>
      found.kind === "bucket" ? S3.make(found.options) : Folder.make(found.folder))
  )
