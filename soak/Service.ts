/** Runs a server or a worker as a process on its own port, which can be killed and started again. */
import { freePort } from "@candor/process/testing/FreePort"
import { distribution } from "@candor/process/testing/Programs"
import { appendFileSync, openSync } from "node:fs"
import { join } from "node:path"
import { whenEnding } from "./Cleanup.ts"
import { type Environment, inherited } from "./Programs.ts"

const programs = {
  server: { built: "api", source: "apps/api/src/main.ts", port: "PORT" },
  worker: { built: "worker", source: "apps/worker/src/main.ts", port: "WORKER_PORT" }
} as const

export interface Service {
  readonly name: string
  /** Scheme, host and port. */
  readonly origin: string
  readonly base_url: string
  /** The log file, which all its starts append to. */
  readonly log: string
  readonly pid: () => number
  /** Whether its process runs, and `stop` was not called. */
  readonly isRunning: () => boolean
  /** Starts a process. It is not necessarily ready when this returns. */
  readonly start: () => void
  /** Sends a signal, and waits until the process has ended. */
  readonly stop: (signal: NodeJS.Signals) => Promise<void>
}

/** Returns the HTTP status of the service's readiness; undefined without an answer within 2 s. */
export const readiness = async (service: Service): Promise<number | undefined> => {
  try {
    const answer = await fetch(`${service.origin}/health/ready`, {
      signal: AbortSignal.timeout(2000),
      keepalive: false
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return undefined
  }
}

/** Waits until a service is ready. Returns false after `seconds`. */
export const becomesReady = async (service: Service, seconds: number): Promise<boolean> => {
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    if (await readiness(service) === 200) return true
    await Bun.sleep(50)
  }
  return false
}

/** Makes a service on a free port, with its log in the folder. Does not start it. */
export const service = async (
  kind: keyof typeof programs,
  options: {
    readonly name: string
    readonly folder: string
    readonly env: Environment
    /** Whether it runs from sources, as by `bun start`, and not from the build. */
    readonly fromSources?: boolean
    /** The clone whose sources run; this repository by default. */
    readonly clone?: string
    /** Its niceness (nice(1)); 0 by default. */
    readonly niceness?: number
  }
): Promise<Service> => {
  const { clone = join(import.meta.dir, ".."), env, folder, fromSources = false, name, niceness = 0 } = options
  const { built, port: variable, source } = programs[kind]
  const main = fromSources ? join(clone, source) : join(await distribution(), `${built}.js`)
  const port = await freePort()
  const log = join(folder, `${name}.log`)
  const file = openSync(log, "a")
  let child: Bun.Subprocess | undefined
  whenEnding(() => child?.kill("SIGKILL"))
  return {
    name,
    origin: `http://127.0.0.1:${port}`,
    base_url: `http://127.0.0.1:${port}/api/v1`,
    log,
    pid: () => child?.pid ?? 0,
    isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    start: () => {
      appendFileSync(log, `--- started ${new Date().toISOString()}\n`)
      child = Bun.spawn(["nice", "-n", String(niceness), process.execPath, main], {
        env: { ...inherited(), LOG_FORMAT: "json", LOG_LEVEL: "Warn", [variable]: String(port), ...env },
        stdin: "ignore",
        stdout: file,
        stderr: file
      })
    },
    stop: async (signal) => {
      const ending = child
      child = undefined
      ending?.kill(signal)
      await ending?.exited
    }
  }
}
