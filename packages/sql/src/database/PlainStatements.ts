/**
 * Statements whose text is made already. Unless they are traced or transformed, they are run without the library's `Statement`, which
 * makes a span and a dozen closures for each (decision 0018).
 */
import { Context, Effect, References } from "effect"
import { type SqlClient, type SqlConnection, type SqlError, Statement } from "effect/sql"

const borrowers = new WeakMap<SqlClient.SqlClient, SqlConnection.Borrower>()

/** Remembers how a client runs a statement on a connection of its pool. */
export const remember = (sql: SqlClient.SqlClient, borrower: SqlConnection.Borrower): void => {
  borrowers.set(sql, borrower)
}

/** Runs a statement, within the present transaction where there is one. It does what `sql.unsafe` does. */
export const run = <Row extends object>(
  sql: SqlClient.SqlClient,
  text: string,
  parameters: ReadonlyArray<unknown>
): Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> =>
  Effect.withFiber((fiber): Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> => {
    const borrower = borrowers.get(sql)
    const isObserved = fiber.getRef(References.TracerEnabled) || fiber.getRef(Statement.CurrentTransformer) !== undefined
    if (borrower === undefined || isObserved) return sql.unsafe<Row>(text, parameters)
    const execute = (connection: SqlConnection.Connection) =>
      connection.execute(text, parameters, undefined) as Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>
    const transaction = Context.getOrUndefined(fiber.context, sql.transactionService)
    return transaction === undefined ? borrower(execute) : execute(transaction[0])
  })
