/**
 * A PostgreSQL server as a child process: started, restarted when it ends, and stopped. It ends with this process, even
 * if that is killed. It listens only on a socket in the folder of its data, which only the owner can enter.
 */
import { Duration, Effect, Fiber, Schema } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import type { Programs } from "./Programs.ts"

/** A PostgreSQL server that does not start. */
export class CannotStart extends Schema.TaggedError<CannotStart>()("CannotStart", {
  folder: Schema.String,
  /** Its last output. */
  said: Schema.String
}) {
  override get message() {
    return `PostgreSQL does not start on ${this.folder}: ${this.said}`
  }
}

/** The pauses before a server that ended is started again, in milliseconds, doubling from the first to the longest. */
const pauses = { first: 250, longest: 16_000 } as const

/** How long a server may take for an orderly stop, and then for an immediate one. */
const stopLimits = { inOrder: Duration.seconds(6), atOnce: Duration.seconds(2) } as const

/** The number of last lines of output that are reported when a server ends. */
const keptLines = 5

/**
 * A shell script that becomes the program of its arguments. A process beside it waits for the end of standard input,
 * which this process holds open as long as it lives, and then stops the program. It does nothing if `read` gets a line.
 */
const endingWithUs = `( { read -r line <&3 || kill -INT $$; } >/dev/null 2>&1 & ) 3<&0; exec "$@" </dev/null`

interface Running {
  readonly child: ChildProcess
  /** Completes with true once the server accepts connections, or with false if it ended before. */
  readonly accepts: Promise<boolean>
  /** Completes with its last output when it ends. */
  readonly ended: Promise<string>
}

export interface Options {
  readonly programs: Programs
  /** The folder of its data. */
  readonly folder: string
  /** Arguments of `postgres`. */
  readonly args: ReadonlyArray<string>
}

const launch = ({ args, folder, programs: { command, env } }: Options, heard: (line: string) => void): Running => {
  const program = command("postgres", ["-D", folder, ...args])
  const [file, ...rest] = process.platform === "win32" ? program : ["sh", "-c", endingWithUs, "sh", ...program]
  // In a session of its own: Ctrl-C on a terminal is for Candor's HTTP server, which stops this one last.
  const child = spawn(file!, rest, { env, stdio: ["pipe", "ignore", "pipe"], detached: true })
  // Writing fails if it has ended.
  child.stdin!.on("error", () => {})
  const last: Array<string> = []
  const accepts = Promise.withResolvers<boolean>()
  const ended = Promise.withResolvers<string>()
  createInterface({ input: child.stderr! }).on("line", (line) => {
    last.push(line)
    if (last.length > keptLines) last.shift()
    heard(line)
    if (line.includes("database system is ready to accept connections")) accepts.resolve(true)
  })
  const end = (reason: string) => {
    child.stdin!.end("ended\n")
    accepts.resolve(false)
    ended.resolve([...last, reason].join("; "))
  }
  child.on("error", ({ message }) => end(message))
  child.on("close", (code, signal) => end(signal === null ? `exit code ${code}` : signal))
  return { child, accepts: accepts.promise, ended: ended.promise }
}

/** Stops a server: in order, and immediately if that takes too long. */
const stop = ({ child, ended }: Running) => {
  const within = (limit: Duration.Duration, signal: NodeJS.Signals) => {
    child.kill(signal)
    return Effect.timeoutOption(Effect.promise(() => ended), limit)
  }
  return within(stopLimits.inOrder, "SIGINT").pipe(
    Effect.flatMap((outcome) =>
      outcome._tag === "Some" ? Effect.void : Effect.asVoid(within(stopLimits.atOnce, "SIGQUIT"))
    ),
    Effect.uninterruptible
  )
}

/** Logs a line of PostgreSQL, at debug level unless it is a PANIC: failed statements are reported to their clients. */
const logged = (line: string) =>
  Effect.annotateLogs(line.startsWith("PANIC") ? Effect.logError("PostgreSQL") : Effect.logDebug("PostgreSQL"), {
    said: line
  })

/**
 * Runs a server as long as the scope is open; returns when it accepts connections. A server that ends is restarted,
 * after pauses that grow while it does not start.
 */
export const make = Effect.fnUntraced(function*(options: Options) {
  const log = Effect.runForkWith(yield* Effect.context<never>())
  const start = () => launch(options, (line) => void log(logged(line)))
  let running = start()

  const keepRunning = Effect.gen(function*() {
    let pause: number = pauses.first
    for (;;) {
      const said = yield* Effect.promise(() => running.ended)
      yield* Effect.annotateLogs(Effect.logError("PostgreSQL has ended, and is started again"), { said })
      yield* Effect.sleep(Duration.millis(pause))
      running = start()
      const accepts = yield* Effect.promise(() => running.accepts)
      if (accepts) yield* Effect.logInfo("PostgreSQL accepts connections again")
      pause = accepts ? pauses.first : Math.min(2 * pause, pauses.longest)
    }
  })

  yield* Effect.acquireRelease(
    Effect.gen(function*() {
      if (!(yield* Effect.promise(() => running.accepts))) {
        return yield* new CannotStart({ folder: options.folder, said: yield* Effect.promise(() => running.ended) })
      }
      return yield* Effect.forkDetach(keepRunning)
    }).pipe(Effect.onInterrupt(() => stop(running))),
    (keeping) => Effect.andThen(Fiber.interrupt(keeping), Effect.suspend(() => stop(running))),
    { interruptible: true }
  )
})
