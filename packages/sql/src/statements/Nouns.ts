/** Columns of tables, derived from the declarations of nouns. */
import type { Traits } from "@candor/domain/Field"
import { Struct } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { iso } from "../database/Types.ts"

/** The part of a declaration that columns are derived from. */
export interface Declared {
  readonly fields: {
    readonly [name: string]: { readonly kind: string; readonly schemas: object; readonly namedBy?: Traits["namedBy"] }
  }
}

type Form = "row" | "json" | "listed" | "event"

const namesIn = ({ fields }: Declared, form: Form): ReadonlyArray<string> =>
  Object.keys(fields).filter((name) => form in fields[name]!.schemas)

/** The columns that decisions see. */
export const rowColumns = <Noun extends Declared>(noun: Noun) =>
  namesIn(noun, "row").filter((name) => noun.fields[name]!.kind !== "embedded") as ReadonlyArray<
    string & keyof Noun["fields"]
  >

/** The columns that decisions change, besides `version` and times. */
export const changedColumns = <Noun extends Declared>(noun: Noun) =>
  rowColumns(noun).filter((name) => noun.fields[name]!.kind === "managed" || "update" in noun.fields[name]!.schemas)

/** A condition on a row without a version: it still has the values that the decision was made on. */
export const isStill = (sql: SqlClient.SqlClient, values: { readonly [column: string]: unknown }): Statement.Fragment =>
  sql.and(Object.entries(values).map(([column, value]) => sql`${sql.literal(column)} IS NOT DISTINCT FROM ${value}`))

/** The columns of the table, including those that decisions do not see. */
export const storedColumns = <Noun extends Declared>({ fields }: Noun) =>
  Object.keys(fields).filter((name) => !["embedded", "requested"].includes(fields[name]!.kind)) as ReadonlyArray<
    string & keyof Noun["fields"]
  >

/** Returns an SQL expression for a row of these columns as JSON, without white space. */
export const object = (columns: string): string => `(SELECT row_to_json(shown) FROM (SELECT ${columns}) shown)`

/** The columns that responses show. */
export const shownColumns = <Shown extends object>({ json }: { readonly json: { readonly fields: Shown } }) =>
  Struct.keys(json.fields)

/** The values that responses show, in the order of their columns. */
export const shownValues = <Shown extends object, Values extends { readonly [Name in keyof Shown]: unknown }>(
  noun: { readonly json: { readonly fields: Shown } },
  values: Values
) =>
  Object.fromEntries(shownColumns(noun).map((name) => [name, values[name]])) as Pick<Values, keyof Shown & keyof Values>

/** SQL expressions for fields that are stored in another table, or in another form. */
interface Joined {
  readonly [name: string]: string
}

/**
 * Returns the SQL expression of a field of a row with this alias. A name that belongs to another table is read from
 * there.
 */
export const valueOf = ({ fields }: Declared, alias: string, name: string): string => {
  const { namedBy } = fields[name]!
  return namedBy === undefined ? `${alias}.${name}` : `coalesce((
    SELECT n.name FROM ${namedBy.table} n WHERE n.organization_id = $organization AND n.id = ${alias}.${namedBy.id}
  ), ${alias}.${name})`
}

/** Returns the select list of these fields of a row with this alias. */
export const namedColumns = (
  noun: Declared,
  alias: string,
  names: ReadonlyArray<string>,
  joined: Joined = {}
): string =>
  names.map((name) => {
    const value = joined[name] ?? valueOf(noun, alias, name)
    return value === `${alias}.${name}` ? value : `${value} AS ${name}`
  }).join(", ")

/** Returns the select list of a row with this alias in one of its forms. */
export const columns = (noun: Declared, alias: string, form: Form, joined: Joined = {}): string =>
  namedColumns(noun, alias, namesIn(noun, form), joined)

/**
 * Returns the same select list with times in the format of JSON. `joined` has an SQL expression for each field that is
 * stored in another table.
 */
export const jsonColumns = (noun: Declared, alias: string, form: Form, joined: Joined = {}): string =>
  columns(noun, alias, form, {
    ...Object.fromEntries(
      Object.entries(noun.fields).flatMap(([name, { kind }]) =>
        kind === "time" ? [[name, iso(`${alias}.${name}`)]] : []
      )
    ),
    ...joined
  })

/** Returns an SQL expression for a row with this alias as JSON, in the form of responses. */
export const shownOf = (noun: Declared, alias: string, joined: Joined = {}): string =>
  object(jsonColumns(noun, alias, "json", joined))
