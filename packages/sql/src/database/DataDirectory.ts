/**
 * The directory of the embedded database: open in one process at a time, and closed to other users of the machine.
 * PGlite sets file modes regardless of the umask, so `PrivateFiles` narrows those of new files, and each start narrows
 * those of existing files.
 */
import { Database } from "bun:sqlite"
import { Effect, Schema } from "effect"
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statfsSync,
  statSync
} from "node:fs"
import { homedir } from "node:os"
import { dirname, join, relative, resolve } from "node:path"

/** Another process has the data directory open. */
export class DataDirectoryInUse extends Schema.TaggedError<DataDirectoryInUse>()("DataDirectoryInUse", {
  directory: Schema.String
}) {
  override get message() {
    return `Another process is using the data directory ${this.directory}. ` +
      "Stop it, choose another directory with CANDOR_DATA_DIR, or use a PostgreSQL server with DATABASE_URL."
  }
}

/** The data directory cannot be created, written to, or closed to other users. */
export class DataDirectoryUnusable extends Schema.TaggedError<DataDirectoryUnusable>()("DataDirectoryUnusable", {
  /** What is accepted, and why this directory is not. */
  reason: Schema.String
}) {
  override get message() {
    return `CANDOR_DATA_DIR: ${this.reason}`
  }
}

const expectation = (directory: string, but: string): string =>
  `Expected a directory that this user owns and can write; got "${directory}", ${but}`

const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns why a path is not a writable directory, as far as can be seen without writing. */
const flaw = (path: string): string | undefined => {
  if (!existsSync(path)) {
    const above = dirname(path)
    return above === path || flaw(above) !== undefined ? "which cannot be made" : undefined
  }
  if (!statSync(path).isDirectory()) return "which is a file"
  return isWritable(path) ? undefined : "which cannot be written"
}

/**
 * Returns why a directory cannot hold the database, and what would be accepted; undefined if it can. Creates nothing.
 */
export const objection = (directory: string): string | undefined => {
  const found = flaw(resolve(directory))
  return found === undefined ? undefined : expectation(directory, found)
}

/** Whether a directory is shared with other users: one for temporary files, or one that contains homes or programs. */
const isShared = (directory: string): boolean => {
  const sticky = (statSync(directory).mode & 0o1000) !== 0
  const isAbove = (inner: string) => /^(?!\.\.)./.test(relative(directory, inner))
  return sticky || isAbove(process.cwd()) || isAbove(homedir())
}

/** Sets the mode of a directory to 0700 and of a file to 0600, recursively. Skips links. */
const makePrivate = (path: string): void => {
  const stats = lstatSync(path)
  const mode = stats.isDirectory() ? 0o700 : 0o600
  if (stats.isSymbolicLink()) return
  if ((stats.mode & 0o777) !== mode) chmodSync(path, mode)
  if (stats.isDirectory()) { for (const name of readdirSync(path)) makePrivate(join(path, name)) }
}

/** The size of a new database with the demo and its write-ahead log, in bytes. */
const roomForNew = 120 * 2 ** 20

/** Fails if there is no room for a new database, which would otherwise be left half made. */
export const assertRoom = (directory: string): Effect.Effect<void, DataDirectoryUnusable> =>
  Effect.suspend(() => {
    const { bavail, bsize } = statfsSync(directory)
    const mebibytes = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MiB`
    return bavail * bsize >= roomForNew ? Effect.void : Effect.fail(
      new DataDirectoryUnusable({
        reason: `Expected ${mebibytes(roomForNew)} of room for a new database; "${directory}" has ${
          mebibytes(bavail * bsize)
        }`
      })
    )
  })

/** The file that names the process that has the directory open. */
const lockFile = "lock"

/** The folders in the directory: those of a PostgreSQL server, of PGlite, and of links to libraries. */
const folders = { cluster: "cluster", pglite: "postgres", libraries: "libraries" } as const

/** The folder of a PostgreSQL server's data in a data directory. */
export const clusterIn = (directory: string): string => join(directory, folders.cluster)

/** The folder of PGlite's data in a data directory. */
export const pgliteIn = (directory: string): string => join(directory, folders.pglite)

/** Returns the folder of a data directory's database, of either kind; undefined if it has none. */
export const databaseIn = (directory: string): string | undefined =>
  [clusterIn(directory), pgliteIn(directory)].find((folder) => existsSync(folder))

/** The folder of links to the libraries of PostgreSQL's programs. */
export const librariesIn = (directory: string): string => join(directory, folders.libraries)

/** The files that Candor keeps in the directory. Any other file in it is not Candor's. */
const entries = [...Object.values(folders), lockFile, `${lockFile}-journal`, "demo.json"]

const failureText = (cause: unknown): string => cause instanceof Error ? cause.message : String(cause)

const isBusy = (cause: unknown): boolean => cause instanceof Error && "code" in cause && cause.code === "SQLITE_BUSY"

const take = (directory: string): Database => {
  // For the lock and the files beside it. The process keeps the mask, because the database makes files as long as it is
  // open.
  process.umask(0o077)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = new Database(join(directory, lockFile), { create: true })
  file.run("PRAGMA locking_mode = EXCLUSIVE")
  file.run("BEGIN EXCLUSIVE")
  return file
}

/** Refuses another user's files in the place of the database's files: they would be executed, or written to. */
const assertOwn = (path: string, shared: boolean): void => {
  const stats = lstatSync(path)
  const isForeign = process.getuid !== undefined && stats.uid !== process.getuid()
  if (isForeign || (shared && stats.isSymbolicLink())) throw new Error(`in which ${path} is another user's, or a link`)
}

const close = (directory: string): boolean => {
  const shared = isShared(directory)
  if (!shared && (statSync(directory).mode & 0o777) !== 0o700) chmodSync(directory, 0o700)
  const present = entries.map((name) => join(directory, name)).filter((path) =>
    lstatSync(path, { throwIfNoEntry: false }) !== undefined
  )
  for (const path of present) assertOwn(path, shared)
  for (const path of present) makePrivate(path)
  return shared
}

const attempt = <A>(directory: string, run: () => A) =>
  Effect.try({
    try: run,
    catch: (cause) =>
      isBusy(cause)
        ? new DataDirectoryInUse({ directory })
        : new DataDirectoryUnusable({ reason: objection(directory) ?? expectation(directory, failureText(cause)) })
  })

/**
 * Opens the directory for this process, creating it if it does not exist, and closes it to other users: directories
 * have the mode 0700, files 0600. The operating system releases the lock when the process ends, even by a crash.
 */
export const open = Effect.fnUntraced(function*(directory: string) {
  yield* Effect.acquireRelease(attempt(directory, () => take(directory)), (file) => Effect.sync(() => file.close()))
  if (yield* attempt(directory, () => close(directory))) {
    yield* Effect.logWarning(
      `CANDOR_DATA_DIR is ${directory}, which others use too, so its own mode was left as it is. ` +
        "The database's files in it are closed to other users."
    )
  }
})
