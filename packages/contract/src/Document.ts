/** What the OpenAPI document says beyond what the endpoints' schemas say by themselves. */
import { Array } from "effect"
import type { OpenApi } from "effect/http-api"
import { mapOperations, shareParts } from "./SharedParts.ts"

type Document = OpenApi.OpenAPISpec
type Operation = OpenApi.OpenAPISpecOperation
type Parameter = OpenApi.OpenAPISpecParameter

const integer = (description: string) => ({ description, required: true, schema: { type: "integer" } })
const text = (description: string, required = true) => ({ description, required, schema: { type: "string" } })

/** Headers of every response (spec, part 8). */
const always = {
  "X-Request-Id": text("Finds the request in the log"),
  "X-RateLimit-Limit": integer("Requests an hour"),
  "X-RateLimit-Remaining": integer("Requests that are left in this hour"),
  "X-RateLimit-Reset": integer("When the hour ends, in seconds since the Unix epoch")
}

const retryAfter = { "Retry-After": integer("Seconds after which to ask again") }

const challenge = { "WWW-Authenticate": text("How to authenticate (RFC 6750)", false) }

const nextLink = { Link: text("`<…>; rel=\"next\"`, where there is a following page", false) }

const headersOf = (status: string, operation: Pick<Operation, "parameters">) => ({
  ...always,
  ...(status === "401" ? challenge : {}),
  ...(status === "429" || status === "503" ? retryAfter : {}),
  ...(status === "200" && operation.parameters.some(({ name }) => name === "cursor") ? nextLink : {})
})

/** A query string is text, so its schema is; what the text means stands within (`queryInteger`), and is what to tell. */
const meaning = (schema: Parameter["schema"] & { readonly allOf?: ReadonlyArray<{ readonly type?: string }> }) =>
  schema.allOf?.find(({ type }) => type === "integer") ?? schema

const described = (parameter: Parameter): Parameter => ({
  ...parameter,
  schema: parameter.in === "path" ? { type: "string", format: "uuid" } : meaning(parameter.schema)
})

const completed = ({ security, ...operation }: Operation, usual: Document["security"]) => ({
  ...operation,
  ...(JSON.stringify(security) === JSON.stringify(usual) ? {} : { security }),
  parameters: operation.parameters.map(described),
  responses: Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) =>
      [status, { ...response, headers: headersOf(status, operation) }]
    )
  )
})

/** Error bodies are named like their classes; the library tells a class from its body by this ending. */
const withoutEndings = (document: Document): Document =>
  JSON.parse(JSON.stringify(document).replace(/"((?:#\/components\/schemas\/)?[A-Z]\w+)Encoded"/g, "\"$1\""))

/** The paths begin with the base path; a client resolves this against where it read the document (OpenAPI 3.1, section 4.8.5). */
const server = { url: "/", description: "This server" }

/** The document of the interface, from what the library makes of the endpoints. */
export const complete = (document: Document): Document => {
  // Operations that ask for a key in the usual way need not say so for themselves.
  const security = Object.keys(document.components.securitySchemes).map((name) => ({ [name]: [] }))
  return shareParts(withoutEndings({
    ...mapOperations(document, (operation) => completed(operation, security)),
    servers: [server],
    security,
    // Groups with the same title share a tag, which a document lists once (OpenAPI 3.1, section 4.8.1).
    tags: Array.dedupeWith(document.tags, (one, other) => one.name === other.name)
  }))
}
