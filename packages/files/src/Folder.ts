/**
 * Contents in a folder: each is a file that is named by its id, in a folder for its organization. Files have the mode
 * 0600, folders 0700. A content is written under a temporary name, synced and renamed, so that a file with its id as
 * name is always complete.
 */
import {
  AttachmentStore,
  type ByteRange,
  type ContentKey,
  StoreFailure
} from "@candor/domain/attachment/AttachmentStore"
import { isUuid } from "@candor/domain/Id"
import { Effect, Stream } from "effect"
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"

/** The bytes that are read at a time. */
const chunkBytes = 64 * 1024

/** A content is shorter than its row states. */
class Cut extends Error {}

const isAbsent = (cause: unknown): boolean =>
  cause instanceof Cut || (cause instanceof Error && "code" in cause && cause.code === "ENOENT")

const failure = (cause: unknown) => new StoreFailure({ cause, ...(isAbsent(cause) ? { absent: true } : {}) })

const attempt = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: failure })

const opening = (path: string, flags: string) => attempt(() => open(path, flags, 0o600))

const close = (file: FileHandle) => Effect.promise(() => file.close())

/** Writes a whole chunk: a single write may accept only part of it. */
const writeAll = async (file: FileHandle, chunk: Uint8Array): Promise<void> => {
  let written = 0
  while (written < chunk.length) written += (await file.write(chunk, written)).bytesWritten
}

/** Renames a synced file, and syncs its folder, so that the name survives a crash of the machine. */
const renameLasting = async (from: string, to: string): Promise<void> => {
  await rename(from, to)
  const folder = await open(dirname(to), "r")
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Returns the names in a folder that are UUIDs; none if the folder does not exist. */
const idsIn = async (path: string): Promise<ReadonlyArray<string>> => {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []
    throw error
  })
  return names.filter(isUuid).toSorted()
}

/**
 * Lists the completely stored contents, as paths in the folder. Ignores temporary files, and those of other programs.
 */
export const list = (folder: string): Effect.Effect<ReadonlyArray<string>, NodeJS.ErrnoException> =>
  Effect.tryPromise({
    try: async () => {
      const paths: Array<string> = []
      for (const organization of await idsIn(folder)) {
        for (const id of await idsIn(join(folder, organization))) paths.push(join(organization, id))
      }
      return paths
    },
    catch: (cause) => cause as NodeJS.ErrnoException
  })

/** Returns the store in a folder, which is created with the first content. */
export const make = (folder: string): AttachmentStore["Service"] => {
  const pathOf = ({ id, organization_id }: ContentKey) => join(folder, organization_id, id)
  const temporary = (key: ContentKey) => `${pathOf(key)}.part`

  const written = <E, R>(path: string, content: Stream.Stream<Uint8Array, E, R>) =>
    Effect.acquireUseRelease(
      opening(path, "w"),
      (file) =>
        Effect.andThen(
          Stream.runForEach(content, (chunk) => attempt(() => writeAll(file, chunk))),
          attempt(() => file.sync())
        ),
      close
    )

  const put = <E, R>(key: ContentKey, content: Stream.Stream<Uint8Array, E, R>) =>
    Effect.gen(function*() {
      const path = pathOf(key)
      yield* attempt(() => mkdir(dirname(path), { recursive: true, mode: 0o700 }))
      yield* written(temporary(key), content)
      yield* attempt(() => renameLasting(temporary(key), path))
    })

  const read = (key: ContentKey, { end, start }: ByteRange) =>
    Stream.unwrap(
      Effect.map(Effect.acquireRelease(opening(pathOf(key), "r"), close), (file) =>
        Stream.unfold(start, (position) =>
          attempt(async () => {
            if (position >= end)
              return undefined
            const buffer = new Uint8Array(Math.min(chunkBytes, end - position))
            const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
            if (bytesRead === 0)
              throw new Cut(`The content ${key.id} ends at byte ${position}, before ${end}`)
            return [buffer.subarray(0, bytesRead), position + bytesRead] as const
          })))
    )

  const remove = (key: ContentKey) =>
    Effect.forEach([temporary(key), pathOf(key)], (path) => attempt(() => rm(path, { force: true })), { discard: true })

  return AttachmentStore.of({ put, read, remove })
}
