/** `bun opening.ts <directory>`: opens the database of a data directory, keeps a row in it, says so, and works on until it is stopped. */
import * as Logging from "@candor/process/Logging"
import { runMain } from "@candor/process/Main"
import * as Database from "@candor/sql/database/Database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const work = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS kept (n integer)`
  yield* sql`INSERT INTO kept VALUES (1)`
  yield* Effect.logInfo("kept")
  return yield* Effect.never
})

runMain(
  work.pipe(Effect.provide(Database.embedded(process.argv[2]!)), Logging.logged({ level: "Info", stream: "stdout" })),
  { interrupted: 0 }
)
