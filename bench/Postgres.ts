/**
 * The PostgreSQL server of the benchmark: its own if PostgreSQL is installed, else the one in an environment variable.
 */
import { freePort } from "@candor/process/testing/FreePort"
import { SQL } from "bun"
import { existsSync, mkdtempSync } from "node:fs"
import { tmpdir, totalmem } from "node:os"
import { join } from "node:path"
import { child, output, progress, stop, temporary } from "./Children.ts"

export interface Server {
  /** Returns the URL of a database by name. */
  readonly url: (database: string) => string
  readonly version: string
  /** The settings that differ from PostgreSQL's defaults. */
  readonly settings: ReadonlyArray<string>
  /** The process id of the server, if it is the benchmark's own. */
  readonly pid: number | undefined
  readonly stop: () => Promise<void>
}

/**
 * The settings of the benchmark's own server. Its buffers get a quarter of the machine's memory, the starting point of
 * the documentation (section 20.4). Tables are vacuumed between rounds, and not during one.
 */
const settings = [
  `shared_buffers=${Math.floor(totalmem() / 4 / 2 ** 20)}MB`,
  "max_connections=200",
  "max_wal_size=4GB",
  "autovacuum=off",
  "shared_preload_libraries=pg_stat_statements"
]

/** Returns the newest installed folder with PostgreSQL's programs. */
const binaries = (): string | undefined => {
  const folders = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      Array.from(new Bun.Glob("*/bin/initdb").scanSync({ cwd: folder }), (path) => join(folder, path, ".."))
    )
    .toSorted()
  const found = Bun.which("initdb")
  return folders.at(-1) ?? (found === null ? undefined : join(found, ".."))
}

const versionOf = async (url: string): Promise<string> => {
  const sql = new SQL(url, { max: 1 })
  const [row] = await sql`SELECT current_setting('server_version') AS version`
  await sql.close()
  return row.version
}

/** Waits until the server accepts connections. */
const answering = async (url: string, server: Bun.Subprocess): Promise<string> => {
  const until = Date.now() + 30_000
  for (;;) {
    try {
      return await versionOf(url)
    } catch (error) {
      if (Date.now() > until || server.exitCode !== null) throw error
      await Bun.sleep(100)
    }
  }
}

const ownServer = async (bin: string): Promise<Server> => {
  const folder = temporary(mkdtempSync(join(tmpdir(), "candor-bench-")))
  const data = join(folder, "data")
  // PostgreSQL refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] : []
  if (asUser.length > 0) await output(["chown", "postgres", folder])
  progress(`PostgreSQL of its own in ${folder}`)
  await output([
    ...asUser,
    join(bin, "initdb"),
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C",
    "--no-sync"
  ])
  const port = await freePort()
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const server = child(Bun.spawn([
    ...asUser,
    join(bin, "postgres"),
    "-D",
    data,
    "-p",
    String(port),
    "-h",
    "127.0.0.1",
    "-k",
    "",
    ...settings.flatMap((setting) => ["-c", setting])
  ], { stdout: "ignore", stderr: Bun.file(join(folder, "log")) }))
  const version = await answering(url("postgres"), server)
  return { url, version, settings, pid: server.pid, stop: () => stop(server, "SIGINT") }
}

/** Starts a server, or uses the one at `BENCH_DATABASE_URL` if that is set or PostgreSQL is not installed. */
export const start = async (): Promise<Server> => {
  const given = process.env["BENCH_DATABASE_URL"]
  const bin = binaries()
  if (given === undefined && bin !== undefined) return ownServer(bin)
  if (given === undefined) throw new Error("Install PostgreSQL, or set BENCH_DATABASE_URL to a server that it may use")
  const url = (database: string) => {
    const address = new URL(given)
    address.pathname = `/${database}`
    return address.href
  }
  return { url, version: await versionOf(given), settings: [], pid: undefined, stop: async () => {} }
}

/**
 * Creates a database, optionally as a copy of another that has no connections. Returns its URL, and a function that
 * drops it.
 */
export const createDatabase = async (server: Server, name: string, template?: string) => {
  const administer = async (statement: string) => {
    const sql = new SQL(process.env["BENCH_DATABASE_URL"] ?? server.url("postgres"), { max: 1 })
    await sql.unsafe(statement)
    await sql.close()
  }
  const database = `${name}_${crypto.randomUUID().slice(0, 8)}`
  // The copied files are not also written to the write-ahead log.
  await administer(
    `CREATE DATABASE ${database}${template === undefined ? "" : ` TEMPLATE ${template} STRATEGY file_copy`}`
  )
  return { url: server.url(database), drop: () => administer(`DROP DATABASE ${database} WITH (FORCE)`) }
}
