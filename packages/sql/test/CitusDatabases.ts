/** Databases on a Citus cluster: each is created on every server of the cluster, migrated, and dropped. */
import * as Database from "@candor/sql/database/Database"
import * as Migrations from "@candor/sql/migrations/Migrations"
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted, References } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { nameAt } from "./ServerDatabases.ts"

/**
 * `TEST_CITUS_URL`, if set: the URL of a database on a coordinator that knows its workers, with a role that may create
 * databases on all.
 */
export const coordinator: string | undefined = process.env["TEST_CITUS_URL"] || undefined

interface Node {
  readonly host: string
  readonly port: number
}

const at = (url: string, name: string, node?: Node): string => {
  const address = new URL(url)
  address.pathname = `/${name}`
  if (node !== undefined) Object.assign(address, { hostname: node.host, port: String(node.port) })
  return address.href
}

const administer = <A>(url: string, statements: (sql: SqlClient.SqlClient) => Effect.Effect<A, SqlError.SqlError>) =>
  Effect.provide(
    Effect.flatMap(SqlClient.SqlClient, statements),
    PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })
  )

const nodesOf = (url: string) =>
  administer(url, (sql) => sql<Node>`SELECT nodename AS host, nodeport AS port FROM pg_dist_node ORDER BY groupid`)

/** Returns the clients of a database on the cluster. */
export const clientsOf = (url: string, options: object = {}) =>
  Database.server({ url: Redacted.make(url), maxConnections: 10, isDistributed: true, ...options })

/** Creates a migrated database, which lasts until it is closed. */
export const open = async (url: string) => {
  const name = nameAt(Date.now())
  const here = new URL(url).pathname.slice(1)
  const nodes = await Effect.runPromise(nodesOf(url))
  const onEach = (statement: string) =>
    Effect.forEach(nodes, (node) => administer(at(url, here, node), (sql) => sql.unsafe(statement)), {
      concurrency: "unbounded",
      discard: true
    })
  const make = Effect.gen(function*() {
    yield* onEach(`CREATE DATABASE ${name} STRATEGY wal_log`)
    yield* Effect.forEach(nodes, (node) => administer(at(url, name, node), (sql) => sql`CREATE EXTENSION citus`), {
      concurrency: "unbounded"
    })
    const [first, ...workers] = nodes
    yield* administer(at(url, name), (sql) =>
      Effect.andThen(
        sql`SELECT citus_set_coordinator_host(${first!.host}, ${first!.port}::integer)`,
        Effect.forEach(workers, ({ host, port }) => sql`SELECT citus_add_node(${host}, ${port}::integer)`)
      ))
    yield* Effect.provide(Migrations.run, clientsOf(at(url, name)))
  })
  await Effect.runPromise(make.pipe(Effect.provideService(References.MinimumLogLevel, "Warn")))
  return { url: at(url, name), close: () => Effect.runPromise(onEach(`DROP DATABASE ${name} WITH (FORCE)`)) }
}
