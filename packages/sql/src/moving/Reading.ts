/** Statements that read the rows of a part in the form of the format. */
import { hiddenTables, partsSeen } from "../database/Seen.ts"
import { iso } from "../database/Types.ts"
import type { Column, ForeignKey, Table } from "./Catalog.ts"
import { type MovedPart, wayToJob } from "./Format.ts"

/** Approximate bytes of rows in a page. */
const pageBytes = 4 * 2 ** 20

/** A value of a row `t` in the form of the format. */
const valueOf = ({ name, type }: Column): string => {
  const column = `t.${name}`
  if (type.startsWith("timestamp")) return iso(column)
  if (type !== "tstzrange") return column
  return `CASE WHEN ${column} IS NOT NULL THEN '[' || ${iso(`lower(${column})`)} || ',' || ${
    iso(`upper(${column})`)
  } || ')' END`
}

const references = ({ columns, of }: ForeignKey, alias: string, target: string): string =>
  columns.map((column, nth) => `${target}.${of[nth]} = ${alias}.${column}`).join(" AND ")

/**
 * Returns a condition that is true for rows of a deleted job, which are being removed in the background. Undefined for
 * a table whose rows belong to no job.
 */
const isGone = (tables: ReadonlyArray<Table>, table: Table, alias: string): string | undefined => {
  if (table.name === "jobs") return `${alias}.deleted_at IS NOT NULL`
  const way = wayToJob(tables, table)
  if (way === undefined) return undefined
  const inner = `${alias}_`
  return `EXISTS (SELECT FROM ${way.table} ${inner} WHERE ${inner}.organization_id = $organization AND ${
    references(way, alias, inner)
  } AND ${isGone(tables, tables.find(({ name }) => name === way.table)!, inner)})`
}

/**
 * Returns a condition on an optional reference: the row that it names is of a deleted job. The reference is then
 * exported as null.
 */
const goneOf = (tables: ReadonlyArray<Table>, { table }: MovedPart, column: Column): string | undefined => {
  const key = table.foreignKeys.find(({ cascades, columns }) =>
    !cascades && columns.length === 1 && columns[0] === column.name
  )
  if (key === undefined || !column.isNullable) return undefined
  const target = tables.find(({ name }) => name === key.table)!
  const condition = isGone(tables, target, "gone")
  return condition === undefined ? undefined : `EXISTS (
    SELECT FROM ${key.table} gone WHERE gone.organization_id = $organization AND ${
    references(key, "t", "gone")
  } AND ${condition})`
}

/** The columns of a row `t`, each under its name. */
export const columnsOf = (tables: ReadonlyArray<Table>, part: MovedPart): string =>
  part.columns.map((column) => {
    const gone = goneOf(tables, part, column)
    return `${
      gone === undefined ? valueOf(column) : `CASE WHEN NOT ${gone} THEN ${valueOf(column)} END`
    } AS ${column.name}`
  }).join(", ")

/** Selects the default values of each part's columns: that of the table, or null if it is nullable. */
export const absentOf = (parts: ReadonlyArray<MovedPart>): string =>
  parts.map(({ columns, key, name }) => {
    const absent = columns.filter((column) =>
      !key.includes(column.name) && (column.isNullable || column.default !== null)
    )
    return `SELECT '${name}' AS name, (SELECT row_to_json(x) FROM (
      SELECT ${absent.map((column) => `${valueOf(column)} AS ${column.name}`).join(", ")}
      FROM (SELECT ${
      absent.map((column) => `(${column.default ?? "NULL"})::${column.type} AS ${column.name}`).join(", ")
    }) t
    ) x) AS row`
  }).join(" UNION ALL ")

/** Returns the condition of the rows `t` that are exported. */
export const moves = (tables: ReadonlyArray<Table>, { table, where = "true" }: MovedPart): string => {
  const gone = isGone(tables, table, "t")
  const own = table.name === "organizations" ? "t.id" : "t.organization_id"
  return `${own} = $organization AND ${where}${gone === undefined ? "" : ` AND NOT ${gone}`}`
}

