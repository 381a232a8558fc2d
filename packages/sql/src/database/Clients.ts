/**
 * The clients of one database: besides `SqlClient`, two for work that must not wait behind other statements, or that
 * has no limit.
 */
import { Context } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * Finds API keys and counts their requests. On a server it has connections of its own, so that slow statements never
 * hold up authentication (a bulkhead).
 */
export class AuthenticationClient
  extends Context.Service<AuthenticationClient, SqlClient.SqlClient>()("@candor/sql/AuthenticationClient")
{}

/** Changes the schema, without a limit on how long a statement takes. */
export class MigrationClient
  extends Context.Service<MigrationClient, SqlClient.SqlClient>()("@candor/sql/MigrationClient")
{}

/** All clients of a database. */
export type Clients = SqlClient.SqlClient | AuthenticationClient | MigrationClient
