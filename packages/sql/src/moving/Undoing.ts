/**
 * The rows that an import of a whole organization has added. Each is remembered with a digest of its values, so that
 * undoing the import recognizes rows that somebody has changed or used since.
 */
import type { ImportId, OrganizationId } from "@candor/domain/Id"
import type { SqlClient, Statement } from "effect/sql"
import type { Column, Table } from "./Catalog.ts"
import { type MovedPart, nameOf } from "./Format.ts"
import { isFilled, isOfPeople } from "./OfWork.ts"
import { staying } from "./Tables.ts"

/** The key of a row `alias` of a table as a JSON array. */
const keyIn = (key: ReadonlyArray<string>, alias: string): string =>
  `jsonb_build_array(${key.map((name) => `${alias}.${name}`).join(", ")})`

/** A digest of the values of a row `t` in the columns of the format. */
const digestOf = ({ columns, table }: MovedPart): string => {
  const own = columns.filter(({ name }: Column) => !isFilled(table.name, name))
  return `md5((SELECT row_to_json(own) FROM (SELECT ${own.map(({ name }) => `t.${name}`).join(", ")}) own)::text)`
}

/** The columns that an insertion of rows `t` also returns: key and digest. */
export const returned = (part: MovedPart): string => `, ${keyIn(part.key, "t")} AS key, ${digestOf(part)} AS digest`

/** A common table expression, with a comma at the end, that remembers the rows of `added`. */
export const remembered = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  import_id: ImportId,
  part: string
): Statement.Fragment =>
  sql`remembered AS (
    INSERT INTO imported_rows (organization_id, import_id, part, key, digest)
    SELECT ${organization}::uuid, ${import_id}::uuid, ${part}, added.key, added.digest FROM added
    ON CONFLICT (organization_id, import_id, part, key) DO NOTHING
  ), `

/** The values of the remembered key `r`, by the names of their columns. */
const valuesOf = ({ keyColumns }: MovedPart): ReadonlyArray<readonly [column: string, value: string]> =>
  keyColumns.map(({ name, type }, nth) => [name, `(r.key ->> ${nth})::${type}`])

/**
 * Conditions that a row made by people refers to a row `t`, one for each foreign key to its table. Tables in which
 * people make no rows have none: a distributed database refuses a query on a table in a condition that is always false.
 */
const referring = (
  tables: ReadonlyArray<Table>,
  { table }: MovedPart,
  but: (child: Table) => string
): ReadonlyArray<string> =>
  tables.filter(({ name }) =>
    staying[name] !== "counted" && name !== "imported_rows" && isOfPeople(name, "c") !== "false"
  ).flatMap((child) =>
    child.foreignKeys.filter((key) => key.table === table.name && key.columns.length > 0).map(({ columns, of }) =>
      `EXISTS (
        SELECT FROM ${child.name} c WHERE c.organization_id = $organization AND ${
        columns.map((column, nth) => `c.${column} = t.${of[nth]}`).join(" AND ")
      } AND ${isOfPeople(child.name, "c")} AND ${but(child)}
      )`
    )
  )

/** A condition: a row is of the same import. */
const isImported = (child: Table): string => {
  const part = nameOf(child.name)
  return part === undefined ? "false" : `EXISTS (
    SELECT FROM imported_rows m WHERE m.organization_id = $organization AND m.import_id = $1 AND m.part = '${part}'
      AND m.key = ${keyIn(child.key, "c")}
  )`
}

/**
 * Selects the keys of at most `$2` remembered rows of the import `$1` that somebody has changed, or to which a row
 * outside the import refers.
 */
export const touched = (tables: ReadonlyArray<Table>, part: MovedPart): string => {
  const added = referring(tables, part, (child) => `NOT ${isImported(child)}`)
  const values = valuesOf(part)
  return `
    SELECT r.key ->> 0 AS key FROM imported_rows r JOIN ${part.table.name} t
      ON ${
    ["t.organization_id = $organization", ...values.map(([column, value]) => `t.${column} = ${value}`)].join(" AND ")
  }
    WHERE r.organization_id = $organization AND r.import_id = $1 AND r.part = '${part.name}'
      AND (${[`r.digest <> ${digestOf(part)}`, ...added].join(" OR ")})
    ORDER BY r.key LIMIT $2`
}

/**
 * Deletes rows that the import `$1` has remembered, at most `$3` after the key `$2`: those that are unchanged, and to
 * which nothing refers. Forgets the deleted ones. Returns the last key, and how many rows there were and how many were
 * deleted. Keys are converted before the deletion, because a distributed database converts no times in one.
 */
export const removal = (tables: ReadonlyArray<Table>, part: MovedPart): string => {
  const kept = referring(tables, part, () => "true")
  const values = valuesOf(part)
  return `
    WITH remembered AS MATERIALIZED (
      SELECT ${
    ["r.key", "r.digest", ...values.map(([column, value]) => `${value} AS ${column}`)].join(", ")
  } FROM imported_rows r
      WHERE r.organization_id = $organization AND r.import_id = $1 AND r.part = '${part.name}'
        AND ($2::jsonb IS NULL OR r.key > $2::jsonb)
      ORDER BY r.key LIMIT $3
    ), gone AS (
      DELETE FROM ${part.table.name} t USING remembered r
      WHERE ${
    [
      "t.organization_id = $organization",
      ...values.map(([column]) => `t.${column} = r.${column}`),
      `r.digest = ${digestOf(part)}`,
      ...kept.map((one) => `NOT ${one}`)
    ].join(" AND ")
  }
      RETURNING r.key
    ), forgotten AS (
      DELETE FROM imported_rows m USING gone
      WHERE m.organization_id = $organization AND m.import_id = $1 AND m.part = '${part.name}' AND m.key = gone.key
    )
    SELECT (SELECT key FROM remembered ORDER BY key DESC LIMIT 1) AS last, (SELECT count(*)::integer FROM remembered) AS rows,
      (SELECT count(*)::integer FROM gone) AS gone`
}
