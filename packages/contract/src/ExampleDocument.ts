/** Adds an example to each request and response of an OpenAPI document, composed of the examples of their fields. */
import { changed, exampleOf, type JsonSchema, type JsonSchemas } from "@candor/domain/ExampleOf"
import { Context, type Schema } from "effect"
import { HttpApi, type HttpApiGroup, type OpenApi } from "effect/http-api"
import { ResponseExample } from "./Endpoint.ts"
import { mapBodies, mapValues, type Part, share } from "./SharedParts.ts"

type Document = OpenApi.OpenAPISpec

/** The name of a body's only example. */
const name = "example"

/** Returns the changes to the response example of each operation, by operation id. */
export const responseExamples = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyMap<string, Schema.JsonObject> => {
  const changes = new Map<string, Schema.JsonObject>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      changes.set(`${group.identifier}.${endpoint.identifier}`, Context.get(endpoint.annotations, ResponseExample))
    }
  })
  return changes
}

/**
 * Returns the document with an example for each body that has none. Examples that several operations share are listed
 * once.
 */
export const withExamples = (document: Document, responses: ReadonlyMap<string, Schema.JsonObject>): Document => {
  const schemas = document.components.schemas as JsonSchemas
  const parts: Array<Part> = []
  const completed = mapBodies(document, (media, _, operation, isResponse) => {
    const composed = exampleOf(media.schema as JsonSchema, schemas)
    if (composed === undefined || "examples" in media) return media
    // A body that is not an object is a page for browsers, and has no changes.
    const isObject = typeof composed === "object"
    const value = isResponse && isObject ? changed(composed, responses.get(operation.operationId) ?? {}) : composed
    // The first field of a body is its only one or the entity, so its name identifies the example.
    const [field = name] = isObject ? Object.keys(value as object) : []
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
