/** Validates an event of a stream by the document's schema for events of its type. */
import type { ServerSentEvent } from "./Exchange.ts"
import { type CheckSchema, locate } from "./OpenApiDocument.ts"

const parsed = (data: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(data) }
  } catch {
    return undefined
  }
}

const typeOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "type" in value ? value.type : undefined

/** Returns what is wrong with an event. The `data` in a stream is what a webhook of its type receives. */
export const checkEvent = (
  document: object,
  { data, event: type, id }: ServerSentEvent,
  check: CheckSchema
): ReadonlyArray<string> => {
  if (id === undefined || id === "") return ["it has no id to go on from"]
  if (type === undefined) return ["it has no type"]
  const schema = locate<object>(
    document,
    "webhooks",
    type,
    "post",
    "requestBody",
    "content",
    "application/json",
    "schema"
  )
  if (schema === undefined) return ["its type is not among the document's webhooks"]
  const json = parsed(data)
  if (json === undefined) return [`its data is no JSON: ${data.slice(0, 200)}`]
  const other = typeOf(json.value)
  return [...(other === type ? [] : [`the type in its data is ${String(other)}`]), ...check(json.value, schema.at)]
}
