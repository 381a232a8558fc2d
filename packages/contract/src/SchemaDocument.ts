/** Reads and simplifies the schemas of an OpenAPI document. */
import { type JsonSchema, type JsonSchemas, nameOf, resolve } from "@candor/domain/ExampleOf"

export { type JsonSchema, type JsonSchemas, nameOf, resolve }

const prefix = "#/components/schemas/"

/** Returns the reference to a schema of the document. */
export const reference = (identifier: string): JsonSchema => ({ $ref: prefix + identifier })

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isNull = (schema: JsonSchema | undefined): boolean => schema?.type === "null"

/**
 * Merges a described reference, which the library writes as two schemas, into one (JSON Schema 2020-12, section
 * 7.7.1.1).
 */
const withoutAllOf = ({ allOf, ...schema }: JsonSchema): JsonSchema => {
  const [first, second, ...others] = allOf ?? []
  // A list of values that accepts other spellings: the library writes the parts of a check beside the type.
  if (first?.enum !== undefined && second === undefined) return { ...schema, ...first }
  const isDescribedReference = first?.$ref !== undefined && others.length === 0 &&
    Object.keys(second ?? {}).every((key) => key === "description" || key === "examples")
  return isDescribedReference ? { ...first, ...second, ...schema } : { allOf, ...schema } as JsonSchema
}

/** Gives a nullable schema the description and the examples of its other member. */
const withDescriptionOfMember = (schema: JsonSchema): JsonSchema => {
  const [member, other, ...others] = schema.anyOf ?? []
  if (schema.description !== undefined || others.length > 0 || !isNull(other) || member?.description === undefined)
    return schema
  const { description, examples, ...rest } = member
  return { description, ...(examples === undefined ? {} : { examples }), ...schema, anyOf: [rest, other!] }
}

/**
 * Tells whether a schema is an object with any fields: the library adds it as a check to an object that declares some
 * fields and allows any others.
 */
const isAnyObject = ({ additionalProperties, type, ...others }: JsonSchema): boolean =>
  type === "object" && JSON.stringify(additionalProperties) === "{}" && Object.keys(others).length === 0

const withoutRest = ({ allOf: _, ...schema }: JsonSchema): JsonSchema => ({ ...schema, additionalProperties: true })

/** Removes the choice that the library writes for a list of one literal. */
const withoutChoice = ({ anyOf, ...schema }: JsonSchema): JsonSchema => ({ ...anyOf![0], ...schema })

const simplified = (schema: JsonSchema): JsonSchema =>
  schema.allOf?.length === 1 && isAnyObject(schema.allOf[0]!)
    ? withoutRest(schema)
    : schema.anyOf?.length === 1
    ? withoutChoice(schema)
    : schema.allOf !== undefined
    ? withoutAllOf(schema)
    : schema.anyOf !== undefined
    ? withDescriptionOfMember(schema)
    : schema

/** Returns a document with all its schemas simplified. Examples are not changed. */
export const simplify = <A>(value: A): A => {
  if (Array.isArray(value)) return value.map(simplify) as A
  if (!isNode(value)) return value
  const changed = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === "examples" || key === "example" ? part : simplify(part)])
  )
  return simplified(changed) as A
}

/**
 * Returns a document without duplicate schemas. The library numbers further schemas with the same name, such as
 * `Note_1`, even if they are identical in the document. Fails if they differ, because then two schemas share a name.
 */
export const unify = <A extends { readonly components: { readonly schemas: object } }>(document: A): A => {
  const unnumbered: A = JSON.parse(JSON.stringify(document).replace(/("#\/components\/schemas\/\w+?)_\d+"/g, "$1\""))
  const schemas: Record<string, unknown> = {}
  for (const [numbered, schema] of Object.entries(unnumbered.components.schemas)) {
    const name = numbered.replace(/_\d+$/, "")
    schemas[name] ??= schema
    if (JSON.stringify(schema) !== JSON.stringify(schemas[name]))
      throw new Error(`Two different schemas are called ${name}`)
  }
  return { ...unnumbered, components: { ...unnumbered.components, schemas } }
}

/** Returns the schemas that a document refers to, directly or through another schema. */
export const usedIn = (document: object, schemas: JsonSchemas): JsonSchemas => {
  const used = new Set<string>()
  const visit = (part: object): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name!)) continue
      used.add(name!)
      visit(schemas[name!] ?? {})
    }
  }
  visit(document)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}
