/**
 * Conditions of the filters of lists, by parameter name. By default a filter compares the column of its name with the
 * value. A list declares conditions of its own in its repository.
 */
import { PgTypes } from "@effect/sql-pg"
import type { SqlClient, Statement } from "effect/sql"

/** The SQL conditions of filters, each made from the SQL expression of the filter's value. */
export type Conditions<Name extends string> = { readonly [_ in Name]?: (value: string) => string }

/**
 * The conditions that all nouns share. Times of creation are compared as rows, because the planner then expects a third
 * of the table: for a plain range it expects so few rows that it sorts them instead of reading the index in order.
 */
const common = (row: string, subject: string): Conditions<string> => ({
  created_after: (value) =>
    `(${row}.created_at, ${row}.id) > (${value}::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff')`,
  created_before: (value) =>
    `(${row}.created_at, ${row}.id) < (${value}::timestamptz, '00000000-0000-0000-0000-000000000000')`,
  updated_since: (value) => `${row}.updated_at >= ${value}::timestamptz`,
  source_type: (value) => `name_form(${row}.source_type) = name_form(${value})`,
  external_id: (value) =>
    `${row}.id = (
      SELECT x.row_id FROM external_ids x WHERE x.organization_id = $organization AND x.subject = '${subject}'
        AND x.system = ${value}::jsonb ->> 'system' AND x.id = ${value}::jsonb ->> 'id'
    )`
})

interface Declared {
  readonly subject: string
}

/** Returns the names of the filters that have a value. */
export const inUse = <Name extends string>(
  { fields }: { readonly fields: { readonly [_ in Name]: unknown } },
  values: { readonly [_ in NoInfer<Name>]?: unknown }
): ReadonlyArray<Name> => (Object.keys(fields) as Array<Name>).filter((name) => values[name] !== undefined)

/** Returns the condition of one filter on a noun's row. `value` is an SQL expression. */
export const filterCondition = <Name extends string>(
  { subject }: Declared,
  row: string,
  name: Name,
  value: string,
  own: Conditions<Name> = {}
): string => (own[name] ?? common(row, subject)[name])?.(value) ?? `${row}.${name} = ${value}`

/** The placeholder of a value in a condition. */
const mark = "$value"

/** Returns the condition that a noun's row meets all filters that have a value. */
export const meets = <Name extends string>(
  sql: SqlClient.SqlClient,
  noun: Declared,
  row: string,
  filters: { readonly fields: { readonly [_ in Name]: unknown } },
  values: { readonly [_ in NoInfer<Name>]?: unknown },
  own: Conditions<NoInfer<Name>> = {}
): Statement.Fragment =>
  sql.and(
    inUse(filters, values).map((name) => {
      const value = values[name]
      const parameter = typeof value === "object" && !Array.isArray(value) ? PgTypes.jsonb(value) : value
      const [first = "", ...parts] = filterCondition(noun, row, name, mark, own).split(mark)
      return parts.reduce<Statement.Fragment>(
        (all, part) => sql`${all}${parameter}${sql.literal(part)}`,
        sql.literal(first)
      )
    })
  )
