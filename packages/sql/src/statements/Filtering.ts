/**
 * Which rows the filters of a list select, by the names of their parameters: those whose column of this name has the
 * value, where nothing else is said. What one list alone has, or finds in a way of its own, is said beside that list.
 */
import { PgTypes } from "@effect/sql-pg"
import type { SqlClient, Statement } from "effect/sql"

/** What a list says of its filters: the condition that one selects a row, of an SQL expression of its value. */
export type Conditions<Name extends string> = { readonly [_ in Name]?: (value: string) => string }

/**
 * Times of creation are compared as rows, for which the planner expects a third of the rows: of a range it expects so
 * few that it sorts them.
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

/** The names of the filters that have a value. */
export const inUse = <Name extends string>(
  { fields }: { readonly fields: { readonly [_ in Name]: unknown } },
  values: { readonly [_ in NoInfer<Name>]?: unknown }
): ReadonlyArray<Name> => (Object.keys(fields) as Array<Name>).filter((name) => values[name] !== undefined)

/** The condition that a filter selects a row of a noun, whose value is an SQL expression. */
export const filterCondition = <Name extends string>(
  { subject }: Declared,
  row: string,
  name: Name,
  value: string,
  own: Conditions<Name> = {}
): string => (own[name] ?? common(row, subject)[name])?.(value) ?? `${row}.${name} = ${value}`

/** Stands for a value in a condition. */
const mark = "$value"

/** The condition that all filters with a value select a row of a noun. */
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
