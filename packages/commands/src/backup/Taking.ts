/**
 * Takes a backup of the embedded database and of the contents of attachments, also while a server has both open. The
 * contents are copied twice: all of them while everything goes on, and what is new since then while no statement runs,
 * together with the database. So every row of the backup has its content.
 */
import { version } from "@candor/process/Version"
import type { Files } from "@candor/sql/database/EmbeddedFiles"
import { Clock, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import * as Manifest from "./Manifest.ts"
import * as Tree from "./Tree.ts"

/** Where contents of attachments are. */
export type Contents =
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "bucket"; readonly options: { readonly bucket: string } }

const nothing: Tree.Listing = { files: [], folders: [] }

/** The contents that are stored whole; those under way have a temporary name. */
const stored = (contents: Contents) =>
  contents.kind === "bucket"
    ? Effect.succeed(nothing)
    : Effect.map(Tree.list(contents.folder), ({ files, folders }) => ({
      folders,
      files: files.filter((path) => !path.endsWith(".part"))
    }))

/** Copies contents; returns the paths of those that are gone. */
const copyContents = Effect.fnUntraced(function*({ files, folders }: Tree.Listing, contents: Contents, target: string) {
  if (contents.kind === "bucket") return []
  const to = join(target, Manifest.parts.contents)
  yield* Tree.makeFolders(folders.map((path) => join(to, path)))
  return yield* Tree.copy(files, contents.folder, to)
})

/** Copies all files of the database. No statement may run meanwhile. */
const copyDatabase = Effect.fnUntraced(function*(folder: string, target: string) {
  const tree = yield* Tree.list(folder)
  const to = join(target, Manifest.parts.database)
  yield* Tree.makeFolders([to, ...tree.folders.map((path) => join(to, path))])
  const gone = yield* Tree.copy(tree.files, folder, to)
  if (gone.length > 0) return yield* Effect.die(new Error(`The database changed while it was copied: ${gone.join(", ")}`))
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
    const copied = new Set(before.files)
    // A content that goes now has no row any more.
    const fresh = { ...after, files: after.files.filter((path) => !copied.has(path)) }
    const gone = new Set(yield* copyContents(fresh, contents, target))
    const kept = { ...after, files: after.files.filter((path) => !gone.has(path)) }
    return { database, kept, taken_at: new Date(yield* Clock.currentTimeMillis).toISOString() }
  })))
  const keep = new Set(kept.files)
  yield* Tree.remove(before.files.filter((path) => !keep.has(path)), join(target, Manifest.parts.contents))

  const { contents: contentsPart, database: databasePart } = Manifest.parts
  const paths = [...database.files.map(under(databasePart)), ...kept.files.map(under(contentsPart))]
  const folders = [databasePart, ...database.folders.map(under(databasePart)), ...kept.folders.map(under(contentsPart))]
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
