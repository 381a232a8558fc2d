/** The file by which a PostgreSQL server says that it runs, `postmaster.pid` (PostgreSQL, "Database File Layout"). */
import { Duration, Effect, Option } from "effect"
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"

interface Postmaster {
  readonly pid: number
  /** The folder of its data. */
  readonly data: string
  /** The folder of its socket; empty where it does not say it yet. */
  readonly socket: string
}

/** What the file in the folder of a server's data says; undefined where there is none. */
export const read = (folder: string): Postmaster | undefined => {
  const path = join(folder, "postmaster.pid")
  if (!existsSync(path)) return undefined
  const [pid, data = "", , , socket = ""] = readFileSync(path, "utf8").split("\n")
  return Number(pid) > 0 ? { pid: Number(pid), data, socket } : undefined
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** The path of a server's socket in a folder. */
export const socketIn = (folder: string): string => join(folder, ".s.PGSQL.5432")

const answers = (socket: string) =>
  Effect.callback<boolean>((resume) => {
    const stream = connect(socketIn(socket))
    const end = (does: boolean) => {
      stream.destroy()
      resume(Effect.succeed(does))
    }
    stream.once("connect", () => end(true))
    stream.once("error", () => end(false))
    return Effect.sync(() => stream.destroy())
  })

/**
 * Whether a process is the server of this folder, and not one that was given the number of a server which was killed.
 */
const isServerOf = (folder: string, { data, pid, socket }: Postmaster): Effect.Effect<boolean> => {
  if (!isAlive(pid)) return Effect.succeed(false)
  // A server works in the folder of its data. Only Linux shows that. A copy of the folder names the server of the
  // original.
  if (process.platform !== "linux") {
    return existsSync(data) && realpathSync(data) === realpathSync(folder) ? answers(socket) : Effect.succeed(false)
  }
  return Effect.sync(() => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
    } catch {
      return false
    }
  })
}

const poll = Duration.millis(20)

/**
 * A server that does not stop in order within this time is stopped at once, and one that does not end then is told by
 * the next start.
 */
const patience = Duration.seconds(10)

/** Sends a signal to the server of a folder, and waits until it has ended. Returns whether it has. */
const stopped = (folder: string, found: Postmaster, signal: NodeJS.Signals) =>
  Effect.gen(function*() {
    if (!(yield* isServerOf(folder, found))) return
    yield* Effect.ignore(Effect.try(() => process.kill(found.pid, signal)))
    yield* Effect.repeat(Effect.andThen(Effect.sleep(poll), isServerOf(folder, found)), { while: (runs) => runs })
  }).pipe(Effect.timeoutOption(patience), Effect.map(Option.isSome))

/**
 * Has a server start on a folder of which this process has the lock: the server that runs there, that of a process
 * which was killed, is stopped. Where the number of a dead one is that of another process by now, the file gets ours:
 * PostgreSQL takes it for its own, and still looks for processes that have its memory.
 */
export const stopLeftOver = Effect.fnUntraced(function*(folder: string) {
  const found = read(folder)
  // One that a power cut left empty keeps every server from starting.
  if (found === undefined) return rmSync(join(folder, "postmaster.pid"), { force: true })
  if (yield* isServerOf(folder, found)) {
    yield* Effect.annotateLogs(Effect.logInfo("Stopping the PostgreSQL of a server that was killed"), {
      pid: found.pid
    })
    if (!(yield* stopped(folder, found, "SIGINT"))) yield* stopped(folder, found, "SIGQUIT")
  } else if (isAlive(found.pid)) {
    const path = join(folder, "postmaster.pid")
    writeFileSync(path, readFileSync(path, "utf8").replace(/^.*/, String(process.pid)))
  }
})
