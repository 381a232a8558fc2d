/**
 * A PostgreSQL server of the program's own on a local disk, with fsync on by default, which can be killed and started
 * again.
 */
import { freePort } from "@candor/process/testing/FreePort"
import { asUser, failureOf, isRoot, run, user } from "@candor/process/testing/PostgresPrograms"
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { whenEnding } from "./Cleanup.ts"
import { killTree } from "./Processor.ts"

export interface Postgres {
  readonly version: string
  readonly url: (database: string) => string
  /** Starts it, and waits until it accepts connections. */
  readonly start: () => Promise<void>
  /** Kills the server and all its processes by SIGKILL at once, like a power failure. */
  readonly kill: () => Promise<void>
}

/** Milliseconds within which the server has to recover and accept connections. */
const timeLimit = 120_000

const settings = ["max_connections=200", "listen_addresses=127.0.0.1", "unix_socket_directories="].flatMap((
  setting
) => ["-c", setting])

/** Makes and starts a server with the programs in a folder; it ends with this program. */
export const create = async (bin: string): Promise<Postgres> => {
  const folder = mkdtempSync(join(tmpdir(), "candor-postgres-"))
  whenEnding(() => rmSync(folder, { recursive: true, force: true }))
  if (isRoot) run("chown", user, folder)
  const data = join(folder, "data")
  run(...asUser, join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C")
  const port = await freePort()
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const log = openSync(join(folder, "log"), "a")
  whenEnding(() => closeSync(log))
  let server: Bun.Subprocess | undefined

  const killAll = () => {
    if (server !== undefined && server.exitCode === null && server.signalCode === null) killTree(server.pid)
  }
  whenEnding(killAll)

  const start = async () => {
    const until = performance.now() + timeLimit
    for (;;) {
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) {
        server = Bun.spawn([...asUser, join(bin, "postgres"), "-D", data, "-p", String(port), ...settings], {
          stdin: "ignore",
          stdout: log,
          stderr: log
        })
      }
      const failure = await failureOf(url("postgres"))
      if (failure === undefined) return
      if (performance.now() > until)
        throw new Error(`PostgreSQL does not start: ${readFileSync(join(folder, "log"), "utf8").slice(-2000)}`, {
          cause: failure
        })
      await Bun.sleep(100)
    }
  }
  await start()
  return {
    version: run(join(bin, "postgres"), "--version").trim(),
    url,
    start,
    kill: async () => {
      killAll()
      await server?.exited
    }
  }
}
