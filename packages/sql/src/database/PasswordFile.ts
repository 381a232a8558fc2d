/** Passwords by host, port, database and user (PostgreSQL's documentation, "The Password File"). */
import { Redacted } from "effect"
import { existsSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import type { Host, Target } from "./ConnectionParameters.ts"
import { InvalidConnection } from "./ConnectionUri.ts"
import { read } from "./ServerTls.ts"

/** The default directories of Unix-domain sockets. The file calls them `localhost`. */
const defaultSockets = new Set(["/tmp", "/var/run/postgresql"])

/** Four fields and a password, each up to the next unescaped colon. The rest of the line is ignored. */
const line = new RegExp(`^${"((?:\\\\.|[^\\\\:])*):".repeat(4)}((?:\\\\.|[^:])*)`, "s")

const unescaped = (text: string): string => text.replace(/\\(.)/gs, "$1")

/** Returns the password of the first line whose fields all equal the session's, or are `*`. */
const passwordIn = (text: string, { name, port }: Host, { database, user }: Target): string | undefined => {
  const wanted = [defaultSockets.has(name) ? "localhost" : name, String(port), database ?? user, user]
  for (const one of text.split(/\r?\n/)) {
    const [, ...fields] = one.startsWith("#") ? [] : line.exec(one) ?? []
    const password = fields.pop()
    if (password !== undefined && fields.every((field, at) => field === "*" || unescaped(field) === wanted[at]))
      return unescaped(password)
  }
  return undefined
}

/** Reads the file. Refuses one that others may read, which libpq would ignore with a warning. */
const contents = (path: string): string => {
  const text = read("passfile", path).toString()
  const stat = statSync(path)
  if (!stat.isFile() || (stat.mode & 0o077) !== 0) {
    throw new InvalidConnection(
      "Expected passfile (or PGPASSFILE) to be a plain file that only its user may read (0600); " +
        `got ${JSON.stringify(path)}, 0${(stat.mode & 0o777).toString(8)}`
    )
  }
  return text
}

/**
 * Returns the target with the password of its file, if it has none of its own. Throws `InvalidConnection` if the file
 * cannot be used.
 */
export const applied = (target: Target): Target => {
  if (target.password !== undefined) return target
  const inHome = join(homedir(), ".pgpass")
  const path = target.passwordFile ?? (existsSync(inHome) ? inHome : undefined)
  if (path === undefined) return target
  const text = contents(path)
  const [password, ...others] = new Set(target.hosts.flatMap((host) => passwordIn(text, host, target) ?? []))
  // The driver takes one password for all hosts.
  if (others.length > 0)
    throw new InvalidConnection(
      `Expected passfile (or PGPASSFILE) to have one password for all hosts; got several, in ${JSON.stringify(path)}`
    )
  return password === undefined ? target : { ...target, password: Redacted.make(password) }
}
