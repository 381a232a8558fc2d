/**
 * Saving changes: the statement that changes rows also stores all that belongs to the change, its events included.
 *
 *     WITH saved AS (UPDATE notes … RETURNING …),          -- the changes that were made
 *       done AS (SELECT ordinality FROM saved),            -- their ordinals
 *       inserted_… AS (…), incremented_… AS (…),           -- what belongs to them, each WHERE its change is done
 *       inserted_events AS (…)
 *     SELECT ordinality FROM done
 */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { SqlClient, Statement } from "effect/sql"
import { enqueued, type Work } from "../queue/Queue.ts"
import type { Change } from "./Change.ts"
import { insertEvents } from "./Outbox.ts"
import { columnsOf, type Numbered, numberedRows, plannerHint } from "./Rows.ts"

/** A row that is stored with a change. Its organization is the change's. */
export interface Insert {
  readonly table: string
  readonly row: { readonly [column: string]: unknown }
}

/** Numbers that a change adds to columns of a row of a tenant's table. */
export interface Increment {
  readonly table: string
  readonly id: string
  readonly by: { readonly [column: string]: number }
}

/** The rows, counters and queued work that are stored with a change. */
export interface Belongings {
  readonly inserts?: ReadonlyArray<Insert>
  readonly increments?: ReadonlyArray<Increment>
  /** Work for the queue. */
  readonly work?: ReadonlyArray<Work>
}

/** The change of a row, or of several that belong together. */
export interface Save extends Belongings {
  /** A statement that returns a row for each change made, such as an UPDATE with RETURNING. Named `saved`. */
  readonly saved: Statement.Fragment
  /** Common table expressions that `saved` reads. */
  readonly before?: ReadonlyArray<Statement.Fragment>
  /** Common table expressions that read `saved`. */
  readonly after?: ReadonlyArray<Statement.Fragment>
}

/** Groups entries by table. Entries of one table have the same columns. */
const byTable = <Entry extends { readonly table: string }>(entries: ReadonlyArray<Entry>) =>
  Object.entries(Object.groupBy(entries, ({ table }) => table)).map(([table, some]) => ({ table, entries: some! }))

const insertRows = (sql: SqlClient.SqlClient, table: string, rows: ReadonlyArray<Numbered>): Statement.Fragment => {
  const columns = Object.keys(rows[0]!.row)
  return sql`${sql.literal(`inserted_${table}`)} AS (
    INSERT INTO ${sql.literal(table)} (${sql.literal(columns.join(", "))})
    SELECT ${sql.literal(columnsOf("stored", columns))} FROM ${numberedRows(sql, table, rows)}
    WHERE item.ordinal IN (SELECT ordinality FROM done)
  )`
}

const incrementRows = (sql: SqlClient.SqlClient, table: string, columns: ReadonlyArray<string>, rows: ReadonlyArray<Numbered>) =>
  sql`${sql.literal(`incremented_${table}`)} AS (
    UPDATE ${sql.literal(table)} t
    SET ${sql.literal(columns.map((column) => `${column} = t.${column} + total.${column}`).join(", "))}
    FROM (
      SELECT stored.organization_id, stored.id,
        ${sql.literal(columns.map((column) => `sum(stored.${column})::integer AS ${column}`).join(", "))}
      FROM ${numberedRows(sql, table, rows)}
      WHERE ${plannerHint("item", "ordinal")} AND item.ordinal IN (SELECT ordinality FROM done)
      GROUP BY stored.organization_id, stored.id
    ) total
    WHERE t.organization_id = total.organization_id AND t.id = total.id
  )`

/** Common table expressions for what belongs to the changes whose ordinals `done` has. */
const storeBelongings = <By extends Actor | Worker>(
  sql: SqlClient.SqlClient,
  changes: ReadonlyArray<Change<unknown, unknown, By>>,
  belongings: ReadonlyArray<Belongings>
): ReadonlyArray<Statement.Fragment> => {
  const numbered = belongings.map((one, index) => ({ ...one, ordinal: index + 1, ...changes[index]! }))
  const inserts = byTable(numbered.flatMap(({ inserts = [], ordinal, organization_id }) =>
    inserts.map(({ row, table }) => ({ table, ordinal, row: { ...row, organization_id } }))))
  const increments = byTable(numbered.flatMap(({ increments = [], ordinal, organization_id }) =>
    increments.filter(({ by }) => Object.values(by).some((amount) => amount !== 0))
      .map(({ by, id, table }) => ({ table, ordinal, columns: Object.keys(by), row: { organization_id, id, ...by } }))))
  const work = numbered.flatMap(({ ordinal, work = [] }) => work.map((one) => ({ ...one, ordinal })))
  return [
    ...inserts.map(({ entries, table }) => insertRows(sql, table, entries)),
    ...increments.map(({ entries, table }) => incrementRows(sql, table, entries[0]!.columns, entries)),
    ...(work.length === 0 ? [] : [enqueued(sql, work, sql`work.ordinal IN (SELECT ordinality FROM done)`)]),
    ...insertEvents(sql, changes)
  ]
}

/** Joins common table expressions into a WITH clause. */
export const withAll = (sql: SqlClient.SqlClient, expressions: ReadonlyArray<Statement.Fragment>): Statement.Fragment =>
  sql`WITH ${sql.csv(expressions)}`

/**
 * Saves changes. `done` selects the ordinals (from 1) of the changes that were made, which are returned.
 */
export const saveAll = <By extends Actor | Worker>(
  sql: SqlClient.SqlClient,
  changes: ReadonlyArray<Change<unknown, unknown, By>>,
  { belongings, done, expressions }: {
    readonly expressions: ReadonlyArray<Statement.Fragment>
    readonly done: Statement.Fragment
    readonly belongings: ReadonlyArray<Belongings>
  }
) =>
  sql<{ readonly ordinality: number }>`
    ${withAll(sql, [...expressions, sql`done AS (${done})`, ...storeBelongings(sql, changes, belongings)])}
    SELECT ordinality FROM done
  `

/** Saves one change, by a statement of its own. Returns a row where it was made. */
export const save = <By extends Actor | Worker>(
  sql: SqlClient.SqlClient,
  change: Change<unknown, unknown, By>,
  { after = [], before = [], saved, ...belongings }: Save
) =>
  sql<{ readonly ordinality: number }>`
    ${
    withAll(sql, [
      ...before,
      sql`saved AS (${saved})`,
      ...after,
      sql`done AS (SELECT 1 AS ordinality WHERE EXISTS (SELECT FROM saved))`,
      ...storeBelongings(sql, [change], [belongings])
    ])
  }
    SELECT ordinality FROM done
  `
