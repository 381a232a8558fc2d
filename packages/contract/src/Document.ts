/** Completes the OpenAPI document with headers, parameters and tags that the endpoints' schemas do not declare. */
import { Array, type Schema } from "effect"
import type { OpenApi } from "effect/http-api"
import { searchTag } from "./CandidateSearch.ts"
import { applyingDocument } from "./Postings.ts"
import { withSafeWriting } from "./SafeWritingDocument.ts"
import { withCauses } from "./ErrorDocument.ts"
import { withEvents } from "./EventDocument.ts"
import { withExamples } from "./ExampleDocument.ts"
import { withOpenResponses } from "./OpenResponses.ts"
import { type JsonSchema, type JsonSchemas, resolve, simplify, unify } from "./SchemaDocument.ts"
import { mapOperations, shareParts } from "./SharedParts.ts"
import { withTextBodies } from "./TextDocument.ts"

type Document = OpenApi.OpenAPISpec
type Operation = OpenApi.OpenAPISpecOperation
type Parameter = OpenApi.OpenAPISpecParameter
type Response = OpenApi.OpenApiSpecResponse

const integer = (description: string) => ({ description, required: true, schema: { type: "integer" } })
const text = (description: string, required = true) => ({ description, required, schema: { type: "string" } })

/** The headers of every response (spec, part 8). */
const always = {
  "X-Request-Id": text("The id of the request in the server's log"),
  "X-RateLimit-Limit": integer("The maximum number of requests per hour"),
  "X-RateLimit-Remaining": integer("The number of requests left in this hour"),
  "X-RateLimit-Reset": integer("When the hour ends, in seconds since the Unix epoch")
}

const retryAfter = { "Retry-After": integer("Seconds to wait before the next request") }

const challenge = {
  "WWW-Authenticate": text(
    "How to authenticate; with 403, only for an app's token, the scope that it needs (RFC 6750)",
    false
  )
}

const nextLink = { Link: text("`<…>; rel=\"next\"`, if there is a next page", false) }

const headersOf = (status: string, operation: Pick<Operation, "parameters">, ofSuccess: object) => ({
  ...always,
  ...(Number(status) < 400 ? ofSuccess : {}),
  ...(status === "401" || status === "403" ? challenge : {}),
  ...(status === "429" || status === "503" ? retryAfter : {}),
  ...(status === "200" && operation.parameters.some(({ name }) => name === "cursor") ? nextLink : {})
})

/** Returns the schema of an integer parameter (`queryInteger`) instead of the schema of its text. */
const valueSchema = (schema: Parameter["schema"] & { readonly allOf?: ReadonlyArray<{ readonly type?: string }> }) =>
  schema.allOf?.find(({ type }) => type === "integer") ?? schema

/** Tells whether a path parameter is an id, and not a readable part of an address. */
const isId = ({ name }: Parameter): boolean => /id$/i.test(name)

/** Moves the description and the example of a parameter's schema to the parameter. */
const described = (parameter: Parameter): Parameter => {
  const { description = parameter.description, examples, ...schema }: JsonSchema = valueSchema(parameter.schema)
  const [example] = examples ?? []
  return {
    ...parameter,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
    schema: parameter.in === "path" && isId(parameter) ? { type: "string", format: "uuid" } : schema
  }
}

/** Describes a successful response by its body's description, or else by that of the body's first field. */
const describedSuccess = (response: Response, schemas: JsonSchemas): Response => {
  const [media] = Object.values(response.content ?? {})
  const body = resolve((media?.schema ?? {}) as JsonSchema, schemas)
  const [field] = Object.values(body.properties ?? {})
  const description = body.description ?? field?.description ?? resolve(field ?? {}, schemas).description
  return description === undefined ? response : { ...response, description }
}

const completed = (
  { security, ...operation }: Operation,
  { components: { schemas }, security: defaultSecurity }: Pick<Document, "components" | "security">,
  ofSuccess: object
) => ({
  ...operation,
  ...(JSON.stringify(security) === JSON.stringify(defaultSecurity) ? {} : { security }),
  parameters: operation.parameters.map(described),
  responses: Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => [status, {
      ...(Number(status) < 300 ? describedSuccess(response, schemas as JsonSchemas) : response),
      headers: headersOf(status, operation, ofSuccess)
    }])
  )
})

/** Removes the suffix with which the library distinguishes an error's body from its class. */
const withoutEndings = (document: Document): Document =>
  JSON.parse(JSON.stringify(document).replace(/"((?:#\/components\/schemas\/)?[A-Z]\w+)Encoded"/g, "\"$1\""))

const contact = { name: "The operator of this server" }

/**
 * The server's URL. Paths already contain the base path. Clients resolve this URL against the document's (OpenAPI 3.1,
 * section 4.8.5).
 */
const server = { url: "/", description: "This server" }

/** Adds the operations that are not endpoints of the library but have routes of their own. */
const withApplying = (document: Document): Document => {
  const { components, paths } = applyingDocument()
  return {
    ...document,
    paths: { ...document.paths, ...paths },
    components: { ...document.components, schemas: { ...document.components.schemas, ...components.schemas } }
  }
}

/**
 * Completes the document that the library generates from the endpoints, with the paths of its resources and the changes
 * to response examples.
 */
export const complete = (
  generated: Document,
  { responses, resources }: {
    readonly responses: ReadonlyMap<string, Schema.JsonObject>
    readonly resources: ReadonlyArray<string>
  }
): Document => {
  const document = withEvents(unify(simplify(withoutEndings(withApplying(generated)))))
  // The document declares the security scheme once; operations with the same scheme omit it.
  const security = Object.keys(document.components.securitySchemes).map((name) => ({ [name]: [] }))
  return shareParts(withOpenResponses(withExamples(
    withTextBodies(withCauses({
      ...mapOperations(document, (operation, method, path) => {
        const safe = withSafeWriting(operation, { method, path, resources })
        return completed(safe.operation, { ...document, security }, safe.headers)
      }),
      info: { ...document.info, contact } as Document["info"],
      servers: [server],
      security,
      // Groups with the same title share a tag, which may be listed only once (OpenAPI 3.1, section 4.8.1).
      tags: Array.dedupeWith([...document.tags, searchTag], (one, other) => one.name === other.name)
    })),
    responses
  )))
}
