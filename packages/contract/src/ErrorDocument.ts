/** Describes the errors in an OpenAPI document by their causes. */
import type { OpenApi } from "effect/http-api"
import { causes } from "./ErrorCauses.ts"
import { type JsonSchema, nameOf } from "./SchemaDocument.ts"
import { mapOperations, mapValues } from "./SharedParts.ts"

type Document = OpenApi.OpenAPISpec
type Response = OpenApi.OpenApiSpecResponse

const described = (response: Response): object => {
  const [media] = Object.values(response.content ?? {})
  const error = causes[nameOf((media?.schema ?? {}) as JsonSchema) ?? ""]
  if (error === undefined) return response
  const examples = mapValues(error.examples, (example) => ({ value: { error: example.error } }))
  return {
    ...response,
    description: error.description,
    content: mapValues(response.content ?? {}, (media) => ({ ...media, examples }))
  }
}

/** Adds to the document the causes of each error, and an example for each cause. */
export const withCauses = (document: Document): Document => ({
  ...mapOperations(document, (operation) => ({ ...operation, responses: mapValues(operation.responses, described) })),
  components: {
    ...document.components,
    schemas: mapValues(document.components.schemas, (schema, name) => {
      const description = causes[name]?.description
      return description === undefined ? schema : { ...schema, description }
    })
  }
})
