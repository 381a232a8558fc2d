/**
 * Lets responses and webhook messages get new fields within an API version (docs/compatibility.md). Request bodies stay
 * closed, because a field that the server does not know is a mistake there.
 */
import type { OpenApi } from "effect/http-api"
import { type JsonSchemas, usedIn } from "./SchemaDocument.ts"
import { mapValues } from "./SharedParts.ts"

type Document = OpenApi.OpenAPISpec & { readonly webhooks?: object }

/** Returns a part of the document in which objects may have further fields. Examples are not changed. */
const opened = <A>(part: A): A => {
  if (Array.isArray(part)) return part.map(opened) as A
  if (typeof part !== "object" || part === null) return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key, value]) => !(key === "additionalProperties" && value === false))
      .map(([key, value]) => [key, key === "example" || key === "examples" ? value : opened(value)])
  ) as A
}

interface WithBodies {
  readonly requestBody?: unknown
  readonly responses?: unknown
}

/** Returns the document with open responses and messages. */
export const withOpenResponses = (document: Document): Document => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path) as ReadonlyArray<WithBodies>)
  const schemas = document.components.schemas as JsonSchemas
  const closed = usedIn(operations.map(({ requestBody = null }) => requestBody), schemas)
  const open = {
    ...document,
    paths: mapValues(document.paths, (path) =>
      mapValues(path as Readonly<Record<string, WithBodies>>, (operation) => ({
        ...operation,
        responses: opened(operation.responses)
      }))),
    ...(document.webhooks === undefined ? {} : { webhooks: opened(document.webhooks) }),
    components: {
      ...document.components,
      schemas: mapValues(schemas, (schema, name) => name in closed ? schema : opened(schema))
    }
  }
  return open as object as Document
}