/** The order of the rows `t`. The organization has one row. */
export const orderOf = ({ key }: MovedPart): string =>
  key.length === 0 ? "" : `ORDER BY ${key.map((name) => `t.${name}`).join(", ")}`

/** The key of a row `t` as texts. */
export const keyOf = ({ keyColumns }: MovedPart): string =>
  keyColumns.length === 0
    ? "'{}'::text[]"
    : `ARRAY[${keyColumns.map((column) => `(${valueOf(column)})::text`).join(", ")}]`

/** A condition: rows `t` come after the key in the parameter `$1`, an array of texts. True for all if that is null. */
export const isAfter = ({ key, keyColumns }: MovedPart): string =>
  key.length === 0 ?
    "$1::text[] IS NULL" :
    `$1::text[] IS NULL OR (${key.map((name) => `t.${name}`).join(", ")}) > (${
      keyColumns.map(({ type }, nth) => `($1::text[])[${nth + 1}]::${type}`).join(", ")
    })`

/**
 * Returns a source with the rows of a table that the exporting member, an administrator, sees; all for the operator.
 */
const seen = (table: string): string => hiddenTables.includes(table) ? partsSeen(table) : table

/** Selects at most `$2` rows after the key `$1`: their JSON and their keys. */
export const pageOf = (tables: ReadonlyArray<Table>, part: MovedPart): string => `
  SELECT r.json, r.key FROM (
    SELECT r.json, r.key, r.nth, sum(octet_length(r.json)) OVER (ORDER BY r.nth) - octet_length(r.json) AS before FROM (
      SELECT convert_to((SELECT row_to_json(x) FROM (SELECT ${columnsOf(tables, part)}) x)::text, 'UTF8') AS json, ${
  keyOf(part)
} AS key,
        row_number() OVER (${orderOf(part)}) AS nth
      FROM ${seen(part.table.name)} t WHERE ${moves(tables, part)} AND (${isAfter(part)}) ${orderOf(part)} LIMIT $2
    ) r
  ) r WHERE r.before < ${pageBytes} ORDER BY r.nth`

/** Selects the stored rows that equal one of `$1` in these columns, in the form of the format. */
export const storedOf = (tables: ReadonlyArray<Table>, part: MovedPart, columns: ReadonlyArray<string>): string => `
  SELECT (SELECT row_to_json(x) FROM (SELECT ${columnsOf(tables, part)}) x) AS row
  FROM ${part.table.name} t WHERE ${moves(tables, part)}${
  columns.length === 0 ? "" : ` AND (${columns.map((name) => `t.${name}`).join(", ")}) IN (
    SELECT ${
    columns.map((name) => `k.${name}`).join(", ")
  } FROM jsonb_populate_recordset(NULL::${part.table.name}, $1) k)`
}`

/** Contents on a page. */
const maxContents = 1000

/** Selects the contents that rows name, with ids greater than `$1`. */
export const contentsOf = (tables: ReadonlyArray<Table>, parts: ReadonlyMap<string, MovedPart>): string => {
  const ofFiles = (part: MovedPart) => `
    UNION SELECT file ->> 'id', (file ->> 'size_bytes')::integer FROM ${part.table.name} t, jsonb_array_elements(t.files) AS file
    WHERE ${moves(tables, part)}`
  return `
    SELECT c.id, c.bytes FROM (
      SELECT t.id::text AS id, t.size_bytes AS bytes FROM attachments t WHERE ${
    moves(tables, parts.get("attachment")!)
  } AND t.size_bytes IS NOT NULL
      ${[parts.get("submission")!, parts.get("message")!].map(ofFiles).join("")}
    ) c WHERE c.id > $1 ORDER BY c.id LIMIT ${maxContents}`
}
