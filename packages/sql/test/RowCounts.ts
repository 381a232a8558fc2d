/** How many rows the statements of a repository return, for tests of portions. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** The client, and how many rows each of its statements with this text has returned so far. */
export const countingRows = (sql: SqlClient.SqlClient, text: string) => {
  const counts: Array<number> = []
  const client = new Proxy(sql, {
    apply: (target, self, args: ReadonlyArray<unknown>) => {
      const statement: Effect.Effect<ReadonlyArray<unknown>, unknown> = Reflect.apply(target, self, args)
      if (!String(args[0]).includes(text)) return statement
      return Effect.tap(statement, (rows) => Effect.sync(() => counts.push(rows.length)))
    }
  })
  return { client, counts }
}
