/** New rows with values that the statement itself computes. */
import { type SqlClient, Statement } from "effect/sql"

type Value = string | number | boolean | null | Statement.Fragment

/** `(columns) VALUES (values)` of one row, as `sql.insert` makes it; a value may be an SQL expression. */
export const insertRow = (sql: SqlClient.SqlClient, row: { readonly [column: string]: Value }): Statement.Fragment => {
  const values = Object.values(row).map((value) => Statement.isFragment(value) ? value : sql`${value}`)
  return sql`(${sql.literal(Object.keys(row).join(", "))}) VALUES (${sql.csv(values)})`
}
