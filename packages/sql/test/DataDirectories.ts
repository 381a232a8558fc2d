/** Data directories for tests, and access to their databases from this process and from others. */
import * as Database from "@candor/sql/database/Database"
import { Use } from "@candor/sql/database/Embedded"
import * as Programs from "@candor/sql/database/embedded/Programs"
import { processes } from "@candor/process/testing/Processes"
import { scratchFolder } from "@candor/process/testing/Scratch"
import { Effect, Exit, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import * as Prepared from "./Prepared.ts"

const libraries = scratchFolder("libraries")

/** Whether PostgreSQL's programs run here; a test uses Linux's process information. */
export const runs = process.platform === "linux" &&
  Exit.isSuccess(await Effect.runPromiseExit(Programs.find(libraries)))
rmSync(libraries, { recursive: true })
if (!runs)
  console.log("NOT SHOWN HERE: the embedded PostgreSQL server, because its programs do not run, or this is not Linux.")

const version = Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ version: string }>`SELECT version()`).pipe(
  Effect.map(([row]) => row!.version)
)

/** For the tests of a file. */
export const directories = (name: string) => {
  const { folder, start } = processes(name)
  const lines: Array<string> = []
  const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])
  /** A PATH without `unshare`. */
  const withoutUnshare = join(folder, "without")
  mkdirSync(withoutUnshare)
  return {
    folder,
    /** The log of this process. */
    lines,
    logger,
    version,
    withoutUnshare,
    directoryOf: async (
      kind: Prepared.Kind = "embedded",
      path = mkdtempSync(join(folder, "data-"))
    ): Promise<string> => {
      await Prepared.dataDirectory(path, "unmigrated", kind)
      return path
    },
    /** Runs an effect on the database of a directory in this process. */
    on: <A, E>(
      directory: string,
      effect: Effect.Effect<A, E, SqlClient.SqlClient>,
      use: "open" | "join" | "either" = "open"
    ) =>
      Effect.runPromise(
        Effect.provide(effect, Layer.provide(Database.embedded(directory), [Layer.succeed(Use, use), logger]))
      ),
    /** Starts a process that opens the database of a directory, writes a row to it, and keeps running. */
    opening: (directory: string, env: Record<string, string> = {}) =>
      start([process.execPath, join(import.meta.dir, "opening.ts"), directory], { env })
  }
}
