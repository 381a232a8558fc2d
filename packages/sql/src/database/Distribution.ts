/**
 * Databases that are distributed by organization over several servers: where the extension Citus is installed (docs/operations.md).
 * A statement there is of one organization (decision 0080).
 */
import { PgConnection } from "@effect/sql-pg"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

const distributed = new WeakSet<SqlClient.SqlClient>()

/** Says that the database of a client is distributed. */
export const setDistributed = (sql: SqlClient.SqlClient): void => void distributed.add(sql)

/** Whether the database of a client is distributed. */
export const isDistributed = (sql: SqlClient.SqlClient): boolean => distributed.has(sql)

const installed = "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS is_installed"

/** Finds out whether a database is distributed. */
export const find = (config: PgConnection.Config) =>
  Effect.scoped(PgConnection.make(config).pipe(
    Effect.flatMap((session) => session.query(installed, [], false)),
    Effect.map(({ rows }) => rows[0]!["is_installed"] === true)
  ))

/** Tables without an organization that are read in statements of one: each server has a copy of them. */
const copied = ["sequencing"]

/** A table of the service that is on one server, and refers to none that is. */
const next = (condition: string) => `
  SELECT t.oid::regclass::text AS name FROM pg_class t
  WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind = 'r' AND ${condition}
    AND t.oid NOT IN (SELECT logicalrelid FROM pg_dist_partition)
    AND NOT EXISTS (
      SELECT FROM pg_constraint c WHERE c.conrelid = t.oid AND c.contype = 'f' AND c.confrelid <> t.oid
        AND c.confrelid NOT IN (SELECT logicalrelid FROM pg_dist_partition)
    )
  ORDER BY 1 LIMIT 1`

const isOfTenant = "EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'organization_id')"

/**
 * Distributes the tables that are not distributed yet, each after those that it refers to, so that all rows of an organization are on
 * one server. What has no organization stays on the first server, or is copied to each.
 */
export const distribute = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  if (!isDistributed(sql)) return
  const each = (condition: string, call: string): Effect.Effect<void, SqlError.SqlError> =>
    Effect.flatMap(sql.unsafe<{ readonly name: string }>(next(condition)), ([table]) =>
      table === undefined ? Effect.void : Effect.andThen(sql.unsafe(call, [table.name]), each(condition, call)))
  // The triggers of attachments change rows of the same organization.
  yield* sql`SET citus.enable_unsafe_triggers = on`
  yield* each("t.relname = 'organizations'", "SELECT create_distributed_table($1::text::regclass, 'id')")
  yield* each(isOfTenant, "SELECT create_distributed_table($1::text::regclass, 'organization_id', colocate_with => 'organizations')")
  yield* each(`t.relname = ANY ('{${copied.join()}}')`, "SELECT create_reference_table($1::text::regclass)")
})
