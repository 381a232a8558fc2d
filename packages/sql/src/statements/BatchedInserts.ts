/** Inserts of rows, batched across the requests of all organizations. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { batched } from "./Batching.ts"
import type { Change } from "./Change.ts"
import { columnsOf, hasMuchText, pick, rowsOf } from "./Rows.ts"
import { savingAll, type SideWrites } from "./Saving.ts"

interface InsertOptions<Before, Entity, By extends Actor | Worker> {
  readonly table: string
  /** The columns that are written, besides `organization_id`; `id` is one of them. */
  readonly columns: ReadonlyArray<string>
  /** Common table expressions that read the new rows, `arrived`. */
  readonly before: ReadonlyArray<Statement.Fragment>
  /** A condition on the new row `x`. The row is stored only if it holds. */
  readonly where: string
  readonly sideWrites: (change: Change<Before, Entity, By>) => SideWrites
}

/** Makes a function that stores the row of a change, and returns a row if it did. */
export const batchedInsert = <Before, Entity extends object, By extends Actor | Worker>(
  sql: SqlClient.SqlClient,
  { before, columns, sideWrites, table, where }: InsertOptions<Before, Entity, By>
) => {
  const expressions = (rows: PgTypes.Parameter) => [
    sql`arrived AS MATERIALIZED (SELECT x.* FROM ${rowsOf(sql, table, "x", rows)})`,
    ...before,
    sql`saved AS (
      INSERT INTO ${sql.literal(table)} (organization_id, ${sql.literal(columns.join(", "))})
      SELECT $organization, ${sql.literal(columnsOf("x", columns))} FROM arrived x WHERE ${
      sql.literal(where)
    } RETURNING id
    )`,
    sql`done AS (SELECT x.ordinality FROM arrived x WHERE x.id IN (SELECT id FROM saved))`
  ]
  const saveAll = savingAll(sql)
  return batched(sql, (changes: ReadonlyArray<Change<Before, Entity, By>>) => {
    const rows = changes.map(({ decided: { entity }, organization_id }) => ({
      ...pick(entity, columns),
      organization_id
    }))
    return Effect.map(saveAll(changes, { name: "insert", rows, expressions }, changes.map(sideWrites)), (saved) => {
      const stored = new Set(saved.map(({ ordinality }) => ordinality))
      return changes.map((_, index) => stored.has(index + 1) ? [{}] : [])
    })
  }, { isLarge: ({ decided: { entity } }) => hasMuchText(entity) })
}
