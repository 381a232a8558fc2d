/**
 * The clients of one database: `SqlClient`, and two for work that must not wait behind other statements or has no time
 * limit.
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

/** Changes the schema. Its statements have no time limit. */
export class MigrationClient
  extends Context.Service<MigrationClient, SqlClient.SqlClient>()("@candor/sql/MigrationClient")
{}

/** All clients of a database. */
export type Clients = SqlClient.SqlClient | AuthenticationClient | MigrationClient
