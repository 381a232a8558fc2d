/**
 * Unpacks the archive of an export, which may be malicious: only files that belong to an export, each once, and no more
 * bytes than an honest archive of that size can contain.
 */
import { BlobReader, configure, type Entry, ZipReader } from "@zip.js/zip.js"
import { Effect, Schema, Stream } from "effect"
import { mkdir, open, stat, statfs } from "node:fs/promises"
import { dirname, join } from "node:path"
import { KeyMap } from "./KeyMap.ts"
import { names } from "./Manifest.ts"

configure({ useWebWorkers: false })

/** Why an archive is not unpacked. */
export const Refusal = Schema.Literals([
  "damaged",
  "encrypted",
  "not_an_export",
  "too_large",
  "too_many_files",
  "no_room"
])

/** An archive is not unpacked; the message says what is wrong with it. */
export class ArchiveRefused extends Schema.TaggedError<ArchiveRefused>()("ArchiveRefused", {
  reason: Refusal,
  file: Schema.String,
  message: Schema.String
}) {}

const refused = (reason: typeof Refusal.Type, file: string, message: string) =>
  new ArchiveRefused({ reason, file, message })

/** The largest ratio of unpacked to packed size, and the unpacked bytes that any archive may have. */
const [maxRatio, smallBytes] = [50, 64 * 2 ** 20]

/** The most unpacked bytes of any archive: an organization's files and rows. */
const maxUnpackedBytes = 150 * 2 ** 30

/** The free bytes of a disk that unpacking does not use. */
const spareBytes = 2 ** 30

/**
 * The most entries of an archive: 200,000 files, and the parts. All names are held in memory; a larger export can be
 * imported from a folder, with the command.
 */
export const maxEntries = 201_000

/**
 * The most bytes of a single read, which is that of the directory. An entry has 132 bytes if a folder was packed, and
 * more with a longer path.
 */
export const maxReadBytes = 192 * maxEntries

/**
 * Reads an archive whose directory may have any size: a larger one than an export can have is refused before it is
 * read.
 */
class BoundedReader extends BlobReader {
  override readUint8Array(index: number, length: number): Promise<Uint8Array> {
    return length > maxReadBytes
      ? Promise.reject(refused("too_many_files", "", `Its directory has more than ${maxReadBytes} bytes`))
      : super.readUint8Array(index, length)
  }
}

/** Tells whether a path belongs to an export. */
const isPath = (path: string): boolean =>
  path === names.manifest || /^[a-z][a-z_]*\.ndjson$/.test(path) || /^schemas\/[a-z][a-z_]*\.json$/.test(path) ||
  /^files\/[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(path)

/** Tells whether a file was added by a program that packed a folder. */
const isIgnored = (path: string): boolean => /^__MACOSX\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/.test(path)

const [typeBits, link, regular] = [0o170000, 0o120000, 0o100000]

/** Fails if an entry is not a plain regular file. */
const assertRegular = ({ encrypted, filename, unixMode = 0 }: Entry): void => {
  const type = unixMode & typeBits
  if (type === link) throw refused("not_an_export", filename, "It is a symbolic link")
  if (type !== 0 && type !== regular) throw refused("not_an_export", filename, "It is no regular file")
  if (encrypted) throw refused("encrypted", filename, "It is encrypted")
}

/** Returns the folder in the archive that contains the manifest: none, or one that was packed as a whole. */
const rootOf = (filename: string): string | undefined =>
  filename === names.manifest
    ? ""
    : /^(?!\.{1,2}\/)[^/\\\0]+\/manifest\.json$/.test(filename)
    ? filename.slice(0, -names.manifest.length)
    : undefined

const noRoom = (what: string) => refused("no_room", "", `The server's disk has no room for ${what} of it`)

/** Returns the free bytes for a folder. */
export const roomIn = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize - spareBytes
}

