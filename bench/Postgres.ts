/** The PostgreSQL server of the benchmark: one of its own where the binaries are, else the one that is named. */
import { freePort } from "@candor/process/testing/FreePort"
import { SQL } from "bun"
import { existsSync, mkdtempSync } from "node:fs"
import { tmpdir, totalmem } from "node:os"
import { join } from "node:path"
import { child, output, progress, stop, temporary } from "./Children.ts"

export interface Server {
  /** The address of a database on the server, by name. */
  readonly url: (database: string) => string
  readonly version: string
  /** What was set that is not PostgreSQL's default. */
  readonly settings: ReadonlyArray<string>
  /** Process id of the server where it is this machine's own. */
  readonly pid: number | undefined
  readonly stop: () => Promise<void>
}

/**
 * Settings of the server of its own. A quarter of the machine's memory for its buffers is what its documentation starts
 * with (section 20.4). Tables are vacuumed between rounds, and not in the middle of one.
 */
const settings = [
  `shared_buffers=${Math.floor(totalmem() / 4 / 2 ** 20)}MB`,
  "max_connections=200",
  "max_wal_size=4GB",
  "autovacuum=off",
  "shared_preload_libraries=pg_stat_statements"
]

/** The newest installed folder that has PostgreSQL's programs. */
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

/** Waits until the server takes connections. */
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

/** Starts a server, or takes the one at `BENCH_DATABASE_URL` where that is set or no binaries are installed. */
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

/** Makes a new database, or a copy of another to which nobody is connected; returns its address, and what drops it. */
export const createDatabase = async (server: Server, name: string, template?: string) => {
  const administer = async (statement: string) => {
    const sql = new SQL(process.env["BENCH_DATABASE_URL"] ?? server.url("postgres"), { max: 1 })
    await sql.unsafe(statement)
    await sql.close()
  }
  const database = `${name}_${crypto.randomUUID().slice(0, 8)}`
  // Copied files are not written to the log once more.
  await administer(
    `CREATE DATABASE ${database}${template === undefined ? "" : ` TEMPLATE ${template} STRATEGY file_copy`}`
  )
  return { url: server.url(database), drop: () => administer(`DROP DATABASE ${database} WITH (FORCE)`) }
}
