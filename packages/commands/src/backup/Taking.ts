/**
 * Takes a backup of the embedded database and of the contents of attachments, even while a server has both open. All
 * contents are copied first, and new ones again together with the database, so that every row in the backup has its
 * content.
 */
import * as Folder from "@candor/files/Folder"
import { version } from "@candor/process/Version"
import type { Files } from "@candor/sql/database/EmbeddedFiles"
import { Clock, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { basename, dirname, join } from "node:path"
import { CommandRefused } from "../Output.ts"
import * as Manifest from "./Manifest.ts"
import * as Tree from "./Tree.ts"

/** The location of the contents of attachments. */
export type Contents =
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "bucket"; readonly options: { readonly bucket: string } }

/** The longest time for which statements wait for a backup, so that a hanging disk does not block them forever. */
const maxPause = Duration.minutes(10)

const pausedTooLong = new CommandRefused({
  message:
    "The backup failed: the database could not be copied within 10 minutes, in which no statement ran. Name a folder on a faster disk."
})

const stored = (contents: Contents) => contents.kind === "bucket" ? Effect.succeed([]) : Folder.list(contents.folder)

/** Returns the folders of files. */
const foldersOf = (
  paths: ReadonlyArray<string>
): ReadonlyArray<string> => [...new Set(paths.map((path) => dirname(path)))]

/** Copies contents; returns the paths of those that no longer exist. */
const copyContents = Effect.fnUntraced(function*(paths: ReadonlyArray<string>, contents: Contents, target: string) {
  if (contents.kind === "bucket") return []
  const to = join(target, Manifest.parts.contents)
  yield* Tree.makeFolders(foldersOf(paths).map((path) => join(to, path)))
  return yield* Tree.copyPresent(paths, contents.folder, to)
})

/** Copies files of the database into the part of the backup named after its folder, and remembers their paths. */
const copyDatabase = (folder: string, target: string) => {
  const part = basename(folder)
  const to = join(target, part)
  const files: Array<string> = []
  const folders = new Set<string>()
  return {
    paths: () => files.toSorted().map(under(part)),
    folders: () => [part, ...[...folders].toSorted().map(under(part))],
    copy: Effect.fnUntraced(function*(isWanted: (path: string) => boolean) {
      const tree = yield* Tree.list(folder)
      const within = tree.folders.filter(isWanted)
      for (const path of within) folders.add(path)
      yield* Tree.makeFolders([to, ...within.map((path) => join(to, path))])
      const wanted = tree.files.filter(isWanted)
      const gone = new Set(yield* Tree.copyPresent(wanted, folder, to))
      files.push(...wanted.filter((path) => !gone.has(path)))
    }),
    add: (path: string, content: string) => Effect.map(Tree.write(join(to, path), content), () => void files.push(path))
  }
}

/** Limits the time for which statements wait. */
const bounded = ({ isExclusive }: Files) => <A, E, R>(copying: Effect.Effect<A, E, R>) =>
  isExclusive
    ? Effect.timeoutOrElse(copying, { duration: maxPause, orElse: () => Effect.fail(pausedTooLong) })
    : copying

const under = (part: string) => (path: string) => `${part}/${path}`

/** Takes a backup into an empty folder. Returns its description, and for how many milliseconds statements waited. */
export const take = Effect.fnUntraced(function*(files: Files, contents: Contents, target: string) {
  yield* Tree.makeFolders([target])
  const before = yield* stored(contents)
  yield* copyContents(before, contents, target)
  const copied = new Set(before)
  const copyNew = Effect.gen(function*() {
    const found = yield* stored(contents)
    const gone = new Set(yield* copyContents(found.filter((path) => !copied.has(path)), contents, target))
    for (const path of found) if (!gone.has(path)) copied.add(path)
    return found
  })
  const database = copyDatabase(files.folder, target)
  const sql = yield* SqlClient.SqlClient
  // After a checkpoint the restored database has little to recover. A PostgreSQL server writes one by itself.
  if (files.isExclusive) yield* Effect.orDie(sql`CHECKPOINT`)
  const [taken, { present, taken_at }] = yield* Effect.timed(
    bounded(files)(files.copied({
      files: database.copy,
      add: database.add,
      last: Effect.gen(function*() {
        const present = new Set(yield* copyNew)
        return { present, taken_at: new Date(yield* Clock.currentTimeMillis).toISOString() }
      })
    }))
  )
  // Copies contents of rows that were committed during the last copying.
  if (!files.isExclusive) { for (const path of yield* copyNew) present.add(path) }
  // A content that was deleted before has no row in the backup.
  const lost = before.filter((path) => !present.has(path))
  for (const path of lost) copied.delete(path)
  yield* Tree.remove(lost, join(target, Manifest.parts.contents))
  const kept = [...copied].toSorted()

  const part = under(Manifest.parts.contents)
  const paths = [...database.paths(), ...kept.map(part)]
  const folders = [...database.folders(), ...foldersOf(kept.map(part))]
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
  return { description, waitedMillis: files.isExclusive ? Math.round(Duration.toMillis(taken)) : 0 }
})
