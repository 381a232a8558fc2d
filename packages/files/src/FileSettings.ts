/** Settings of the content store, from environment variables. */
import { Config, Option, Redacted, Schema } from "effect"
import { accessSync, constants, existsSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"

/** Returns the path itself, or its nearest ancestor that exists. */
const existing = (path: string): string => existsSync(path) ? path : existing(dirname(path))

/** Tells whether this user can write into a folder, or create it. */
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

/** Tells whether a folder exists and this user can write into it. */
export const isWritable = (path: string): boolean => existsSync(path) && isUsable(path)

const ExistingFolder = Schema.String.check(
  Schema.makeFilter(isWritable, {
    expected: "a folder that is there, and that this user can write"
  })
)

/** `CANDOR_EXPORT_DIR`: the folder in which the rows of an export wait for their reader. */
export const exportFolder = Config.option(Config.schema(ExistingFolder, "CANDOR_EXPORT_DIR"))

const Endpoint = Schema.String.check(
  Schema.makeFilter((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), {
    expected: "an http or https URL, for example https://s3.eu-central-1.amazonaws.com"
  })
)

const bucket = Config.option(Config.String("CANDOR_S3_BUCKET"))
const endpoint = Config.schema(Endpoint, "CANDOR_S3_ENDPOINT")

/** `CANDOR_S3_BUCKET` and related settings: an object store in place of the folder. */
export const objectStore = Config.flatMap(
  bucket,
  Option.match({
    onNone: () => Config.succeed(Option.none()),
    onSome: (bucket) =>
      Config.map(
        Config.all({
          endpoint,
          region: Config.String("CANDOR_S3_REGION").pipe(Config.withDefault("us-east-1")),
          accessKeyId: Config.String("CANDOR_S3_ACCESS_KEY_ID"),
          secretAccessKey: Config.map(Config.Redacted("CANDOR_S3_SECRET_ACCESS_KEY"), Redacted.value)
        }),
        (rest) => Option.some({ bucket, ...rest })
      )
  })
)

/** The file store's settings in the environment, one by one. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [
  folder,
  exportFolder,
  Config.option(endpoint),
  objectStore
]
