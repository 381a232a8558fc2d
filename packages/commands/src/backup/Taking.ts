/**
 * Takes a backup of the embedded database and of the contents of attachments, also while a server has both open. The
 * contents are copied twice: all of them while everything goes on, and what is new since then while no statement runs,
 * together with the database. So every row of the backup has its content.
 */
import * as Folder from "@candor/files/Folder"
import { version } from "@candor/process/Version"
import type { Files } from "@candor/sql/database/EmbeddedFiles"
import { Clock, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dirname, join } from "node:path"
import { CommandRefused } from "../Output.ts"
import * as Manifest from "./Manifest.ts"
import * as Tree from "./Tree.ts"

/** Where contents of attachments are. */
export type Contents =
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "bucket"; readonly options: { readonly bucket: string } }

/** How long statements wait for a backup at most, so that a disk that hangs does not hold them up for ever. */
const maxPause = Duration.minutes(10)

const pausedTooLong = new CommandRefused({
  message: "The backup failed: the database could not be copied within 10 minutes, in which no statement ran. Name a folder on a faster disk."
})

const stored = (contents: Contents) => contents.kind === "bucket" ? Effect.succeed([]) : Folder.list(contents.folder)

/** The folders of files. */
const foldersOf = (paths: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(paths.map((path) => dirname(path)))]

/** Copies contents; returns the paths of those that are gone. */
const copyContents = Effect.fnUntraced(function*(paths: ReadonlyArray<string>, contents: Contents, target: string) {
  if (contents.kind === "bucket") return []
  const to = join(target, Manifest.parts.contents)
  yield* Tree.makeFolders(foldersOf(paths).map((path) => join(to, path)))
  return yield* Tree.copyPresent(paths, contents.folder, to)
})

/** Copies all files of the database. No statement may run meanwhile. */
const copyDatabase = Effect.fnUntraced(function*(folder: string, target: string) {
  const tree = yield* Tree.list(folder)
  const to = join(target, Manifest.parts.database)
  yield* Tree.makeFolders([to, ...tree.folders.map((path) => join(to, path))])
  yield* Tree.copy(tree.files, folder, to)
  return tree
})

const under = (part: string) => (path: string) => `${part}/${path}`

/** Takes a backup into an empty folder. Returns its description, and the milliseconds in which statements waited. */
export const take = Effect.fnUntraced(function*(files: Files, contents: Contents, target: string) {
  yield* Tree.makeFolders([target])
  const before = yield* stored(contents)
  yield* copyContents(before, contents, target)
  const sql = yield* SqlClient.SqlClient
  // The restored database then has little to recover.
  yield* Effect.orDie(sql`CHECKPOINT`)
  const [waited, { database, kept, taken_at }] = yield* Effect.timed(files.paused(Effect.gen(function*() {
    const database = yield* copyDatabase(files.folder, target)
    const after = yield* stored(contents)
    const copied = new Set(before)
    // A content that goes now has no row any more.
    const gone = new Set(yield* copyContents(after.filter((path) => !copied.has(path)), contents, target))
    const kept = after.filter((path) => !gone.has(path))
    return { database, kept, taken_at: new Date(yield* Clock.currentTimeMillis).toISOString() }
  })).pipe(Effect.timeoutOrElse({ duration: maxPause, orElse: () => Effect.fail(pausedTooLong) })))
  const keep = new Set(kept)
  yield* Tree.remove(before.filter((path) => !keep.has(path)), join(target, Manifest.parts.contents))

  const { contents: contentsPart, database: databasePart } = Manifest.parts
  const paths = [...database.files.map(under(databasePart)), ...kept.map(under(contentsPart))]
  const folders = [databasePart, ...database.folders.map(under(databasePart)), ...foldersOf(kept.map(under(contentsPart)))]
  const digests = yield* Tree.digests(paths, target)
  yield* Tree.finishAll({ files: paths, folders }, target)
  const description: Manifest.Description = {
    format: 1,
    candor: version,
    taken_at,
    bucket: contents.kind === "bucket" ? contents.options.bucket : null,
    folders,
    files: paths.length,
    bytes: digests.reduce((sum, { bytes }) => sum + bytes, 0)
  }
  yield* Manifest.write(target, description, paths.map((path, index) => ({ path, sha256: digests[index]!.sha256 })))
  return { description, waitedMillis: Math.round(Duration.toMillis(waited)) }
})
