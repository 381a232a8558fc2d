/**
 * Adds safe writing to the operations of an OpenAPI document: its headers, parameters and responses (decision 0037).
 */
import { IdempotencyKey } from "@candor/domain/idempotency/IdempotencyKey"
import { Schema } from "effect"
import type { OpenApi } from "effect/http-api"
import * as Errors from "./Errors.ts"
import { makesResource } from "./ExternalIds.ts"
import { permanentRedirect } from "./Postings.ts"
import { resourceOf } from "./Resource.ts"
import { dryRun, dryRunHeader, idempotencyKey, idempotencyReplayed, notModified } from "./SafeWriting.ts"

type Operation = OpenApi.OpenAPISpecOperation
type Parameter = OpenApi.OpenAPISpecParameter
type Responses = Operation["responses"]

const header = (name: string, description: string, schema: Parameter["schema"] = { type: "string" }): Parameter => ({
  name,
  in: "header",
  required: false,
  description,
  schema
})

const flag = (description: string) => ({ description, required: false, schema: { type: "string", enum: ["true"] } })

const etag = {
  ETag: { description: "The entity tag of this representation (RFC 9110)", required: false, schema: { type: "string" } }
}

const keyParameter = header(
  idempotencyKey,
  "A key for the request. Repeating the same request with the same key within 24 hours has no further effect " +
    "and returns the same response.",
  Schema.toJsonSchemaDocument(IdempotencyKey).schema as Parameter["schema"]
)

const dryRunParameter: Parameter = {
  name: dryRun,
  in: "query",
  required: false,
  description: "With `true`, returns the response of the write without storing any change.",
  schema: { type: "string", enum: ["true", "false"] }
}

const ifMatch = header(
  "If-Match",
  "Entity tags of the resource: if it no longer has one of them, the response is 412. `*` matches any."
)

const ifAbsent = header("If-None-Match", "`*`: if the resource already exists, the response is 412.")

/** The status of a partial response. */
const partialContent = "206"

const ifNoneMatch = header(
  "If-None-Match",
  "Entity tags that the client has: if the resource still has one of them, the response is 304 without a body."
)

const writeHeaders = {
  [idempotencyReplayed]: flag("Whether this is the response to an earlier request with the same key"),
  [dryRunHeader]: flag("Whether the request was a dry run, which stores no change")
}

const without = (responses: Responses, ...statuses: ReadonlyArray<number>): Responses =>
  Object.fromEntries(Object.entries(responses).filter(([status]) => !statuses.includes(Number(status))))

const { Conflict, PreconditionFailed } = Errors.status

const moved = { [permanentRedirect]: { description: "The board has a new address, given in `Location`" } }

/**
 * Returns an operation with its parameters and statuses of safe writing, and the headers of its successful responses.
 */
export const withSafeWriting = (
  operation: Operation,
  { method, path, resources }: {
    readonly method: string
    readonly path: string
    readonly resources: ReadonlyArray<string>
  }
): { readonly operation: Operation; readonly headers: object } => {
  const { parameters, responses } = operation
  // Every read without a key has an entity tag, except challenges, which are always new.
  const isOpen = operation.security.length === 0
  if (operation.operationId === "Postings.challenge") return { headers: {}, operation }
  if (method !== "get" && isOpen)
    return { headers: {}, operation: { ...operation, parameters: [...parameters, keyParameter] } }
  if (method !== "get") {
    const hasResource = resourceOf(path, resources) !== undefined
    return {
      headers: writeHeaders,
      operation: {
        ...operation,
        parameters: [
          ...parameters,
          dryRunParameter,
          keyParameter,
          ...hasResource ? [ifMatch] : [],
          ...makesResource(method, path) ? [ifAbsent] : []
        ],
        responses: hasResource ? responses : without(responses, PreconditionFailed)
      }
    }
  }
  const own = without(responses, Conflict, PreconditionFailed)
  // A content that can be requested in ranges has an entity tag, like a resource.
  if (!resources.includes(path) && !(partialContent in own) && !isOpen)
    return { headers: {}, operation: { ...operation, responses: own } }
  return {
    headers: etag,
    operation: {
      ...operation,
      parameters: [...parameters, ifNoneMatch],
      responses: {
        ...own,
        [notModified]: { description: "Not modified: the client has this representation" },
        ...isOpen ? moved : {}
      }
    }
  }
}
