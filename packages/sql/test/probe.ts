/**
 * `bun packages/sql/test/probe.ts <address>`: prints the version of a PostgreSQL server, and exits with 0 if it answers
 * and its user may create databases, as the tests need.
 */
import * as Database from "@candor/sql/database/Database"
import { Duration, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

const ask = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<{ version: string; may_create: boolean }>`
    SELECT current_setting('server_version') AS version, rolcreatedb OR rolsuper AS may_create
    FROM pg_roles WHERE rolname = current_user
  `)

const found = await Effect.runPromise(
  ask.pipe(
    Effect.provide(Database.server({ url: Redacted.make(process.argv[2] ?? ""), maxConnections: 1 })),
    Effect.timeout(Duration.seconds(5)),
    Effect.map(([server]) => server),
    Effect.catchCause(() => Effect.undefined)
  )
)

if (found?.may_create) console.log(`PostgreSQL ${found.version}`)
process.exit(found?.may_create ? 0 : 1)
