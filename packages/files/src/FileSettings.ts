/** Where the contents of attachments are: what the environment says of it. */
import { Config, Schema } from "effect"
import { accessSync, constants, existsSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"

/** The nearest folder above a path, or the path itself, that there is. */
const existing = (path: string): string => existsSync(path) ? path : existing(dirname(path))

/** Tells whether this user can write into a folder, or can make it. */
const isUsable = (folder: string): boolean => {
  const path = existing(resolve(folder))
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

const Folder = Schema.String.check(
  Schema.makeFilter(isUsable, { expected: "a folder that this user can write, or make" })
)

/** `CANDOR_FILES_DIR`: the folder of contents. */
export const folder = Config.option(Config.schema(Folder, "CANDOR_FILES_DIR"))

/** The settings of the file store in the environment, each by itself. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [folder]
