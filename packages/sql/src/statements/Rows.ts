/**
 * Rows in a parameter of a statement: JSON that the database reads with the names and types of a table's columns. The
 * texts of statements that differ only in their rows are built once.
 */
import { OrganizationId } from "@candor/domain/Id"
import { PgTypes } from "@effect/sql-pg"
import type { Effect } from "effect"
import { type SqlClient, type SqlError, Statement } from "effect/sql"
import { withOneOrganization, withOrganization } from "./OfOrganization.ts"

const fragment = (text: string): Statement.Fragment => Statement.fragment([Statement.literal(text)])

/** The names of columns, with their SQL types. */
export interface ColumnTypes {
  readonly [column: string]: string
}

/**
 * A source for FROM: the rows under an alias, with the columns of a table, or with the given columns. Their column
 * `ordinality` numbers them from 1. A missing value is null.
 */
export const rowsOf = (
  sql: SqlClient.SqlClient,
  columns: string | ColumnTypes,
  alias: string,
  rows: PgTypes.Parameter
): Statement.Fragment => {
  const source = typeof columns === "string"
    ? sql`jsonb_populate_recordset(NULL::${sql.literal(columns)}, ${rows})`
    : sql`ROWS FROM (jsonb_to_recordset(${rows}) AS (${
      sql.literal(Object.entries(columns).map(([name, type]) => `${name} ${type}`).join(", "))
    }))`
  return sql`${source} WITH ORDINALITY AS ${sql.literal(alias)}`
}

/**
 * Always true. Lowers the planner's estimate of 100 rows, so that it uses the indexes of the tables that the rows are
 * joined with.
 */
export const plannerHint = (alias: string, ordinal = "ordinality"): Statement.Fragment =>
  fragment(`${alias}.${ordinal} BETWEEN 1 AND 1000`)

/**
 * Always true for the row `alias`, which is found by its id. Makes PostgreSQL read the row. Otherwise it may choose an
 * index-only scan of a wide index, which looks cheaper because most organizations are small, but reads the entries of
 * the whole organization.
 */
export const readsRow = (alias: string): string => `${alias}.version > 0`

/** A row of the batch entry with this ordinal, from 1. */
export interface Numbered {
  readonly ordinal: number
  readonly row: object
}

/** Common table expressions of a statement, with their rows. Parts of the same name differ only in their rows. */
export interface Part {
  readonly name: string
  readonly rows: ReadonlyArray<object>
  readonly expressions: (rows: PgTypes.Parameter) => ReadonlyArray<Statement.Fragment>
}

/** Returns a select list of these columns, each with the alias. */
export const columnsOf = (alias: string, columns: ReadonlyArray<string>): string =>
  columns.map((column) => `${alias}.${column}`).join(", ")

/** The values of these columns. */
export const pick = (row: object, columns: ReadonlyArray<string>): { readonly [column: string]: unknown } =>
  Object.fromEntries(columns.map((column) => [column, Reflect.get(row, column)]))

/**
 * The most characters (UTF-16) of a row's texts in a shared statement. A larger row takes as long as many others, and
 * is saved alone.
 */
const maxSharedText = 16_384

const charactersIn = (value: unknown): number => {
  if (typeof value === "string") return value.length
  return typeof value === "object" && value !== null
    ? Object.values(value).reduce((sum: number, one) => sum + charactersIn(one), 0)
    : 0
}

/** Whether a row has more text than one row of a shared statement may have. */
export const hasMuchText = (row: object): boolean => charactersIn(row) > maxSharedText

/** Makes `columns = x.columns FROM … x` of an UPDATE, which sets these columns to the values of an entity. */
export const setFrom = (
  sql: SqlClient.SqlClient,
  table: string,
  columns: ReadonlyArray<string>,
  entity: object
): Statement.Fragment =>
  sql`${sql.literal(columns.map((column) => `${column} = x.${column}`).join(", "))}
    FROM jsonb_populate_record(NULL::${sql.literal(table)}, ${PgTypes.jsonb(pick(entity, columns))}) x`

/**
 * A source for FROM: rows (`Numbered`) under the alias `stored`, with the columns of `table`, each with the `ordinal`
 * of its entry in `item`.
 */
export const numberedRows = (
  sql: SqlClient.SqlClient,
  table: string,
  rows: PgTypes.Parameter
): Statement.Fragment =>
  sql`jsonb_to_recordset(${rows}) AS item (ordinal bigint, row jsonb)
    CROSS JOIN LATERAL jsonb_populate_record(NULL::${sql.literal(table)}, item.row) AS stored`

/** Built texts that are kept. If there are more, all are dropped. */
export const maxTexts = 256

type Rows = ReadonlyArray<object>

/** A placeholder for the organization among the parameters of a kept text. */
const anOrganization = OrganizationId.make("00000000-0000-0000-0000-000000000000")

type Ran<Row> = Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>

/**
 * Makes a function that runs statements on lists of rows. Statements of the same name have the same text. `build`
 * writes it when it is not kept, with a parameter for each list; other parameters keep their values of that time. This
 * saves a twentieth of a request's processor time: joining the fragments, and hashing the text to find its plan.
 *
 * The `$organization` of a statement is the organization of all its rows. If they have several, it is the column
 * `organization_id` of the rows that the text calls `ofSeveral`.
 */
export const fixedTexts = <Row extends object>(sql: SqlClient.SqlClient, ofSeveral: string) => {
  type Run = (lists: ReadonlyArray<Rows>, organization: OrganizationId | undefined) => Ran<Row>
  let kept = new Map<string, Run>()

  const compiled = (
    statement: Statement.Statement<Row>,
    placeholders: ReadonlyArray<unknown>,
    isOfOne: boolean
  ): Run => {
    const [written, parameters] = statement.compile()
    const [text, values] = isOfOne
      ? withOneOrganization(written, parameters, anOrganization)
      : [withOrganization(written, `${ofSeveral}.organization_id`), parameters]
    const indexes = values.map((value) => placeholders.indexOf(value))
    return (lists, organization) => {
      const given = [organization, ...lists.map(PgTypes.jsonb)]
      return sql.unsafe<Row>(text, indexes.map((index, at) => index < 0 ? values[at] : given[index]))
    }
  }

  return (
    name: string,
    organization: OrganizationId | undefined,
    lists: ReadonlyArray<Rows>,
    build: (lists: ReadonlyArray<PgTypes.Parameter>) => Statement.Statement<Row>
  ): Ran<Row> => {
    const isOfOne = organization !== undefined
    const key = isOfOne ? name : `several ${name}`
    const known = kept.get(key)
    if (known !== undefined) return known(lists, organization)
    const placeholders = lists.map(() => PgTypes.jsonb([]))
    const run = compiled(build(placeholders), [anOrganization, ...placeholders], isOfOne)
    if (kept.size === maxTexts) kept = new Map()
    kept.set(key, run)
    return run(lists, organization)
  }
}
