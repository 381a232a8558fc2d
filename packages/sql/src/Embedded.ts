/**
 * PostgreSQL inside the process: PGlite behind the same client that talks to a server. The client
 * writes protocol messages to a duplex stream, and PGlite answers them.
 */
import type { PGlite, PGliteOptions } from "@electric-sql/pglite"
import { PgClient } from "@effect/sql-pg"
import { Database } from "bun:sqlite"
import { Effect, Schema } from "effect"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { Duplex } from "node:stream"
import { registry } from "./Types.ts"

/** Another process has the data directory open; PGlite allows one at a time. */
export class DataDirectoryInUse extends Schema.TaggedError<DataDirectoryInUse>()("DataDirectoryInUse", {
  directory: Schema.String
}) {
  override get message() {
    return `Another process is using the data directory ${this.directory}. ` +
      "Stop it, choose another directory with CANDOR_DATA_DIR, or use a PostgreSQL server with DATABASE_URL."
  }
}

/** Holds the directory for this process. The operating system lets go of it when the process ends, however it ends. */
const lock = (directory: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        mkdirSync(directory, { recursive: true, mode: 0o700 })
        const file = new Database(join(directory, "lock"), { create: true })
        file.run("PRAGMA locking_mode = EXCLUSIVE")
        file.run("BEGIN EXCLUSIVE")
        return file
      },
      catch: (cause) =>
        cause instanceof Error && "code" in cause && cause.code === "SQLITE_BUSY"
          ? new DataDirectoryInUse({ directory })
          : cause as Error
    }).pipe(Effect.catchIf((error) => !(error instanceof DataDirectoryInUse), Effect.die)),
    (file) => Effect.sync(() => file.close())
  )

const connect = (database: PGlite) => (): Duplex => {
  const duplex = new Duplex({
    read() {},
    write(chunk: Uint8Array, _encoding, done) {
      database.execProtocolRaw(chunk).then((answer) => {
        duplex.push(answer)
        done()
      }, done)
    }
  })
  return duplex
}

/** Opens PGlite, which a process that uses a server never loads. */
const open = (options: PGliteOptions) =>
  Effect.acquireRelease(
    Effect.promise(async () => (await import("@electric-sql/pglite")).PGlite.create(options)),
    (database) => Effect.promise(() => database.close())
  )

/** A client over a PGlite that is open. */
export const client = (database: PGlite) =>
  PgClient.makeClient({ stream: connect(database), username: "postgres", database: "postgres", types: registry })

/** A client over PGlite with its data in `directory`. */
export const make = (directory: string) =>
  Effect.gen(function*() {
    yield* lock(directory)
    return yield* client(yield* open({ dataDir: join(directory, "postgres") }))
  })

/** A client over PGlite in memory, from a dumped data directory where one is given. */
export const makeInMemory = (loadDataDir?: Blob) =>
  open(loadDataDir === undefined ? {} : { loadDataDir }).pipe(Effect.flatMap(client))
