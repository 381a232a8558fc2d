/** The database: a PostgreSQL server where `DATABASE_URL` names one, else one inside the process. */
import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { location } from "./DatabaseSettings.ts"
import * as Embedded from "./Embedded.ts"
import * as Migrations from "./Migrations.ts"
import { registry } from "./Types.ts"

export { location }

/** No connection can be made to the server. */
export class DatabaseUnreachable extends Schema.TaggedError<DatabaseUnreachable>()("DatabaseUnreachable", {
  cause: Schema.Defect()
}) {
  override get message() {
    return "Cannot use the database that DATABASE_URL names"
  }
}

/** A pool of connections to a PostgreSQL server. A statement that takes more than 10 s is given up. */
export const server = (options: Pick<PgClient.PgPoolConfig, "url" | "maxConnections">) =>
  PgClient.layer({
    ...options,
    types: registry,
    applicationName: "candor",
    connectTimeout: Duration.seconds(5),
    startupParameters: { statement_timeout: "10000" }
  })

/** PostgreSQL in this process, with its data in a directory that no other process may use meanwhile. */
export const embedded = (directory: string) => PgClient.layerFrom(Embedded.make(directory))

/** A pool that has answered once: it connects when it is first asked, and a start should not wait for a request. */
const reached = (pool: ReturnType<typeof server>) =>
  Layer.effectDiscard(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`)).pipe(
    Layer.provideMerge(pool),
    Layer.catchTag("SqlError", (cause) => Layer.effectContext(Effect.fail(new DatabaseUnreachable({ cause }))))
  )

/** Why there is no database. */
type Unavailable = DatabaseUnreachable | Layer.Error<ReturnType<typeof embedded>>

/** The database that the environment names, with its schema as it is. */
export const connection = Layer.unwrap(
  Effect.map(location, ({ directory, url }): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, Unavailable> =>
    Option.isSome(url) ? reached(server({ url: url.value })) : embedded(directory))
)

/** The database that the environment names, with its schema current. */
export const layer = Migrations.layer.pipe(Layer.provideMerge(connection))
