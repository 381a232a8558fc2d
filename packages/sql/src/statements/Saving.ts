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
import type { Timestamp } from "@candor/domain/Timestamp"
import { PgTypes } from "@effect/sql-pg"
import type { SqlClient, Statement } from "effect/sql"
import { enqueuedRows, type Work } from "../queue/Queue.ts"
import { ofOne } from "./Batching.ts"
import type { Change } from "./Change.ts"
import { ofOrganization } from "./OfOrganization.ts"
import { storeEvents } from "./Outbox.ts"
import { columnsOf, fixedTexts, type Numbered, numberedRows, type Part, plannerHint } from "./Rows.ts"

/** A row that is stored with a change, in the organization of the change. */
export interface Insert {
  readonly table: string
  readonly row: { readonly [column: string]: unknown }
}

/** Amounts that a change adds to columns of a row of a tenant's table. */
export interface Increment {
  readonly table: string
  readonly id: string
  readonly by: { readonly [column: string]: number }
  /** The time of the change, if it moves the row's `updated_at`. */
  readonly changed_at?: Timestamp
}

/** The rows, counters and queued work that are stored with a change. */
export interface SideWrites {
  readonly inserts?: ReadonlyArray<Insert>
  readonly increments?: ReadonlyArray<Increment>
  /** Work to enqueue. */
  readonly work?: ReadonlyArray<Work>
}

/** A change of one row, or of several that belong together. */
export interface Save extends SideWrites {
  /** A statement, named `saved`, that returns a row for each change made, such as an UPDATE with RETURNING. */
  readonly saved: Statement.Fragment
  /** Common table expressions that `saved` reads. */
  readonly before?: ReadonlyArray<Statement.Fragment>
  /** Common table expressions that read `saved`. */
  readonly after?: ReadonlyArray<Statement.Fragment>
}

/** A row of the change with this ordinal. */
interface Entry extends Numbered {
  readonly table: string
  readonly columns: ReadonlyArray<string>
}

/** Makes one part for each table. Rows of one table have the same columns. */
const byTable = (
  does: string,
  entries: ReadonlyArray<Entry>,
  expression: (table: string, columns: ReadonlyArray<string>, rows: PgTypes.Parameter) => Statement.Fragment
): ReadonlyArray<Part> =>
  Object.entries(Object.groupBy(entries, ({ table }) => table)).map(([table, some]) => {
    const { columns } = some![0]!
    return {
      name: `${does} ${table} (${columns.join(", ")})`,
      rows: some!.map(({ ordinal, row }) => ({ ordinal, row })),
      expressions: (rows) => [expression(table, columns, rows)]
    }
  })

const insertRows = (sql: SqlClient.SqlClient, table: string, columns: ReadonlyArray<string>, rows: PgTypes.Parameter) =>
  sql`${sql.literal(`inserted_${table}`)} AS (
    INSERT INTO ${sql.literal(table)} (${sql.literal(columns.join(", "))})
    SELECT ${sql.literal(columnsOf("stored", columns))} FROM ${numberedRows(sql, table, rows)}
    WHERE item.ordinal IN (SELECT ordinality FROM done)
  )`

const incrementRows = (
  sql: SqlClient.SqlClient,
  table: string,
  columns: ReadonlyArray<string>,
  rows: PgTypes.Parameter
) => {
  const isTime = (column: string) => column === "updated_at"
  const set = columns.map((column) =>
    isTime(column) ? "updated_at = greatest(t.updated_at, x.updated_at)" : `${column} = t.${column} + x.${column}`
  )
  const total = columns.map((column) =>
    isTime(column) ? "max(stored.updated_at) AS updated_at" : `sum(stored.${column})::integer AS ${column}`
  )
  return sql`${sql.literal(`incremented_${table}`)} AS (
    UPDATE ${sql.literal(table)} t
    SET ${sql.literal(set.join(", "))}
    FROM (
      SELECT stored.organization_id, stored.id, ${sql.literal(total.join(", "))}
      FROM ${numberedRows(sql, table, rows)}
      WHERE ${plannerHint("item", "ordinal")} AND item.ordinal IN (SELECT ordinality FROM done)
      GROUP BY stored.organization_id, stored.id
    ) x
    WHERE t.organization_id = $organization AND t.id = x.id
  )`
}

