/** The open PGlite, which is reopened after its session has ended, for instance because of a full disk. */
import type { PGlite, PGliteOptions } from "@electric-sql/pglite"
import { Clock, Effect, Option, Semaphore } from "effect"
import { statfsSync } from "node:fs"
import type { Duplex } from "node:stream"
import { pgliteIn } from "../DataDirectory.ts"
import type { Files } from "../EmbeddedFiles.ts"
import * as PgliteExtensions from "./PgliteExtensions.ts"
import * as PgliteStream from "./PgliteStream.ts"

/** The source of the driver's sessions. */
export interface Sessions {
  /** Opens a stream to the database, on which the driver begins a session. */
  readonly connect: () => Duplex
  /** Its files; none if they are in memory. */
  readonly files: Option.Option<Files>
}

/** Free bytes that PostgreSQL needs to recover, which it does by writing. Two segments of its log are 32 MiB. */
const roomToRecover = 40 * 2 ** 20

/**
 * Free bytes below which it takes no writes: a statement may write more than 20 MiB, and must leave the room to
 * recover.
 */
const roomToWrite = 64 * 2 ** 20

/** The pause between attempts to reopen the database, in nanoseconds. In the meantime statements fail at once. */
const pauseNanos = 1_000_000_000n

/** Returns the free bytes on the disk of a directory. */
const roomIn = (directory: string): number => {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

const mebibytes = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MiB`

/** Opens a PGlite with the extensions that the schema uses. A process that uses a server never loads it. */
export const create = async (options: PGliteOptions): Promise<PGlite> => {
  const [{ PGlite }, extensions] = await Promise.all([import("@electric-sql/pglite"), PgliteExtensions.load()])
  return PGlite.create({ ...options, extensions })
}

/**
 * Opens a database for as long as the scope is open. An error that ends its session (a PANIC, such as no room for its
 * log) is logged with the free space. The database is then reopened, at most once a second, as soon as there is room.
 */
export const make = Effect.fnUntraced(function*({ directory, free = roomIn, open }: {
  /** The folder of its data; undefined if it is in memory. */
  readonly directory?: string
  /** Opens it, the first time and each further time. */
  readonly open: () => Promise<PGlite>
  /** Returns the free bytes on the disk of a directory. */
  readonly free?: (directory: string) => number
}) {
  const clock = yield* Clock.Clock
  const log = Effect.runForkWith(yield* Effect.context<never>())
  let current: Promise<PGlite> | undefined
  let lastFailure: { readonly at: bigint; readonly error: Error } | undefined
  /** Completes when statements may run again; undefined if they may. */
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

  /** Returns the open PGlite, or opens one, unless that has just failed. */
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
    // A PGlite that is opening writes files, and a message that already has its PGlite runs within this turn of the
    // event loop: waits for both.
    await current?.catch(() => undefined)
    await new Promise(setImmediate)
    return () => {
      pause = undefined
      resolve()
    }
  }
  /**
   * Runs an effect while no statement runs, so that PostgreSQL changes no file. The files have all commits, as after a
   * crash.
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
  /** Whether there is too little room for writes. Changes of this are logged. */
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

/** Makes sessions of a database that is already open, and that its owner closes. */
export const of = (database: PGlite): Sessions => ({
  connect: () => PgliteStream.open(() => Promise.resolve(database), () => {}, () => false),
  files: Option.none()
})
