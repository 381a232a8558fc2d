/** A database in a file, for data of another system that is larger than the memory. */
import { spoolFolder } from "@candor/files/SpoolFolder"
import { Database } from "bun:sqlite"
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"

/** Makes an empty database with these tables and indexes, which is removed when the scope closes. */
export const scratchDatabase = Effect.fnUntraced(function*(...definitions: ReadonlyArray<string>) {
  const parent = yield* spoolFolder
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(parent, "candor-moving-"))),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  )
  const database = yield* Effect.acquireRelease(
    Effect.sync(() => new Database(join(folder, "records"))),
    (database) => Effect.sync(() => database.close())
  )
  // Nobody reads the file after this process, so it need not be durable.
  for (const statement of ["PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", ...definitions, "BEGIN"])
    database.run(statement)
  return database
})
