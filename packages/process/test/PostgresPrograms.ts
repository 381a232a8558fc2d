/** The programs of an installed PostgreSQL server, and the user who can run them. */
import { SQL } from "bun"
import { existsSync } from "node:fs"
import { join } from "node:path"

/** Returns the newest folder with a server's programs; undefined if none is installed. */
export const binaries = (): string | undefined => {
  const named = Bun.which("pg_config")
  const configured = named === null ? [] : [Bun.spawnSync([named, "--bindir"]).stdout.toString().trim()]
  const installed = existsSync("/usr/lib/postgresql")
    ? Array.from(new Bun.Glob("*/bin/initdb").scanSync({ cwd: "/usr/lib/postgresql" }))
      .map((path) => join("/usr/lib/postgresql", path, ".."))
      .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))
    : []
  return [...configured, ...installed].findLast((folder) =>
    existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres"))
  )
}

/** Runs a command to its end, and returns its output; fails if the command does. */
export const run = (...command: ReadonlyArray<string>): string => {
  const { exitCode, stderr, stdout } = Bun.spawnSync([...command])
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr.toString()}`)
  return stdout.toString()
}

export const isRoot = process.getuid?.() === 0

const exists = (user: string) => Bun.spawnSync(["id", "-u", user]).exitCode === 0

/** The user who runs the server, which refuses to run as root. */
export const user = exists("postgres") ? "postgres" : "nobody"

/** The beginning of a command line that runs as this user. */
export const asUser = isRoot
  ? ["setpriv", `--reuid=${user}`, `--regid=${run("id", "-g", user).trim()}`, "--clear-groups"]
  : []

/** Returns why a database does not answer; undefined if it does. */
export const failureOf = async (url: string): Promise<unknown> => {
  const sql = new SQL(url, { max: 1, connectionTimeout: 2 })
  try {
    await sql`SELECT 1`
    return undefined
  } catch (error) {
    return error
  } finally {
    await sql.close({ timeout: 0 })
  }
}
