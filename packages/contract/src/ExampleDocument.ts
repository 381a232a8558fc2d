/** Adds an example to each request and answer of an OpenAPI document, which the examples of its fields make. */
import { Context, type Schema } from "effect"
import { HttpApi, type HttpApiGroup, type OpenApi } from "effect/http-api"
import { AnswerExample } from "./Endpoint.ts"
import { type JsonSchema, type JsonSchemas, resolve } from "./SchemaDocument.ts"
import { mapBodies, mapValues, type Part, share } from "./SharedParts.ts"

type Document = OpenApi.OpenAPISpec

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

/** The name of a body's only example. */
const name = "example"

const isObject = (value: Schema.Json | undefined): value is Schema.JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns the value with some of its fields changed. */
export const changed = (value: Schema.Json, change: Schema.Json): Schema.Json =>
  isObject(value) && isObject(change)
    ? { ...value, ...Object.fromEntries(Object.entries(change).map(([key, part]) => [key, changed(value[key] ?? null, part)])) }
    : change

/** Returns what the answer's example of each operation changes, by the operation's id. */
export const answerExamples = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyMap<string, Schema.JsonObject> => {
  const changes = new Map<string, Schema.JsonObject>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      changes.set(`${group.identifier}.${endpoint.identifier}`, Context.get(endpoint.annotations, AnswerExample))
    }
  })
  return changes
}

/** Returns the document with an example of each body that has none yet. Those of several operations stand once. */
export const withExamples = (document: Document, answers: ReadonlyMap<string, Schema.JsonObject>): Document => {
  const schemas = document.components.schemas as JsonSchemas
  const parts: Array<Part> = []
  const completed = mapBodies(document, (media, _, operation, isAnswer) => {
    const composed = exampleOf(media.schema as JsonSchema, schemas)
    if (composed === undefined || "examples" in media) return media
    const value = isAnswer ? changed(composed, answers.get(operation.operationId) ?? {}) : composed
    // A body has one field, or the entity first: the name of that field says which example it is.
    const [field = name] = Object.keys(value as object)
    parts.push({ name: field, value: { value }, operation })
    return { ...media, examples: { [name]: { value } } }
  })
  const { components, refer } = share("examples", parts)
  return {
    ...mapBodies(completed, (media) => {
      const { examples } = media as { readonly examples?: Readonly<Record<string, object>> }
      return { ...media, examples: mapValues(examples ?? {}, refer) }
    }),
    components: { ...completed.components, examples: components } as Document["components"]
  }
}
