/**
 * Restores a backup into a data directory that has no database. The database's folder gets its name last, so that an
 * interrupted restore leaves no database.
 */
import * as DataDirectory from "@candor/sql/database/DataDirectory"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { rename } from "node:fs/promises"
import { join } from "node:path"
import { CommandRefused } from "../Output.ts"
import * as Manifest from "./Manifest.ts"
import type { Contents } from "./Taking.ts"
import * as Tree from "./Tree.ts"

/** The target of a restore. */
export interface Target {
  readonly directory: string
  readonly contents: Contents
}

const refused = (message: string) => new CommandRefused({ message })

/** Fails if there already is a database or a content, or if the backup's contents would not be found. */
export const assertFree = Effect.fnUntraced(
  function*({ contents, directory }: Target, { bucket }: Manifest.Description) {
    if (DataDirectory.databaseIn(directory) !== undefined) {
      return yield* refused(
        `${directory} has a database already. Name a directory without one with CANDOR_DATA_DIR, or move that one away.`
      )
    }
    if (bucket !== null && (contents.kind !== "bucket" || contents.options.bucket !== bucket)) {
      return yield* refused(
        `The backup's files are in the bucket ${bucket}. Set CANDOR_S3_BUCKET=${bucket} and the other settings of it.`
      )
    }
    if (bucket === null && contents.kind === "bucket") {
      return yield* refused(
        "The backup has its files in it, and CANDOR_S3_BUCKET names a bucket. Unset it to restore them into a folder."
      )
    }
    if (contents.kind === "folder" && (yield* Tree.list(contents.folder)).files.length > 0) {
      return yield* refused(
        `${contents.folder} has files already. Name an empty folder with CANDOR_FILES_DIR, or move that one away.`
      )
    }
  }
)

/** Fails if a file of the backup is missing or has changed. */
export const assertIntact = Effect.fnUntraced(function*(source: string, sums: ReadonlyArray<Manifest.Sum>) {
  const missing = sums.find(({ path }) => !existsSync(join(source, path)))
  if (missing !== undefined) return yield* refused(`${source} cannot be restored: ${missing.path} is missing.`)
  const digests = yield* Tree.digests(sums.map(({ path }) => path), source)
  const damaged = sums.find(({ sha256 }, index) => sha256 !== digests[index]!.sha256)
  if (damaged !== undefined) return yield* refused(`${source} cannot be restored: ${damaged.path} is damaged.`)
})

/** Returns the paths of one part of a backup, relative to that part. */
const within = (part: string, paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.filter((path) => path.startsWith(`${part}/`)).map((path) => path.slice(part.length + 1))

const copyPart = Effect.fnUntraced(function*(source: string, part: string, to: string, { description, sums }: Loaded) {
  const folders = within(part, description.folders)
  const files = within(part, sums.map(({ path }) => path))
  yield* Tree.makeFolders([to, ...folders.map((path) => join(to, path))])
  yield* Tree.copy(files, join(source, part), to)
  yield* Tree.finishAll({ files, folders: [".", ...folders] }, to)
})

interface Loaded {
  readonly description: Manifest.Description
  readonly sums: ReadonlyArray<Manifest.Sum>
}

/** Copies an intact backup into a free target. No other process can open the directory in the meantime. */
export const restore = Effect.fnUntraced(function*(source: string, { contents, directory }: Target, backup: Loaded) {
  const part = Manifest.parts.databases.find((name) => backup.description.folders.includes(name))!
  const final = join(directory, part)
  const fresh = `${final}.restoring`
  yield* DataDirectory.open(directory)
  // Checked again, because from here on no server can start in the directory.
  yield* assertFree({ contents, directory }, backup.description)
  // Left behind by a restore that was killed.
  yield* Tree.removeFolder(fresh)
  yield* Effect.gen(function*() {
    if (contents.kind === "folder") yield* copyPart(source, Manifest.parts.contents, contents.folder, backup)
    yield* copyPart(source, part, fresh, backup)
    yield* Effect.tryPromise(() => rename(fresh, final))
    yield* Tree.finishAll({ files: [], folders: ["."] }, directory)
  }).pipe(
    Effect.onError(() =>
      Effect.andThen(
        Tree.removeFolder(fresh),
        contents.kind === "folder" ? removeContents(contents.folder, backup) : Effect.void
      )
    )
  )
}, Effect.scoped)

/** Removes the copied contents, but not the folder, which may be a mount point or have other files by now. */
const removeContents = (folder: string, { sums }: Loaded) =>
  Effect.ignore(Tree.remove(within(Manifest.parts.contents, sums.map(({ path }) => path)), folder))
