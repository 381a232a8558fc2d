/** PostgreSQL servers of a test's own, if PostgreSQL is installed. */
import { SQL } from "bun"
import { afterAll } from "bun:test"
import { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { freePort } from "./FreePort.ts"
import { asUser, binaries, failureOf, isRoot, run, user } from "./PostgresPrograms.ts"

export interface Cluster {
  readonly port: number
  /** Its data directory. */
  readonly data: string
  /** Returns the URL of one of its databases, as the superuser. */
  readonly url: (database: string) => string
  /** Runs a statement, as the superuser. */
  readonly ask: (statement: string, database?: string) => Promise<ReadonlyArray<Record<string, unknown>>>
  /** Starts it, and waits until it accepts connections. */
  readonly start: () => Promise<void>
  /** Stops it at once, with its sessions. */
  readonly stop: () => Promise<void>
}

/**
 * The folder of programs; undefined if PostgreSQL is not installed, so that a test has to report that it does not run.
 */
export const bin = binaries()

if (bin === undefined)
  console.log("NOT SHOWN HERE: what needs a PostgreSQL server of its own, because no programs of one are installed.")

/** For the tests of a file: a folder for clusters, which end after the last test. */
export const clusters = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), `candor-${name}-`))
  if (isRoot) run("chown", user, folder)
  const started = new Set<Cluster>()
  afterAll(async () => {
    await Promise.all([...started].map((cluster) => cluster.stop()))
    rmSync(folder, { recursive: true, force: true })
  })

  /** Makes the servers' user the owner of a file. */
  const give = (path: string) => {
    if (isRoot) run("chown", user, path)
  }

  const clusterAt = async (data: string): Promise<Cluster> => {
    const port = await freePort()
    const log = openSync(`${data}.log`, "a")
    let server: Bun.Subprocess | undefined
    const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}?sslmode=disable`
    const options = ["listen_addresses=localhost", "unix_socket_directories=", "fsync=off", "shared_buffers=32MB"]
      .flatMap((one) => ["-c", one])
    const cluster: Cluster = {
      port,
      data,
      url,
      ask: async (statement, database = "postgres") => {
        const sql = new SQL(url(database), { max: 1 })
        try {
          return await sql.unsafe(statement)
        } finally {
          await sql.close()
        }
      },
      start: async () => {
        server = Bun.spawn([...asUser, join(bin!, "postgres"), "-D", data, "-p", String(port), ...options], {
          // The servers' user cannot read this user's certificates.
          env: { ...process.env, HOME: folder },
          stdin: "ignore",
          stdout: log,
          stderr: log
        })
        while (await failureOf(url("postgres")) !== undefined) {
          if (server.exitCode !== null) throw new Error(`PostgreSQL ended: ${readFileSync(`${data}.log`, "utf8")}`)
          await Bun.sleep(20)
        }
      },
      stop: async () => {
        server?.kill("SIGQUIT")
        await server?.exited
        server = undefined
      }
    }
    started.add(cluster)
    afterAll(() => closeSync(log))
    return cluster
  }

  return {
    folder,
    give,
    /** Uses a cluster with an existing data directory. */
    clusterAt,
    /**
     * Makes a new cluster in the folder, or at a path, with these lines in postgresql.conf, these before the others in
     * pg_hba.conf, and WAL files of this many MiB.
     */
    create: async (name: string, { access = "", segment = 1, settings = "" } = {}): Promise<Cluster> => {
      const data = resolve(folder, name)
      const flags = [
        "-U",
        "postgres",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C",
        "--no-sync",
        `--wal-segsize=${segment}`
      ]
      run(...asUser, join(bin!, "initdb"), "-D", data, ...flags)
      appendFileSync(join(data, "postgresql.conf"), settings)
      const hba = join(data, "pg_hba.conf")
      await Bun.write(hba, `${access}\n${readFileSync(hba, "utf8")}`)
      return clusterAt(data)
    },
    /** Makes a standby of a running cluster, which streams from it. */
    standbyOf: async (primary: Cluster, name: string): Promise<Cluster> => {
      const data = join(folder, name)
      const flags = ["--checkpoint=fast", "--write-recovery-conf", "--no-sync"]
      run(...asUser, join(bin!, "pg_basebackup"), "--pgdata", data, ...flags, "--dbname", primary.url("postgres"))
      return clusterAt(data)
    }
  }
}
