/** PostgreSQL inside the process: PGlite, behind the same client that talks to a server. */
import { Database } from "bun:sqlite"
import { Effect, Schema, type Scope } from "effect"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import * as PgliteInstance from "./database/PgliteInstance.ts"
import type { Sessions } from "./database/PgliteInstance.ts"

export type { Sessions } from "./database/PgliteInstance.ts"

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
    }).pipe(Effect.catch((error) => error instanceof DataDirectoryInUse ? Effect.fail(error) : Effect.die(error))),
    (file) => Effect.sync(() => file.close())
  )

/** PostgreSQL with its data in `directory`. */
export const make = (directory: string): Effect.Effect<Sessions, DataDirectoryInUse, Scope.Scope> =>
  Effect.andThen(lock(directory), PgliteInstance.make({ dataDir: join(directory, "postgres") }))

/** PostgreSQL in memory, from a dumped data directory where one is given. */
export const makeInMemory = (loadDataDir?: Blob): Effect.Effect<Sessions, never, Scope.Scope> =>
  PgliteInstance.make(loadDataDir === undefined ? {} : { loadDataDir })
