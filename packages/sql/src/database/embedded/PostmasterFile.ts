/** `postmaster.pid`, the file that shows that a PostgreSQL server runs (PostgreSQL, "Database File Layout"). */
import { Duration, Effect, Option } from "effect"
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"

interface Postmaster {
  readonly pid: number
  /** The folder of its data. */
  readonly data: string
  /** The folder of its socket; empty if the file does not have it yet. */
  readonly socket: string
}

/** Reads the file in the folder of a server's data; undefined if there is none. */
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

/** Returns the path of a server's socket in a folder. */
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

/** Whether a process is the server of this folder. Another process may have got the id of a server that was killed. */
const isServerOf = (folder: string, { data, pid, socket }: Postmaster): Effect.Effect<boolean> => {
  if (!isAlive(pid)) return Effect.succeed(false)
  // A server's working directory is the folder of its data, which only Linux shows. In a copy of the folder, the file
  // names the server of the original.
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
 * If a server does not stop in order within this time, it is stopped immediately. If that takes longer too, the next
 * start reports it.
 */
const patience = Duration.seconds(10)

/** Sends a signal to the server of a folder, and waits until it has ended. Returns whether it did. */
const stopped = (folder: string, found: Postmaster, signal: NodeJS.Signals) =>
  Effect.gen(function*() {
    if (!(yield* isServerOf(folder, found))) return
    yield* Effect.ignore(Effect.try(() => process.kill(found.pid, signal)))
    yield* Effect.repeat(Effect.andThen(Effect.sleep(poll), isServerOf(folder, found)), { while: (runs) => runs })
  }).pipe(Effect.timeoutOption(patience), Effect.map(Option.isSome))

/**
 * Makes a folder ready for a new server; this process must have its lock. Stops the server that still runs there, left
 * over from a process that was killed. If the recorded process is dead and another process has its id, replaces it with
 * our own id: PostgreSQL ignores a file with its parent's id, but still looks for processes that use the old shared
 * memory.
 */
export const stopLeftOver = Effect.fnUntraced(function*(folder: string) {
  const found = read(folder)
  // A file that a power cut left empty would keep every server from starting.
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
