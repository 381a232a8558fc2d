/** The store of contents that the environment names. */
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { Effect, Layer, Option } from "effect"
import { join } from "node:path"
import * as FileSettings from "./FileSettings.ts"
import * as Folder from "./Folder.ts"
import * as S3 from "./S3.ts"

/** The store in a folder. */
export const inFolder = (folder: string) => Layer.sync(AttachmentStore, () => Folder.make(folder))

/** The bucket or the folder that the environment names; else `files` of the data directory. */
export const layer = (dataDirectory: string) =>
  Layer.effect(
    AttachmentStore,
    Effect.gen(function*() {
      const bucket = yield* FileSettings.objectStore
      if (Option.isSome(bucket)) return S3.make(bucket.value)
      return Folder.make(Option.getOrElse(yield* FileSettings.folder, () => join(dataDirectory, "files")))
    })
  )