/** Checks all names before anything is unpacked. Returns the folder of the export in the archive. */
const inspect = async (zip: ZipReader<Blob>, maxBytes: number, room: number): Promise<string> => {
  const seen = new KeyMap()
  let root: string | undefined
  let [entries, bytes] = [0, 0]
  for await (const entry of zip.getEntriesGenerator()) {
    if (++entries > maxEntries)
      throw refused("too_many_files", entry.filename, `It has more than ${maxEntries} entries`)
    if (entry.directory || isIgnored(entry.filename)) continue
    assertRegular(entry)
    if (seen.add(entry.filename, 1) !== undefined) throw refused("not_an_export", entry.filename, "It is there twice")
    const found = rootOf(entry.filename)
    if (found !== undefined && (root === undefined || found === "")) root = found
    bytes += entry.uncompressedSize
    if (bytes > maxBytes) throw refused("too_large", entry.filename, `It unpacks to more than ${maxBytes} bytes`)
  }
  if (bytes > room) throw noRoom(`${bytes} bytes`)
  if (root === undefined) throw refused("not_an_export", names.manifest, "It is missing: this is no whole export")
  return root
}

/** Writes an entry into a new file. Fails if it has more bytes than it states. */
const write = async (entry: Entry, path: string, signal: AbortSignal): Promise<void> => {
  if (entry.directory) return
  const file = await open(path, "wx", 0o600)
  let bytes = 0
  try {
    await entry.getData(
      new WritableStream<Uint8Array>({
        write: async (chunk) => {
          bytes += chunk.byteLength
          if (bytes > entry.uncompressedSize)
            throw refused(
              "damaged",
              entry.filename,
              `It has more than the ${entry.uncompressedSize} bytes that it says`
            )
          await file.writeFile(chunk)
        }
      }),
      { checkSignature: true, signal }
    )
  } finally {
    await file.close()
  }
}

const unpackAll = async (archive: string, folder: string, signal: AbortSignal): Promise<void> => {
  const { size } = await stat(archive)
  const zip = new ZipReader(new BoundedReader(Bun.file(archive)))
  try {
    const maxBytes = Math.min(maxRatio * size + smallBytes, maxUnpackedBytes)
    const root = await inspect(zip, maxBytes, await roomIn(folder))
    const folders = new Set<string>()
    for await (const entry of zip.getEntriesGenerator()) {
      signal.throwIfAborted()
      const { filename } = entry
      if (entry.directory || isIgnored(filename)) continue
      const path = filename.startsWith(root) ? filename.slice(root.length) : filename
      if (!filename.startsWith(root) || !isPath(path))
        throw refused("not_an_export", filename, "No export has such a file")
      if (path.startsWith(`${names.schemas}/`)) continue
      const within = dirname(path)
      if (!folders.has(within)) await mkdir(join(folder, within), { recursive: true, mode: 0o700 })
      folders.add(within)
      await write(entry, join(folder, path), signal)
    }
  } finally {
    await zip.close()
  }
}

const full: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"])

/** Tells whether a disk is full. */
const isFull = (cause: unknown): boolean => cause instanceof Error && "code" in cause && full.has(cause.code)

/** Tells whether a failure is another one of the disk, and not the archive's fault. */
const isOfDisk = (cause: unknown): boolean => cause instanceof Error && "syscall" in cause

/** Writes an archive of known size into a new file. */
export const written = <E, R>(
  path: string,
  size: number,
  chunks: Stream.Stream<Uint8Array, E, R>
): Effect.Effect<void, ArchiveRefused | E, R> =>
  Effect.gen(function*() {
    if ((yield* Effect.promise(() => roomIn(dirname(path)))) < size) return yield* noRoom(`${size} bytes`)
    const file = yield* Effect.acquireRelease(
      Effect.promise(() => open(path, "wx", 0o600)),
      (file) => Effect.promise(() => file.close())
    )
    yield* Stream.runForEach(chunks, (chunk) =>
      Effect.tryPromise({
        try: () => file.writeFile(chunk),
        catch: (cause) => cause
      }).pipe(
        Effect.catch((cause) => isFull(cause) ? Effect.fail(noRoom(`${size} bytes`)) : Effect.die(cause))
      ))
  }).pipe(Effect.scoped)

/** Unpacks the archive of an export into an empty folder. Schemas are not unpacked: the service has its own. */
export const unpack = (archive: string, folder: string): Effect.Effect<void, ArchiveRefused> =>
  Effect.tryPromise({
    try: (signal) => unpackAll(archive, folder, signal),
    catch: (cause) => cause
  }).pipe(
    Effect.catch((cause) =>
      cause instanceof ArchiveRefused
        ? Effect.fail(cause)
        : isFull(cause)
        ? Effect.fail(noRoom("the files"))
        : isOfDisk(cause)
        ? Effect.die(cause)
        : Effect.fail(
          refused(
            "damaged",
            "",
            `The archive cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
          )
        )
    )
  )
