/**
 * A stream whose writer does not wait for its reader at first: its data is written to a file without a name, which the
 * system removes with the process. Later chunks are passed directly, as fast as they are read.
 */
import { unavailable } from "@candor/contract/Errors"
import { spoolFolder } from "@candor/files/SpoolFolder"
import { type Cause, Deferred, Effect, Queue, Stream } from "effect"
import { open, statfs, unlink } from "node:fs/promises"
import { join } from "node:path"

/** Maximum number of chunks that are passed directly and not read yet. */
const maxAhead = 4

/** Bytes that are read from the file at a time. */
const pieceBytes = 64 * 1024

/** Free bytes that a spool requires: other things on that disk need the rest. */
const minFree = 256 * 1024 * 1024

/** Fails if a spool has too little free space. */
export const hasSpace = Effect.fnUntraced(function*(least = minFree) {
  const path = yield* spoolFolder
  const { bavail, blocks, bsize } = yield* Effect.promise(() => statfs(path))
  // A file system that reports no blocks does not say how much is free.
  if (blocks === 0 || bavail * bsize >= least) return
  yield* Effect.logError("An export was refused: too little space is free", { path, free: bavail * bsize, least })
  return yield* unavailable("export_disk_full")
})

/** A temporary file that is open, but has no path. */
const namelessFile = Effect.acquireRelease(
  Effect.flatMap(spoolFolder, (folder) =>
    Effect.promise(async () => {
      const path = join(folder, `candor-export-${crypto.randomUUID()}`)
      const file = await open(path, "wx+", 0o600)
      await unlink(path)
      return file
    })),
  (file) => Effect.promise(() => file.close())
)

/** Makes a spool. Its file is closed with the scope. Run its `read` once only. */
export const make = Effect.gen(function*() {
  const file = yield* namelessFile
  const direct = yield* Effect.acquireRelease(Queue.bounded<Uint8Array, Cause.Done>(maxAhead), Queue.shutdown)
  let size = 0
  let isDirect = false
  let more = Deferred.makeUnsafe<void>()

  const tell = Effect.sync(() => {
    Deferred.doneUnsafe(more, Effect.void)
    more = Deferred.makeUnsafe()
  })

  const keep = (chunk: Uint8Array) =>
    Effect.promise(async () => {
      await file.writeFile(chunk)
      size += chunk.byteLength
    })

  /** From now on the writer waits for the reader. */
  const passDirectly = Effect.andThen(Effect.sync(() => isDirect = true), tell)

  const piece = (at: number) =>
    Effect.promise(async () => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(pieceBytes), 0, Math.min(pieceBytes, size - at), at)
      return [buffer.subarray(0, bytesRead), at + bytesRead] as const
    })

  const kept = Stream.unfold(
    0,
    (at) =>
      Effect.suspend(() => at === size && !isDirect ? Deferred.await(more) : Effect.void).pipe(
        Effect.repeat({ while: () => at === size && !isDirect }),
        Effect.andThen(Effect.suspend(() => at === size ? Effect.undefined : piece(at)))
      )
  )

  return {
    write: (chunk: Uint8Array) =>
      Effect.suspend(() => isDirect ? Queue.offer(direct, chunk) : Effect.andThen(keep(chunk), tell)),
    passDirectly,
    /** Ends the stream, as a defect if a cause is given. */
    end: (cause?: Cause.Cause<never>) =>
      Effect.andThen(passDirectly, cause === undefined ? Queue.end(direct) : Queue.failCause(direct, cause)),
    read: Stream.concat(kept, Stream.fromQueue(direct))
  }
})
