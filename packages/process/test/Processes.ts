/** Runs programs as operators do: starts them, reads their output, stops and kills them. */
import { afterAll } from "bun:test"
import { rmSync } from "node:fs"
import { scratchFolder } from "./Scratch.ts"

export interface Options {
  /** Its environment variables besides `PATH`: tests do not depend on the variables of the shell. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  /** Whether signals go to its child processes as well, like those from a terminal. */
  readonly group?: boolean
}

/** The outcome of a process; `code` is its exit code, or 128 plus the number of the signal that ended it. */
export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface Process {
  readonly pid: number
  /** Returns the complete lines of stdout when they match. Fails if the process ends first. */
  readonly hear: (wanted: RegExp) => Promise<string>
  readonly signal: (name: NodeJS.Signals) => void
  /** Sends a signal, and waits for the exit code. */
  readonly stop: (name?: NodeJS.Signals) => Promise<number>
  readonly ended: Promise<Outcome>
}

const send = (child: Bun.Subprocess, name: NodeJS.Signals, group: boolean) => {
  if (!group) return child.kill(name)
  try {
    process.kill(-child.pid, name)
  } catch {
    // All of its processes have ended.
  }
}

/**
 * Makes Bun compile later and less: a program runs for a second, and the start of a server then takes a seventh less
 * CPU time.
 */
const compiledLittle = {
  BUN_JSC_useFTLJIT: "0",
  BUN_JSC_useOMGJIT: "0",
  BUN_JSC_thresholdForJITAfterWarmUp: "3000",
  BUN_JSC_thresholdForOptimizeAfterWarmUp: "10000"
}

/** Starts a command without standard input. The caller has to end it; in a test file `processes` does that. */
export const start = (command: ReadonlyArray<string>, { cwd, env, group = false }: Options = {}): Process => {
  const child = Bun.spawn([...command], {
    env: { PATH: process.env["PATH"], ...compiledLittle, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    detached: group,
    ...(cwd === undefined ? {} : { cwd })
  })
  let said = ""
  const listeners = new Set<() => void>()
  // Reads to the end, even if nobody listens: a process blocks when its output is not read.
  const read = async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      said += text
      for (const listener of listeners) listener()
    }
    return said
  }
  const ended = Promise.all([child.exited, read(), new Response(child.stderr).text()])
    .then(([code, stdout, stderr]): Outcome => ({ code, stdout, stderr }))
  const hear = (wanted: RegExp) => {
    const heard = Promise.withResolvers<string>()
    const listen = () => {
      const lines = said.slice(0, said.lastIndexOf("\n") + 1)
      if (wanted.test(lines)) heard.resolve(lines)
    }
    listeners.add(listen)
    listen()
    ended.then(({ code, stderr }) => {
      throw new Error(`${command.join(" ")} ended with ${code}, and never said ${wanted}: ${stderr}${said}`)
    }).catch(heard.reject)
    return heard.promise.finally(() => listeners.delete(listen))
  }
  return {
    pid: child.pid,
    hear,
    signal: (name) => void send(child, name, group),
    stop: (name = "SIGTERM") => {
      send(child, name, group)
      return child.exited
    },
    ended
  }
}

/**
 * For the tests of a file: a folder, and a `start` whose processes are killed after the last test, before the folder is
 * removed.
 */
export const processes = (name: string) => {
  const folder = scratchFolder(name)
  const started = new Set<Process>()
  afterAll(async () => {
    await Promise.all([...started].map((one) => one.stop("SIGKILL")))
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    folder,
    start: (command: ReadonlyArray<string>, options?: Options): Process => {
      const one = start(command, options)
      started.add(one)
      void one.ended.finally(() => started.delete(one))
      return one
    }
  }
}
