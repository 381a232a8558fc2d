/** A PostgreSQL session of the driver's pool, as the connection that `effect/sql` runs statements on. */
import type { PgConnection } from "@effect/sql-pg"
import { Effect, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"

type Transform = Parameters<SqlConnection.Connection["execute"]>[2]
type Result = Effect.Effect<PgConnection.Result, SqlError.SqlError>

/** Applies a bound to each statement, where the caller has none around it. */
export type Bound = <A>(statement: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A, SqlError.SqlError>

/** The connection over a session. `bound` is put around every statement but streams. */
export const make = (session: PgConnection.PgConnection, bound: Bound = (statement) => statement): SqlConnection.Connection => {
  const rows = (statement: Result, transform: Transform) =>
    bound(Effect.map(statement, (result) => transform ? transform(result.rows) : result.rows))
  return {
    execute: (sql, parameters, transform) => rows(session.query(sql, parameters), transform),
    executeUnprepared: (sql, parameters, transform) => rows(session.query(sql, parameters, false), transform),
    executeRaw: (sql, parameters) => bound(session.query(sql, parameters)),
    executeValues: (sql, parameters) => bound(session.queryValues(sql, parameters)),
    executeValuesUnprepared: (sql, parameters) => bound(session.queryValues(sql, parameters, false)),
    executeStream: (sql, parameters, transform) => {
      const stream = session.stream(sql, parameters)
      return transform ? Stream.mapArray(stream, (chunk) => transform(chunk) as typeof chunk) : stream
    }
  }
}
