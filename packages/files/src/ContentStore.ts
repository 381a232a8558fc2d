/** The store of contents that the environment names. */
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { Effect, Layer, Option } from "effect"
import { join } from "node:path"
import * as FileSettings from "./FileSettings.ts"
import * as Folder from "./Folder.ts"

/** The store in a folder. */
export const inFolder = (folder: string) => Layer.sync(AttachmentStore, () => Folder.make(folder))

/** The store in the folder that the environment names; else in `files` of the data directory. */
export const layer = (dataDirectory: string) =>
  Layer.effect(
    AttachmentStore,
    Effect.map(FileSettings.folder, (folder) => Folder.make(Option.getOrElse(folder, () => join(dataDirectory, "files"))))
  )
