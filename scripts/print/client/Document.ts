/** Reads the operations of the OpenAPI document as the client's methods, by groups. */
import { type JsonSchema, nameOf } from "@candor/contract/SchemaDocument"
import type { OpenApi } from "effect/http-api"

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

interface Reference {
  readonly $ref: string
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly parameters: ReadonlyArray<Parameter | Reference>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

/** A method of the client. */
export interface Method {
  readonly group: string
  readonly name: string
  readonly httpMethod: string
  /** The path below the base path, with its parameters in braces. */
  readonly path: string
  readonly pathParameters: ReadonlyArray<string>
  readonly summary: string
  readonly query: ReadonlyArray<Parameter>
  readonly body?: JsonSchema
  /** Whether the body is a form, which carries a file; all others are JSON. */
  readonly isForm: boolean
  /** The schema of the answer; undefined for a file. */
  readonly answer?: JsonSchema
  /** For a list, the answer's field with the items of a page, and their schema. */
  readonly items?: { readonly field: string; readonly schema: JsonSchema }
}

const basePath = "/api/v1"

/** The client follows the feed by a handwritten method; this operation reads one page of it. */
const renamed: Readonly<Record<string, string>> = { "Events.follow": "page" }

/** A parameter that the client takes in its options instead of the query: it is the same for every write. */
const ofOptions = "dry_run"

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Returns the list in a paged answer: its only array. */
const itemsOf = (query: ReadonlyArray<Parameter>, answer: JsonSchema | undefined): Method["items"] => {
  if (answer?.properties?.["pagination"] === undefined || !query.some(({ name }) => name === "cursor")) return undefined
  const [field, schema] = Object.entries(answer.properties).find(([, { type }]) => type === "array") ?? []
  return field === undefined || schema?.items === undefined ? undefined : { field, schema: schema.items }
}

const methodOf = (document: Document, path: string, httpMethod: string, operation: Operation): Method => {
  const [group = "", name = ""] = operation.operationId.split(".")
  const parameters = operation.parameters.map((one) =>
    "$ref" in one ? document.components.parameters[nameOf(one)!]! : one
  )
  const query = parameters.filter((one) => one.in === "query" && one.name !== ofOptions)
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1]
  const answer = success?.content?.["application/json"]?.schema
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (body !== undefined && query.length > 0) throw new Error(`${operation.operationId} has a body and a query`)
  const items = itemsOf(query, answer)
  return {
    group: lowerFirst(group),
    name: renamed[operation.operationId] ?? name,
    httpMethod: httpMethod.toUpperCase(),
    path: path.slice(basePath.length),
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
    summary: operation.summary ?? "",
    query,
    isForm: type === "multipart/form-data",
    ...(body === undefined ? {} : { body: body.schema }),
    ...(answer === undefined ? {} : { answer }),
    ...(items === undefined ? {} : { items })
  }
}

/** Returns all methods by group, in the order of the document. */
export const methodsOf = (document: Document): ReadonlyMap<string, ReadonlyArray<Method>> =>
  Map.groupBy(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([httpMethod, operation]) => methodOf(document, path, httpMethod, operation))
    ),
    ({ group }) => group
  )

/** Reads a document of the library: the same JSON, typed for the parts that the client needs. */
export const read = (document: OpenApi.OpenAPISpec): Document => JSON.parse(JSON.stringify(document))
