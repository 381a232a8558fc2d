/** Generates TypeScript types from the JSON Schemas of the OpenAPI document. */

import { type JsonSchema, nameOf } from "@candor/contract/SchemaDocument"

/** Keywords of JSON Schema that would change the type, but do not occur in the document. */
const unknown = ["not", "const", "if", "patternProperties", "prefixItems", "unevaluatedProperties", "$defs"]

const scalars: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null"
}

const maxWidth = 118

/**
 * Returns a description as a doc comment with a line break, indented by this many spaces; empty without a description.
 */
export const comment = (description: string | undefined, indent = 0): string => {
  if (description === undefined || description === "") return ""
  const margin = " ".repeat(indent)
  const text = description.replaceAll("*/", "*\\/")
  const width = maxWidth - indent
  if (!text.includes("\n") && text.length + 7 <= width) return `${margin}/** ${text} */\n`
  const line = new RegExp(`.{1,${width - 3}}(?:\\s|$)|\\S+`, "g")
  const lines = text.split("\n").flatMap((paragraph) => paragraph.match(line) ?? [""]).map((one) => one.trim())
  return `${margin}/**\n${lines.map((line) => `${margin} * ${line}`.trimEnd()).join("\n")}\n${margin} */\n`
}

/** Returns a member of an object type, with its description. */
export const member = (name: string, schema: JsonSchema, isRequired: boolean, indent: number): string => {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
  const type = typeOf(schema, indent)
  const margin = " ".repeat(indent)
  return `${comment(schema.description, indent)}${margin}readonly ${key}${
    isRequired ? `: ${type}` : `?: ${type} | undefined`
  }`
}

const membersOf = (schema: JsonSchema, indent: number): string =>
  Object.entries(schema.properties ?? {})
    .map(([name, value]) => `${member(name, value, schema.required?.includes(name) ?? false, indent + 2)}\n`).join("")

const objectType = (schema: JsonSchema, indent: number): string => {
  const { additionalProperties: others } = schema
  if (schema.properties === undefined) {
    return `Readonly<Record<string, ${typeof others === "object" ? typeOf(others, indent) : "unknown"}>>`
  }
  return `{\n${membersOf(schema, indent)}${" ".repeat(indent)}}`
}

/**
 * Returns the type of a schema; members of a nested object are indented by two more spaces. Fails at an unknown
 * keyword.
 */
export const typeOf = (schema: JsonSchema, indent = 0): string => {
  const met = unknown.filter((keyword) => keyword in schema)
  if (met.length > 0)
    throw new Error(`The types of the client do not know ${met.join(", ")}: ${JSON.stringify(schema)}`)
  const name = nameOf(schema)
  if (name !== undefined) return name
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  const members = schema.anyOf ?? schema.oneOf
  if (members !== undefined) return [...new Set(members.map((one) => typeOf(one, indent)))].join(" | ")
  // Among checks, those that list the values narrow the type.
  const named = schema.allOf?.find((one) => one.enum !== undefined || one.$ref !== undefined)
  if (named !== undefined) return typeOf(named, indent)
  if (schema.type === "array") return `ReadonlyArray<${typeOf(schema.items ?? {}, indent)}>`
  if (schema.type === "object") return objectType(schema, indent)
  if (schema.type === undefined) return "unknown"
  if (schema.format === "binary") return "Blob"
  const scalar = scalars[schema.type]
  if (scalar === undefined) throw new Error(`The types of the client do not know the type ${schema.type}`)
  return scalar
}

/** Returns the declaration of a named schema: an interface for an object, else a type. */
export const declaration = (name: string, schema: JsonSchema): string =>
  comment(schema.description) +
  (schema.properties === undefined
    ? `export type ${name} = ${typeOf(schema)}\n`
    : `export interface ${name} {\n${membersOf(schema, 0)}}\n`)
