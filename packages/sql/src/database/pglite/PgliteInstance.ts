/** The PGlite that is open, and opened anew after its session has ended, as on a full disk. */
import type { PGlite, PGliteOptions } from "@electric-sql/pglite"
import { Clock, Effect, Option, Semaphore } from "effect"
import { statfsSync } from "node:fs"
import type { Duplex } from "node:stream"
import { pgliteIn } from "../DataDirectory.ts"
import type { Files } from "../EmbeddedFiles.ts"
import * as PgliteExtensions from "./PgliteExtensions.ts"
import * as PgliteStream from "./PgliteStream.ts"

/** Where the driver's sessions come from. */
export interface Sessions {
  /** Opens a stream to the database, on which the driver begins a session. */
  readonly connect: () => Duplex
  /** Its files; none where they are in memory. */
  readonly files: Option.Option<Files>
}

/**
 * PostgreSQL recovers by writing: with less room, in bytes, it would fail again. Two segments of its log are 32 MiB.
 */
const roomToRecover = 40 * 2 ** 20

/**
 * With less room, in bytes, it takes no writes: a statement may write more than 20 MiB, and has to leave the room to
 * recover.
 */
const roomToWrite = 64 * 2 ** 20

/** The pause between attempts to open the database anew, in nanoseconds: meanwhile statements fail at once. */
const pauseNanos = 1_000_000_000n

/** Free bytes on the disk of a directory. */
const roomIn = (directory: string): number => {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

const mebibytes = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MiB`

/** Opens a PGlite with the extensions that the schema uses, which a process that uses a server never loads. */
export const create = async (options: PGliteOptions): Promise<PGlite> => {
  const [{ PGlite }, extensions] = await Promise.all([import("@electric-sql/pglite"), PgliteExtensions.load()])
  return PGlite.create({ ...options, extensions })
}

/**
 * Opens a database that lives as long as the scope. An error that ends its session (PANIC, as when no room is left for
 * its log) is logged with the room on the disk; it is opened anew, at most once a second, as soon as there is room.
 */
export const make = Effect.fnUntraced(function*({ directory, free = roomIn, open }: {
  /** Where its data is; undefined where that is in memory. */
  readonly directory?: string
  /** Opens it, the first time and each time anew. */
  readonly open: () => Promise<PGlite>
  /** Free bytes on the disk of a directory. */
  readonly free?: (directory: string) => number
}) {
  const clock = yield* Clock.Clock
  const log = Effect.runForkWith(yield* Effect.context<never>())
  let current: Promise<PGlite> | undefined
  let lastFailure: { readonly at: bigint; readonly error: Error } | undefined
  /** Ends when statements may run again; undefined where they may. */
  let pause: Promise<void> | undefined

  const reopen = async (): Promise<PGlite> => {
    if (directory !== undefined && free(directory) < roomToRecover) {
      throw new Error(
        `The disk of the embedded database is full: ${
          mebibytes(free(directory))
        } are free in ${directory}, and it needs ` +
          `${mebibytes(roomToRecover)} to recover`
      )
    }
    const database = await open()
    log(Effect.logInfo("The embedded database is open again"))
    return database
  }

  /** The PGlite that is open, or else one that is opened now, unless that has just failed. */
  const database = (): Promise<PGlite> => {
    if (pause !== undefined) return pause.then(database)
    if (current !== undefined) return current
    const now = clock.monotonicTimeNanosUnsafe()
    if (lastFailure !== undefined && now - lastFailure.at < pauseNanos) return Promise.reject(lastFailure.error)
    const opening = reopen()
    current = opening
    opening.catch((error: Error) => {
      current = undefined
      lastFailure = { at: now, error }
      log(Effect.logError("The embedded database cannot be opened again", { reason: error.message }))
    })
    return opening
  }

  const onePause = Semaphore.makeUnsafe(1)
  const beginPause = async (): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    pause = promise
    // An opening writes files. A message that has its PGlite is executed within this turn of the event loop.
    await current?.catch(() => undefined)
    await new Promise(setImmediate)
    return () => {
      pause = undefined
      resolve()
    }
  }
  /**
   * Runs an effect while no statement runs, so that PostgreSQL changes no file: what was committed is in them, as after
   * a crash.
   */
  const paused = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    onePause.withPermit(
      Effect.acquireUseRelease(Effect.promise(beginPause), () => effect, (endPause) => Effect.sync(endPause))
    )

  const ended = ({ message }: PgliteStream.SessionEnded) => {
    // This PGlite is abandoned as it is: it cannot even be closed.
    current = undefined
    const room = directory === undefined ? {} : { free_on_disk: mebibytes(free(directory)) }
    log(
      Effect.logError("The embedded database has stopped, and is opened again when it can be", {
        reason: message,
        ...room
      })
    )
  }

  let wasFull = false
  /** Whether there is too little room for writes, which is logged when it changes. */
  const lacksRoom = (): boolean => {
    if (directory === undefined) return false
    const isFull = free(directory) < roomToWrite
    if (isFull !== wasFull) {
      wasFull = isFull
      log(
        isFull
          ? Effect.logError(
            `The disk of the embedded database is full: reads are answered, and writes once ${
              mebibytes(roomToWrite)
            } are free in ${directory}`
          )
          : Effect.logInfo("The disk of the embedded database has room again")
      )
    }
    return isFull
  }

  current = Promise.resolve(yield* Effect.promise(open))
  yield* Effect.addFinalizer(() => Effect.promise(async () => (await current?.catch(() => undefined))?.close()))
  const sessions: Sessions = {
    connect: () => PgliteStream.open(database, ended, lacksRoom),
    files: Option.map(Option.fromUndefinedOr(directory), (directory) => ({
      folder: pgliteIn(directory),
      isExclusive: true,
      copied: ({ files, last }) => paused(Effect.andThen(files(() => true), last))
    }))
  }
  return sessions
})

/** A database that is open already, and that its owner closes. */
export const of = (database: PGlite): Sessions => ({
  connect: () => PgliteStream.open(() => Promise.resolve(database), () => {}, () => false),
  files: Option.none()
})
