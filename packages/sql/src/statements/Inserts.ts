/** Inserts of rows, each column named once. */
import { PgTypes } from "@effect/sql-pg"
import { type SqlClient, Statement } from "effect/sql"

/**
 * Makes `INSERT INTO table (columns)` of one row. A value may be an SQL expression, which is why there is no VALUES: a
 * distributed database refuses expressions there.
 */
export const insertRow = (
  sql: SqlClient.SqlClient,
  table: string,
  row: object
): Statement.Fragment => {
  const values = Object.values({ ...row })
  const all = sql.csv(values.map((value) => Statement.isFragment(value) ? value : sql`${value}`))
  return sql`INSERT INTO ${sql.literal(table)} (${sql.literal(Object.keys(row).join(", "))})
    ${values.some(Statement.isFragment) ? sql`SELECT ${all}` : sql`VALUES (${all})`}`
}

/** Makes `INSERT INTO table (columns) SELECT …` of rows that have the same columns. Requires at least one row. */
export const insertRows = (
  sql: SqlClient.SqlClient,
  table: string,
  rows: ReadonlyArray<object>
): Statement.Fragment => {
  const columns = sql.literal(Object.keys(rows[0]!).join(", "))
  return sql`INSERT INTO ${sql.literal(table)} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${sql.literal(table)}, ${PgTypes.jsonb(rows)})`
}
