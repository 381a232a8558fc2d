/**
 * The format of an exported organization: a part for each table, with its columns and their schemas. It is derived from
 * the database's catalog, the declarations of nouns, and Tables.ts.
 */
import type { Traits } from "@candor/domain/Field"
import type { ColumnKind, Part } from "@candor/domain/moving/Moves"
import { nouns } from "@candor/domain/nouns"
import { Timestamp } from "@candor/domain/Timestamp"
import { Schema, SchemaAST } from "effect"
import type { Column, ForeignKey, Table } from "./Catalog.ts"
import { moving, staying } from "./Tables.ts"

/** A part with the facts about its table that statements need. */
export interface MovedPart extends Omit<Part, "absent"> {
  readonly table: Table
  readonly columns: ReadonlyArray<Column>
  /** The columns of its key, with their types. */
  readonly keyColumns: ReadonlyArray<Column>
  readonly where: string | undefined
}

/** Makes a schema of texts that match a pattern, which its JSON Schema has as well. */
const matching = (pattern: RegExp, more: object = {}) =>
  Schema.String.check(Schema.isPattern(pattern, { toJsonSchema: () => ({ pattern: pattern.source, ...more }) }))

/** A UUID in lower case, as the database returns it. */
const uuid = matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { format: "uuid" })

const timestamp = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z`

const maxInteger = 2_147_483_647

/** Returns the schema of a type's values in JSON; undefined for a type that no column has had before. */
const schemaOfType = (type: string): Schema.Codec<Schema.Json> | undefined => {
  const schemas: { readonly [type: string]: Schema.Codec<Schema.Json> } = {
    uuid,
    text: Schema.String,
    boolean: Schema.Boolean,
    integer: Schema.Int.check(Schema.isBetween({ minimum: -maxInteger, maximum: maxInteger })),
    bigint: Schema.Int,
    "double precision": Schema.Finite,
    jsonb: Schema.Json,
    date: matching(/^\d{4}-\d{2}-\d{2}$/),
    bytea: matching(/^\\x([0-9a-f]{2})*$/),
    tstzrange: matching(new RegExp(String.raw`^\[${timestamp},${timestamp}\)$`)),
    "timestamp(3) with time zone": Timestamp as unknown as Schema.Codec<Schema.Json>,
    "timestamp with time zone": Timestamp as unknown as Schema.Codec<Schema.Json>,
    "text[]": Schema.Array(Schema.String),
    "uuid[]": Schema.Array(uuid)
  }
  return schemas[type]
}

const kinds: { readonly [type: string]: ColumnKind } = {
  boolean: "boolean",
  date: "date",
  integer: "integer",
  bigint: "long",
  "double precision": "number",
  jsonb: "json",
  "text[]": "json",
  "uuid[]": "json",
  "timestamp(3) with time zone": "timestamp",
  "timestamp with time zone": "timestamp"
}

type Fields = {
  readonly [name: string]: Traits & { readonly schemas: { readonly row?: Schema.Top; readonly json?: Schema.Top } }
}

/**
 * Returns the schema of a column: the one that its noun declares, or that of the SQL type. Nullable if the column is.
 */
const schemaOf = ({ isNullable, name, type }: Column, fields: Fields): Schema.Codec<Schema.Json> => {
  const declared = fields[name]?.schemas.row ?? fields[name]?.schemas.json
  const ofType = schemaOfType(type)
  if (ofType === undefined) throw new Error(`The format has no schema for the type ${type} of ${name}`)
  // An optional reference is null in the table.
  const schema = declared === undefined || SchemaAST.isOptional(declared.ast)
    ? ofType
    : Schema.toType(declared) as Schema.Codec<Schema.Json>
  return isNullable ? Schema.NullOr(schema) : schema
}

/** The column with the ids of a row in other systems. */
export const externalIds = "external_ids"

const fileOf = (table: string): string => `${table === "users" ? "members" : table}.ndjson`

const nounOf = (table: string) => {
  const ofTable = nouns.filter((noun) => noun.table === table)
  return ofTable.find(({ subject }) => subject === moving[table]?.name) ?? ofTable[0]
}

/** Returns the name of a table in the format; undefined if it is not exported. */
export const nameOf = (table: string): string | undefined =>
  staying[table] === undefined ? nounOf(table)?.subject ?? moving[table]?.name : undefined

/** Whether a column has a number of other rows, which is counted again, and is no field of the noun. */
export const isCounter = (table: string, column: string): boolean =>
  column.endsWith("_counted") && !(column in (nounOf(table)?.fields ?? {}))

/** Whether a column is in the format. */
const isMoved = (table: string) => ({ isGenerated, name }: Column): boolean =>
  !isGenerated && name !== "organization_id" && !isCounter(table, name) && moving[table]?.without?.[name] === undefined

const partOf = (table: Table): MovedPart => {
  const columns = table.columns.filter(isMoved(table.name))
  const fields = (nounOf(table.name)?.fields ?? {}) as unknown as Fields
  return {
    name: nameOf(table.name)!,
    file: fileOf(table.name),
    schema: Schema.Struct(
      Object.fromEntries(columns.map((column) => [column.name, schemaOf(column, fields)]))
    ) as unknown as Part["schema"],
    kinds: Object.fromEntries(columns.map(({ name, type }) => [name, kinds[type] ?? "text"])),
    key: table.key,
    references: table.foreignKeys.filter((key) =>
      key.columns.every((name) => columns.some((column) => column.name === name))
    )
      .map(({ columns, of, table }) => ({ columns, of, part: nameOf(table)! })),
    isTree: table.foreignKeys.some((key) => key.table === table.name),
    isNamed: table.uniques.some(({ expressions }) => /^lower\((?:name|email)\)$/.test(expressions.join())),
    uniques: [
      ...table.uniques.map(({ name }) => name),
      ...columns.some(({ name }) => name === externalIds) ? [externalIds] : []
    ],
    table,
    columns,
    keyColumns: table.key.map((name) => columns.find((column) => column.name === name)!),
    where: moving[table.name]?.where
  }
}

/** Sorts tables by name, but each after those that it refers to. */
const inOrder = (tables: ReadonlyArray<Table>): ReadonlyArray<Table> => {
  const sorted: Array<Table> = []
  const add = (table: Table): void => {
    if (sorted.includes(table)) return
    table.foreignKeys.filter((key) => key.table !== table.name).forEach((key) => {
      const other = tables.find(({ name }) => name === key.table)
      if (other !== undefined) add(other)
    })
    sorted.push(table)
  }
  tables.toSorted((one, other) => Number(other.name === "organizations") - Number(one.name === "organizations"))
    .forEach(add)
  return sorted
}

/** Returns the parts of the format for the tables of a database, the organization first. */
export const partsOf = (tables: ReadonlyArray<Table>): ReadonlyArray<MovedPart> =>
  inOrder(tables.filter(({ name }) => nameOf(name) !== undefined)).map(partOf)

/** Returns the foreign key by which deleting a job deletes rows of the table; undefined if it does not. */
export const wayToJob = (tables: ReadonlyArray<Table>, table: Table): ForeignKey | undefined =>
  table.foreignKeys.find(({ cascades, table: name }) =>
    cascades && (name === "jobs" || wayToJob(tables, tables.find((one) => one.name === name)!) !== undefined)
  )
