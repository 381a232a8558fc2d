/** Lists, copies, hashes and syncs the files and folders of a backup. All are private to their owner. */
import { Effect } from "effect"
import { constants } from "node:fs"
import { copyFile, mkdir, open, readdir, rm, writeFile } from "node:fs/promises"
import { join, relative } from "node:path"

/** Files that are copied or hashed at a time. */
const concurrency = 8

const attempt = <A>(run: () => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: (cause) => cause as NodeJS.ErrnoException })

const isMissing = (error: NodeJS.ErrnoException): boolean => error.code === "ENOENT"

/**
 * The paths of the files and folders in a folder, relative to it. Symbolic links count as files, so that none is left
 * out.
 */
export interface Listing {
  readonly files: ReadonlyArray<string>
  readonly folders: ReadonlyArray<string>
}

/** Lists a folder recursively; empty if the folder does not exist. */
export const list = (folder: string): Effect.Effect<Listing, NodeJS.ErrnoException> =>
  attempt(() => readdir(folder, { recursive: true, withFileTypes: true })).pipe(
    Effect.map((entries) => {
      const paths = (found: typeof entries) =>
        found.map((entry) => relative(folder, join(entry.parentPath, entry.name))).toSorted()
      return {
        files: paths(entries.filter((entry) => !entry.isDirectory())),
        folders: paths(entries.filter((entry) => entry.isDirectory()))
      }
    }),
    Effect.catchIf(isMissing, () => Effect.succeed({ files: [], folders: [] }))
  )

/** Makes folders with the mode 0700. */
export const makeFolders = (paths: ReadonlyArray<string>) =>
  Effect.forEach(paths, (path) => attempt(() => mkdir(path, { recursive: true, mode: 0o700 })), { discard: true })

/** Never overwrites a file. On file systems that support it, the copy shares its blocks with the original. */
const copyMode = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE

const copyOne = (path: string, from: string, to: string) =>
  attempt(() => copyFile(join(from, path), join(to, path), copyMode))

/**
 * Copies files of one folder into another, which must have their subfolders. Fails if a file is missing, or already
 * exists there.
 */
export const copy = (paths: ReadonlyArray<string>, from: string, to: string) =>
  Effect.forEach(paths, (path) => copyOne(path, from, to), { concurrency, discard: true })

/** Copies the files that still exist, and returns the paths of those that do not. */
export const copyPresent = (paths: ReadonlyArray<string>, from: string, to: string) =>
  Effect.forEach(paths, (path) =>
    copyOne(path, from, to).pipe(
      Effect.as<ReadonlyArray<string>>([]),
      Effect.catchIf(isMissing, () => Effect.succeed([path]))
    ), { concurrency }).pipe(Effect.map((gone) => gone.flat()))

/** Writes a new file. */
export const write = (path: string, content: string) =>
  attempt(() => writeFile(path, content, { flag: "wx", mode: 0o600 }))

/** Removes files of a folder. */
export const remove = (paths: ReadonlyArray<string>, folder: string) =>
  Effect.forEach(paths, (path) => attempt(() => rm(join(folder, path), { force: true })), { discard: true })

/** Removes a folder with its contents, as far as possible. */
export const removeFolder = (path: string) => Effect.ignore(attempt(() => rm(path, { recursive: true, force: true })))

/** A file's SHA-256 in hexadecimal, and its bytes. */
export interface Digest {
  readonly sha256: string
  readonly bytes: number
}

const digested = async (path: string): Promise<Digest> => {
  const hasher = new Bun.CryptoHasher("sha256")
  let bytes = 0
  for await (const chunk of Bun.file(path).stream()) {
    hasher.update(chunk)
    bytes += chunk.length
  }
  return { sha256: hasher.digest("hex"), bytes }
}

/** Reads files of a folder. Returns their digests, in order. */
export const digests = (paths: ReadonlyArray<string>, folder: string) =>
  Effect.forEach(paths, (path) => attempt(() => digested(join(folder, path))), { concurrency })

const finish = async (path: string, mode: number): Promise<void> => {
  const file = await open(path, "r")
  try {
    await file.chmod(mode)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes files and folders private to their owner, and durable (fsync). */
export const finishAll = ({ files, folders }: Listing, within: string) =>
  Effect.forEach(
    [...files.map((path) => [path, 0o600] as const), ...folders.map((path) => [path, 0o700] as const)],
    ([path, mode]) => attempt(() => finish(join(within, path), mode)),
    { concurrency, discard: true }
  )
