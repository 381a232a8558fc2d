/** The file by which a PostgreSQL server says that it runs, `postmaster.pid` (PostgreSQL, "Database File Layout"). */
import { Duration, Effect } from "effect"
import { existsSync, readFileSync, readlinkSync, realpathSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"

interface Postmaster {
  readonly pid: number
  /** The folder of its socket; empty where it does not say it yet. */
  readonly socket: string
}

/** What the file in the folder of a server's data says; undefined where there is none. */
export const read = (folder: string): Postmaster | undefined => {
  const path = join(folder, "postmaster.pid")
  if (!existsSync(path)) return undefined
  const [pid, , , , socket = ""] = readFileSync(path, "utf8").split("\n")
  return Number.isInteger(Number(pid)) ? { pid: Math.abs(Number(pid)), socket } : undefined
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

/** Whether a process is the server of this folder, and not one that was given the number of a server which was killed. */
const isServerOf = (folder: string, { pid, socket }: Postmaster): Effect.Effect<boolean> => {
  if (!isAlive(pid)) return Effect.succeed(false)
  // A server works in the folder of its data. Only Linux shows that.
  if (process.platform !== "linux") return answers(socket)
  return Effect.sync(() => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
    } catch {
      return false
    }
  })
}

const poll = Duration.millis(20)

/** A server that does not stop in order within this time is stopped at once. */
const patience = Duration.seconds(10)

const gone = (pid: number) => Effect.repeat(Effect.sleep(poll), { while: () => isAlive(pid) })

/** Stops the server that runs on a folder, if one does: that of a process which was killed. Returns when it has ended. */
export const stopLeftOver = Effect.fnUntraced(function*(folder: string) {
  const found = read(folder)
  if (found === undefined || !(yield* isServerOf(folder, found))) return
  yield* Effect.annotateLogs(Effect.logInfo("Stopping the PostgreSQL of a server that was killed"), { pid: found.pid })
  yield* Effect.ignore(Effect.try(() => process.kill(found.pid, "SIGINT")))
  const ended = yield* Effect.timeoutOption(gone(found.pid), patience)
  if (ended._tag === "Some") return
  yield* Effect.ignore(Effect.try(() => process.kill(found.pid, "SIGQUIT")))
  yield* gone(found.pid)
})
