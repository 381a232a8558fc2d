/** Makes a connection for `effect/sql` from a PostgreSQL session of the driver's pool. */
import type { PgConnection } from "@effect/sql-pg"
import { Effect, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { forViewer } from "./Viewer.ts"

type Transform = Parameters<SqlConnection.Connection["execute"]>[2]
type Result = Effect.Effect<PgConnection.Result, SqlError.SqlError>

/** Applies a time limit to a statement, unless the caller has one around it. */
export type Bound = <A>(statement: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A, SqlError.SqlError>

/**
 * Makes the connection over a session. `bound` wraps every statement but streams; `done` is called with the text of
 * each statement that succeeded.
 */
export const make = (
  session: PgConnection.PgConnection,
  done: (sql: string) => void,
  bound: Bound = (statement) => statement
): SqlConnection.Connection => {
  const query = (sql: string, parameters: ReadonlyArray<unknown>, prepare?: boolean): Result =>
    forViewer(sql, parameters, (sql, parameters) => session.query(sql, parameters, prepare), session.query)
  const values = (sql: string, parameters: ReadonlyArray<unknown>, prepare?: boolean) =>
    bound(forViewer(sql, parameters, (sql, parameters) => session.queryValues(sql, parameters, prepare), session.query))
  const rows = (sql: string, statement: Result, transform: Transform) =>
    bound(Effect.map(statement, (result) => {
      done(sql)
      return transform ? transform(result.rows) : result.rows
    }))
  return {
    execute: (sql, parameters, transform) => rows(sql, query(sql, parameters), transform),
    executeUnprepared: (sql, parameters, transform) => rows(sql, query(sql, parameters, false), transform),
    executeRaw: (sql, parameters) => bound(Effect.tap(query(sql, parameters), () => Effect.sync(() => done(sql)))),
    executeValues: (sql, parameters) => values(sql, parameters),
    executeValuesUnprepared: (sql, parameters) => values(sql, parameters, false),
    executeStream: (sql, parameters, transform) => {
      const stream = Stream.unwrap(
        forViewer(sql, parameters, (sql, parameters) => Effect.succeed(session.stream(sql, parameters)), session.query)
      )
      return transform ? Stream.mapArray(stream, (chunk) => transform(chunk) as typeof chunk) : stream
    }
  }
}