/** Makes the parts with the side writes and events of the changes whose ordinals `done` has. */
const storeSideWrites = <By extends Actor | Worker>(
  sql: SqlClient.SqlClient,
  changes: ReadonlyArray<Change<unknown, unknown, By>>,
  sideWrites: ReadonlyArray<SideWrites>
): ReadonlyArray<Part> => {
  const numbered = sideWrites.map((one, index) => ({ ...one, ordinal: index + 1, ...changes[index]! }))
  const inserts = numbered.flatMap(({ inserts = [], ordinal, organization_id }) =>
    inserts.map(({ row, table }): Entry => {
      const owned = { ...row, organization_id }
      return { table, ordinal, columns: Object.keys(owned), row: owned }
    })
  )
  const increments = numbered.flatMap(({ increments = [], ordinal, organization_id }) =>
    increments.filter(({ by, changed_at }) =>
      changed_at !== undefined || Object.values(by).some((amount) => amount !== 0)
    )
      .map(({ by, changed_at, id, table }): Entry => {
        const row = changed_at === undefined ? by : { ...by, updated_at: changed_at }
        return { table, ordinal, columns: Object.keys(row), row: { organization_id, id, ...row } }
      })
  )
  const work = numbered.flatMap(({ ordinal, work = [] }) => work.map((one) => ({ ...one, ordinal })))
  const enqueue = (
    rows: PgTypes.Parameter
  ) => [enqueuedRows(sql, rows, sql`work.ordinal IN (SELECT ordinality FROM done)`)]
  return [
    ...byTable("insert", inserts, (table, columns, rows) => insertRows(sql, table, columns, rows)),
    ...byTable("increment", increments, (table, columns, rows) => incrementRows(sql, table, columns, rows)),
    ...(work.length === 0 ? [] : [{ name: "work", rows: work, expressions: enqueue }]),
    ...storeEvents(sql, changes)
  ]
}

/** Joins common table expressions into a WITH clause. */
export const withAll = (sql: SqlClient.SqlClient, expressions: ReadonlyArray<Statement.Fragment>): Statement.Fragment =>
  sql`WITH ${sql.csv(expressions)}`

interface Done {
  readonly ordinality: number
}

/** A statement that returns the ordinals in `done`. */
const saveAndReturn = (sql: SqlClient.SqlClient, expressions: ReadonlyArray<Statement.Fragment>) =>
  sql<Done>`
    ${withAll(sql, expressions)}
    SELECT ordinality FROM done
  `

/**
 * Makes a function that saves changes by a part whose last expression, `done`, has the ordinals (from 1) of the changes
 * made, and returns these. `organization` is that of all changes; without it, the part's rows `x` have the organization
 * of each.
 */
export const savingAll = (sql: SqlClient.SqlClient) => {
  const run = fixedTexts<Done>(sql, "x")
  return <By extends Actor | Worker>(
    changes: ReadonlyArray<Change<unknown, unknown, By>>,
    saved: Part,
    sideWrites: ReadonlyArray<SideWrites>,
    organization = ofOne(changes)
  ) => {
    const parts = [saved, ...storeSideWrites(sql, changes, sideWrites)]
    return run(
      parts.map(({ name }) => name).join(", "),
      organization,
      parts.map(({ rows }) => rows),
      (lists) => saveAndReturn(sql, parts.flatMap(({ expressions }, at) => expressions(lists[at]!)))
    )
  }
}

/** Saves one change, by a statement of its own. Returns a row if the change was made. */
export const save = <By extends Actor | Worker>(
  sql: SqlClient.SqlClient,
  change: Change<unknown, unknown, By>,
  { after = [], before = [], saved, ...sideWrites }: Save
) =>
  saveAndReturn(sql, [
    ...before,
    sql`saved AS (${saved})`,
    ...after,
    sql`done AS (SELECT 1 AS ordinality WHERE EXISTS (SELECT FROM saved))`,
    ...storeSideWrites(sql, [change], [sideWrites]).flatMap(({ expressions, rows }) => expressions(PgTypes.jsonb(rows)))
  ]).pipe(ofOrganization(sql, change.organization_id))
