/** A PostgreSQL server of the program's own, which can be killed, made read-only, or left without disk space. */
import { freePort } from "@candor/process/testing/FreePort"
import { SQL } from "bun"
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { whenEnding } from "../Cleanup.ts"
import { asUser, failureOf, isRoot, run, user } from "@candor/process/testing/PostgresPrograms"

/** A period, in milliseconds of `performance.now()`. */
export interface Window {
  readonly from: number
  to: number
}

export interface Cluster {
  readonly version: string
  /** The periods whose counts of requests a fault could lose, as decision 0018 says. */
  readonly uncounted: ReadonlyArray<Window>
  /** The periods in which it accepted no writes. */
  readonly readOnly: ReadonlyArray<Window>
  /**
   * Notes that a server was killed: requests that it authenticated while the database was read-only are not counted.
   */
  readonly serverKilled: () => void
  /** Returns the URL of one of its databases. */
  readonly url: (database: string) => string
  /** Starts it if it is not running, and waits until it accepts connections. */
  readonly start: () => Promise<void>
  /** Ends it at once, like a crash; the next start recovers what was committed. */
  readonly crash: () => Promise<void>
  /** Makes every transaction that begins from now on read-only, or ends that. */
  readonly setReadOnly: (on: boolean) => Promise<void>
  /** Why its disk cannot be filled; undefined if it can. */
  readonly cannotFill: string | undefined
  readonly fillDisk: () => void
  readonly freeDisk: () => void
}

/** Disk space for a cluster with the data of a run, in MiB. */
const room = 400

/**
 * Counts are committed asynchronously: a crash loses those of the last 0.6 s (three times `wal_writer_delay`), plus
 * some delay.
 */
export const lostMillis = 700

/** Milliseconds within which the server has to accept connections after a start. */
const timeLimit = 30_000

/**
 * Settings that differ from the defaults. Without fsync the operating system keeps what a killed process has written:
 * only a power failure would lose it. Small WAL files are created often, so that a full disk also affects their
 * creation.
 */
const settings = [
  "fsync=off",
  "max_connections=200",
  "shared_buffers=64MB",
  "min_wal_size=8MB",
  "max_wal_size=64MB",
  "listen_addresses=127.0.0.1",
  "unix_socket_directories="
]

/** Makes a folder with limited disk space if this process may mount one; else any folder, and says why. */
const makeFolder = (): { readonly folder: string; readonly cannotFill: string | undefined } => {
  const folder = mkdtempSync(join(tmpdir(), "candor-faults-"))
  whenEnding(() => rmSync(folder, { recursive: true, force: true }))
  if (!isRoot) return { folder, cannotFill: "only root can mount a small disk for it" }
  const mounted = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `size=${room}m,mode=0755`, "tmpfs", folder])
  run("chown", user, folder)
  if (mounted.exitCode !== 0) return { folder, cannotFill: `mount: ${mounted.stderr.toString().trim()}` }
  run("chown", user, folder)
  whenEnding(() => run("umount", "--lazy", folder))
  return { folder, cannotFill: undefined }
}

/** Ends the open periods. */
const end = (windows: ReadonlyArray<Window>): void => {
  for (const window of windows) window.to = Math.min(window.to, performance.now())
}

/** Makes a cluster with the programs in a folder; it ends with this program. */
export const create = async (bin: string): Promise<Cluster> => {
  const { cannotFill, folder } = makeFolder()
  const data = join(folder, "data")
  const ballast = join(folder, "ballast")
  const initdb = [
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C",
    "--no-sync",
    "--wal-segsize=1"
  ]
  run(...asUser, join(bin, "initdb"), ...initdb)
  const port = await freePort()
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const log = openSync(join(folder, "log"), "a")
  let server: Bun.Subprocess | undefined
  whenEnding(() => {
    if (server?.exitCode !== null) return
    server.kill("SIGQUIT")
    Bun.sleepSync(500)
  })
  const chosen = settings.flatMap((setting) => ["-c", setting])
  const spawn = () =>
    Bun.spawn([...asUser, join(bin, "postgres"), "-D", data, "-p", String(port), ...chosen], {
      stdin: "ignore",
      stdout: log,
      stderr: log
    })
  const start = async () => {
    const until = performance.now() + timeLimit
    for (;;) {
      if (server === undefined || server.exitCode !== null) server = spawn()
      const failure = await failureOf(url("postgres"))
      if (failure === undefined) return
      if (performance.now() > until) throw new Error(`PostgreSQL does not start; see ${folder}/log`, { cause: failure })
      await Bun.sleep(100)
    }
  }
  await start()
  const uncounted: Array<Window> = []
  const readOnly: Array<Window> = []
  return {
    version: run(join(bin, "postgres"), "--version").trim(),
    url,
    start,
    uncounted,
    readOnly,
    serverKilled: () => {
      const last = readOnly.at(-1)
      if (last?.to === Infinity) uncounted.push({ from: last.from, to: performance.now() })
    },
    crash: async () => {
      uncounted.push({ from: performance.now() - lostMillis, to: performance.now() })
      server?.kill("SIGQUIT")
      await server?.exited
    },
    setReadOnly: async (on) => {
      const sql = new SQL(url("postgres"), { max: 1 })
      if (on) readOnly.push({ from: performance.now(), to: Infinity })
      try {
        await sql.unsafe(`ALTER SYSTEM SET default_transaction_read_only = ${on ? "on" : "off"}`)
        await sql`SELECT pg_reload_conf()`
        if (!on) end(readOnly)
      } finally {
        await sql.close()
      }
    },
    cannotFill,
    fillDisk: () => {
      uncounted.push({ from: performance.now() - lostMillis, to: Infinity })
      const file = openSync(ballast, "w")
      try {
        for (const size of [2 ** 20, 4096]) {
          const chunk = Buffer.alloc(size)
          try {
            for (;;) writeSync(file, chunk)
          } catch (error) {
            if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error
          }
        }
      } finally {
        closeSync(file)
      }
    },
    freeDisk: () => {
      rmSync(ballast, { force: true })
      end(uncounted)
    }
  }
}
