/** Documents bodies that are not JSON in an OpenAPI document: server-sent events, and contents of files. */
import { exampleOf } from "@candor/domain/ExampleOf"
import type { OpenApi } from "effect/http-api"
import { type JsonSchemas, reference, usedIn } from "./SchemaDocument.ts"
import { mapBodies } from "./SharedParts.ts"

type Document = OpenApi.OpenAPISpec

const described = (description: string) => ({ type: "string", description })

/**
 * Returns the document with an example of each of these bodies. Drops the library's schema of a stream, which describes
 * one event, and the schemas that only it refers to.
 */
export const withTextBodies = (document: Document): Document => {
  const event = exampleOf(reference("Event"), document.components.schemas as JsonSchemas) as
    | { readonly type: string; readonly sequence: number }
    | undefined
  const stream = {
    schema: described(
      "Server-sent events (WHATWG HTML, section 9.2): `id` is the event's cursor, `event` its type, and `data` " +
        "the event as JSON. After 15 seconds without an event, a comment keeps the connection open"
    ),
    ...(event === undefined
      ? {}
      : {
        examples: {
          example: { value: `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n` }
        }
      })
  }
  const content = {
    schema: { ...described("The bytes of the file"), format: "binary" },
    examples: { example: { value: "%PDF-1.7 …" } }
  }
  const shown = mapBodies(
    document,
    (media, type) =>
      type === "text/event-stream" ? stream : type === "*/*" || type === "application/zip" ? content : media
  )
  const { components, ...rest } = shown
  const schemas = usedIn(rest, components.schemas as JsonSchemas) as Document["components"]["schemas"]
  return { ...shown, components: { ...components, schemas } }
}
