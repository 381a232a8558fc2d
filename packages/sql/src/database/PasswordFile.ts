/** Passwords by host, port, database and user (PostgreSQL's documentation, "The Password File"). */
import { Redacted } from "effect"
import { existsSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import type { Host, Target } from "./ConnectionParameters.ts"
import { InvalidConnection } from "./ConnectionUri.ts"
import { read } from "./ServerTls.ts"

/** The directories of Unix-domain sockets that servers have by default; in the file they are `localhost`. */
const defaultSockets = new Set(["/tmp", "/var/run/postgresql"])

/**
 * Four fields and a password, each to the next colon that has no backslash before it. What follows is no part of it.
 */
const line = new RegExp(`^${"((?:\\\\.|[^\\\\:])*):".repeat(4)}((?:\\\\.|[^:])*)`, "s")

const unescaped = (text: string): string => text.replace(/\\(.)/gs, "$1")

/** The password of the first line of which each field is the session's, or `*`. */
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

/** Reads the file. libpq would only warn of one that others may read, and leave it. */
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
  // The driver has one for all hosts.
  if (others.length > 0)
    throw new InvalidConnection(
      `Expected passfile (or PGPASSFILE) to have one password for all hosts; got several, in ${JSON.stringify(path)}`
    )
  return password === undefined ? target : { ...target, password: Redacted.make(password) }
}
