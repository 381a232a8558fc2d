/**
 * Databases with the Citus extension, which are distributed by organization over several servers (docs/operations.md).
 * There each statement is of one organization (decision 0080).
 */
import { PgConnection } from "@effect/sql-pg"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

const distributed = new WeakSet<SqlClient.SqlClient>()

/** Marks the database of a client as distributed. */
export const setDistributed = (sql: SqlClient.SqlClient): void => void distributed.add(sql)

/** Whether the database of a client is distributed. */
export const isDistributed = (sql: SqlClient.SqlClient): boolean => distributed.has(sql)

const installed = "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS is_installed"

/** Finds out whether a database is distributed. */
export const find = (config: PgConnection.Config) =>
  Effect.scoped(
    PgConnection.make(config).pipe(
      Effect.flatMap((session) => session.query(installed, [], false)),
      Effect.map(({ rows }) => rows[0]!["is_installed"] === true)
    )
  )

/** Tables without an organization that statements of one organization read. Each server has a copy of them. */
const copied = ["sequencing"]

/** Selects a table of the service that is still local, and refers to no local table. */
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

/** The advisory lock during distribution: of processes that start together, one distributes and the others wait. */
const lock = "hashtext('candor distribution')"

/**
 * Distributes the tables that are not distributed yet, each after those that it refers to, so that all rows of an
 * organization are on one server. Tables without an organization stay on the first server, or are copied to each. It
 * can be repeated if it fails, for instance because of a lock.
 */
export const distribute = Effect.scoped(Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  if (!isDistributed(sql)) return
  const session = yield* sql.reserve
  const run = (statement: string, parameters: ReadonlyArray<unknown> = []) =>
    session.executeUnprepared(statement, parameters, undefined)
  const each = (condition: string, call: string): Effect.Effect<void, SqlError.SqlError> =>
    Effect.flatMap(
      run(next(condition)),
      ([table]) => table === undefined ? Effect.void : Effect.andThen(run(call, [table.name]), each(condition, call))
    )
  yield* run(`SELECT pg_advisory_lock(${lock})`)
  yield* Effect.gen(function*() {
    // Safe, because triggers only change rows of the same organization.
    yield* run("SET citus.enable_unsafe_triggers = on")
    yield* each("t.relname = 'organizations'", "SELECT create_distributed_table($1::text::regclass, 'id')")
    yield* each(
      isOfTenant,
      "SELECT create_distributed_table($1::text::regclass, 'organization_id', colocate_with => 'organizations')"
    )
    yield* each(`t.relname = ANY ('{${copied.join()}}')`, "SELECT create_reference_table($1::text::regclass)")
  }).pipe(Effect.ensuring(Effect.ignore(run(`SELECT pg_advisory_unlock(${lock})`))))
}))
