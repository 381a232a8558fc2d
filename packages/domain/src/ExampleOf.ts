/** Examples of schemas, composed of the examples of their fields. */
import { Schema } from "effect"

/** The parts of JSON Schema that descriptions, examples and the client's types need. */
export interface JsonSchema {
  readonly $ref?: string
  readonly description?: string
  readonly examples?: ReadonlyArray<Schema.Json>
  readonly type?: string
  readonly format?: string
  readonly const?: Schema.Json
  readonly enum?: ReadonlyArray<Schema.Json>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
}

export type JsonSchemas = Readonly<Record<string, JsonSchema>>

/** Returns the name of the schema that a reference points to; undefined if there is no reference. */
export const nameOf = ({ $ref }: JsonSchema): string | undefined => $ref?.slice($ref.lastIndexOf("/") + 1)

/** Returns the schema that a reference points to, or the schema itself. */
export const resolve = (schema: JsonSchema, schemas: JsonSchemas): JsonSchema =>
  schema.$ref === undefined ? schema : schemas[nameOf(schema)!] ?? {}

/** Returns the example of an object, made of each field's example. Undefined if a required field has none. */
const ofObject = (schema: JsonSchema, schemas: JsonSchemas): Schema.Json | undefined => {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const example = exampleOf(field, schemas)
    return example === undefined ? [] : [[name, example] as const]
  })
  const known = new Set(fields.map(([name]) => name))
  return (schema.required ?? []).every((name) => known.has(name)) ? Object.fromEntries(fields) : undefined
}

const first = (members: ReadonlyArray<JsonSchema>, schemas: JsonSchemas): Schema.Json | undefined =>
  members.map((member) => exampleOf(member, schemas)).find((example) => example !== undefined)

/** Returns the example of a schema: its own, or one made of the examples of its parts. */
export const exampleOf = (schema: JsonSchema, schemas: JsonSchemas): Schema.Json | undefined => {
  const [own = schema.const] = schema.examples ?? []
  if (own !== undefined) return own
  if (schema.$ref !== undefined) return exampleOf(resolve(schema, schemas), schemas)
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.items !== undefined) {
    const item = exampleOf(schema.items, schemas)
    return item === undefined ? undefined : [item]
  }
  return schema.type === "object"
    ? ofObject(schema, schemas)
    : first(schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [], schemas)
}

const isObject = (value: Schema.Json | undefined): value is Schema.JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns the value with some of its fields changed. */
export const changed = (value: Schema.Json, change: Schema.Json): Schema.Json =>
  isObject(value) && isObject(change)
    ? {
      ...value,
      ...Object.fromEntries(Object.entries(change).map(([key, part]) => [key, changed(value[key] ?? null, part)]))
    }
    : change

/** Returns the example of a schema with some of its fields changed. */
export const exampleWith = (schema: Schema.Top, change: Schema.JsonObject): Schema.JsonObject => {
  const { definitions, schema: jsonSchema } = Schema.toJsonSchemaDocument(schema)
  return changed(exampleOf(jsonSchema as JsonSchema, definitions as JsonSchemas) ?? {}, change) as Schema.JsonObject
}
