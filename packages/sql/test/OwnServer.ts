/**
 * A PostgreSQL server of this process, for tests without `TEST_DATABASE_URL`: a copy of a prepared one, with the
 * migrated database that test databases are copied from. It does not sync to the disk, and ends with the process.
 */
import { freePort } from "@candor/process/testing/FreePort"
import * as MadeOnce from "@candor/process/MadeOnce"
import { scratchFolder } from "@candor/process/testing/Scratch"
import * as Cluster from "@candor/sql/database/embedded/Cluster"
import { Effect, Option, Scope } from "effect"
import { spawn } from "node:child_process"
import { cpSync } from "node:fs"
import { join } from "node:path"
import * as ServerDatabases from "./ServerDatabases.ts"

const settings = (port: number) => ({
  listen_addresses: "127.0.0.1",
  port: String(port),
  max_connections: "200",
  fsync: "off",
  full_page_writes: "off",
  // Otherwise, after the minute that a busy machine takes to create a database, autovacuum's analysis would change
  // plans.
  autovacuum: "off",
  max_wal_size: "1GB"
})

/**
 * Serves the data in a folder, creating it if necessary, while the scope is open; returns the URL of its first
 * database.
 */
export const serve = Effect.fnUntraced(function*(folder: string) {
  const port = yield* Effect.promise(freePort)
  yield* Cluster.serve({
    folder: join(folder, "cluster"),
    libraries: join(folder, "libraries"),
    settings: settings(port)
  })
  return `postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable`
})

const make = (folder: string): Promise<void> =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const url = yield* serve(folder)
    yield* Effect.promise(() => ServerDatabases.prepare(url))
  })))

/** Returns the folder that is copied, creating it if necessary. */
export const folder = (): Promise<string> => MadeOnce.madeOnce(`server-${MadeOnce.version(import.meta.path)}`, make)

/** Removes a folder when this process and its server have ended: the test runner has no hook for its end. */
const removeAtEnd = (folder: string): void => {
  const waiting = "read -r line; while [ -e \"$0/cluster/postmaster.pid\" ]; do sleep 0.1; done; rm -rf \"$0\""
  spawn("sh", ["-c", waiting, folder], { stdio: ["pipe", "ignore", "ignore"], detached: true }).unref()
}

/** Serves a copy of a folder until this process ends. */
export const serveCopy = async (of: string): Promise<string> => {
  const own = scratchFolder("server")
  removeAtEnd(own)
  cpSync(of, own, { recursive: true })
  return Effect.runPromise(Scope.provide(serve(own), Scope.makeUnsafe()))
}

/** Starts the server, and returns its URL; none if PostgreSQL's programs do not run. */
export const start = async (): Promise<Option.Option<string>> => {
  try {
    return Option.some(await serveCopy(await folder()))
  } catch (error) {
    console.warn(`NOT SHOWN HERE: what needs a PostgreSQL server, because none can be started: ${String(error)}`)
    return Option.none()
  }
}
