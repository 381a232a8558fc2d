/**
 * `bun opening.ts <directory>`: opens the database of a data directory, writes a row to it, says so, and keeps running
 * until it is stopped.
 */
import * as Database from "@candor/sql/database/Database"
import { Cause, Effect, Exit, Logger } from "effect"
import { SqlClient } from "effect/sql"

const work = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS kept (n integer)`
  yield* sql`INSERT INTO kept VALUES (1)`
  yield* Effect.logInfo("kept")
  return yield* Effect.never
})

const fiber = Effect.runFork(work.pipe(
  Effect.provide(Database.embedded(process.argv[2]!)),
  Effect.provide(Logger.layer([Logger.consoleJson]))
))
process.on("SIGTERM", () => fiber.interruptUnsafe())
fiber.addObserver((exit) => {
  const hasFailed = Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)
  if (hasFailed) console.error(String(Cause.squash(exit.cause)))
  process.exit(hasFailed ? 1 : 0)
})
