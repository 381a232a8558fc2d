/** Checks the sessions for a URL; as a program, for its argument. */
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { AuthenticationClient, MigrationClient } from "../src/database/Clients.ts"
import { InvalidConnection } from "../src/database/ConnectionUri.ts"
import * as Database from "../src/database/Database.ts"
import { messageOf } from "../src/database/SqlFailures.ts"

export const encryption = `SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`

/** Returns whether the sessions of every pool are encrypted; the reason if there are no sessions. */
export const sessions = async (url: string): Promise<string> => {
  const ask = Effect.gen(function*() {
    const pools = [yield* SqlClient.SqlClient, yield* AuthenticationClient, yield* MigrationClient]
    const found = yield* Effect.forEach(
      pools,
      (sql) => Effect.map(sql.unsafe<{ readonly ssl: boolean }>(encryption), ([row]) => row!.ssl ? "TLS" : "plaintext")
    )
    return [...new Set(found)].join(" and ")
  })
  try {
    return await Effect.runPromise(
      Effect.scoped(Effect.provide(ask, Database.server({ url: Redacted.make(url) }))).pipe(
        Effect.catchTag("SqlError", (error) => Effect.succeed(messageOf(error)))
      )
    )
  } catch (error) {
    if (error instanceof InvalidConnection) return error.message
    throw error
  }
}

if (import.meta.main) console.log(await sessions(process.argv[2]!))
