/** Counts the rows that a repository's statements return, for tests of batch sizes. */
import { isDistributed, setDistributed } from "@candor/sql/database/Distribution"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** Wraps the client; returns it with the number of rows that each statement with this text has returned so far. */
export const countingRows = (sql: SqlClient.SqlClient, text: string) => {
  const counts: Array<number> = []
  const counted = (statement: Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
    Effect.tap(statement, (rows) => Effect.sync(() => counts.push(rows.length)))
  const client = new Proxy(sql, {
    apply: (target, self, args: ReadonlyArray<unknown>) => {
      const statement: Statement.Statement<unknown> = Reflect.apply(target, self, args)
      // A statement is counted after its organization was filled in.
      return String(args[0]).includes(text) && !statement.compile()[0].includes("$organization")
        ? counted(statement)
        : statement
    },
    get: (target, name) =>
      name !== "unsafe" ?
        Reflect.get(target, name) :
        (sql: string, values: ReadonlyArray<unknown>) =>
          sql.includes(text) ? counted(target.unsafe(sql, values)) : target.unsafe(sql, values)
  })
  if (isDistributed(sql)) setDistributed(client)
  return { client, counts }
}
