/** Adds an example to each request and answer of an OpenAPI document, which the examples of its fields make. */
import type { Schema } from "effect"
import type { OpenApi } from "effect/http-api"
import { type JsonSchema, type JsonSchemas, resolve } from "./SchemaDocument.ts"
import { mapOperations, mapValues } from "./SharedParts.ts"

type Document = OpenApi.OpenAPISpec
type Operation = OpenApi.OpenAPISpecOperation
type Content = NonNullable<OpenApi.OpenApiSpecResponse["content"]>

/** The example of an object: of each field that has one. Undefined where a required field has none. */
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

/** The example of a schema: its own, or the one that its parts make. */
export const exampleOf = (schema: JsonSchema, schemas: JsonSchemas): Schema.Json | undefined => {
  const [own = schema.const] = schema.examples ?? []
  if (own !== undefined) return own
  if (schema.$ref !== undefined) return exampleOf(resolve(schema, schemas), schemas)
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.items !== undefined) {
    const item = exampleOf(schema.items, schemas)
    return item === undefined ? undefined : [item]
  }
  return schema.type === "object" ? ofObject(schema, schemas) : first(schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [], schemas)
}

/** The name of a media type's only example. */
const name = "example"

const ofContent = (content: Content, schemas: JsonSchemas): object =>
  mapValues(content, (media) => {
    const value = "examples" in media ? undefined : exampleOf(media.schema as JsonSchema, schemas)
    return value === undefined ? media : { ...media, examples: { [name]: { value } } }
  })

/** Returns the document with an example of each body that has none yet. */
export const withExamples = (document: Document): Document => {
  const schemas = document.components.schemas as JsonSchemas
  const ofBody = <Body extends { readonly content?: Content }>(body: Body): object =>
    body.content === undefined ? body : { ...body, content: ofContent(body.content, schemas) }
  return mapOperations(document, ({ requestBody, ...operation }: Operation) => ({
    ...operation,
    ...(requestBody === undefined ? {} : { requestBody: ofBody(requestBody) }),
    responses: mapValues(operation.responses, ofBody)
  }))
}
