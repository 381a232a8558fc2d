/**
 * Every operation that needs a key, from the contract and its OpenAPI document. The error statuses of each kind of
 * operation are written by hand from the settled questions (docs/decisions), and the document is compared with them.
 */
import { Api } from "@candor/contract/Api"
import { AdminScope, Authorization, WriteScope } from "@candor/contract/Authorization"
import { isResource, pathOf } from "@candor/contract/Resource"
import { exampleOf, type JsonSchema, type JsonSchemas, resolve } from "@candor/domain/ExampleOf"
import type { Json, JsonObject } from "effect/Schema"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"

export interface Operation {
  readonly success: 200 | 201
  readonly scope: "read" | "write" | "admin"
  /** Whether it takes a JSON body. */
  readonly body: boolean
  /** Whether it takes a form with a file. */
  readonly form: boolean
  /** Whether it answers with a content other than JSON, and with ranges of it: 206 and 416. */
  readonly content: boolean
  /** Body fields with ids of things that must exist. */
  readonly body_ids: ReadonlyArray<string>
  /** The required query. */
  readonly query: string
  /** Query parameters with ids. */
  readonly query_ids: ReadonlyArray<string>
  /** Whether it returns one resource, which has an ETag. */
  readonly resource: boolean
  /** Whether it returns a list in pages. */
  readonly pages: boolean
  /** Whether it returns a list with cursors. */
  readonly cursors: boolean
  /** Returns the example of its body, each time with unique names, addresses and external ids. */
  readonly example: () => JsonObject
  /** The same, with the examples of omitted fields except for ids. */
  readonly wholeExample: () => JsonObject
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly example?: string | number | boolean
  readonly schema: JsonSchema & { readonly minimum?: number }
}

interface Documented {
  readonly parameters: ReadonlyArray<Parameter | { readonly $ref: string }>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly responses: object
}

/** The generated file, which a test of docs keeps up to date: to generate it takes a second in each process. */
const document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>
  readonly components: { readonly schemas: JsonSchemas; readonly parameters: Readonly<Record<string, Parameter>> }
} = await Bun.file(new URL("../../../../docs/openapi.json", import.meta.url)).json()

const { parameters: shared, schemas } = document.components

/** Returns the names of an object's fields with ids of things that must exist; `from_…` fields are expectations. */
const idFields = (schema: JsonSchema): ReadonlyArray<string> =>
  Object.entries(resolve(schema, schemas).properties ?? {}).flatMap(([field, { format }]) =>
    format === "uuid" && !field.startsWith("from_") ? [field] : []
  )

/** Unique values for each body, by field. */
const own: Readonly<Record<string, (value: Json) => Json>> = {
  name: (value) => `${String(value)} ${crypto.randomUUID()}`,
  email: () => `${crypto.randomUUID()}@example.com`,
  primary_email: () => `${crypto.randomUUID()}@example.com`,
  // No uuid, which would stand for an id of ours.
  external_ids: () => [{ system: "lever", id: `lever-${crypto.randomUUID()}` }]
}

const hasId = (value: Json): boolean => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-/.test(JSON.stringify(value))

/** Gives a body a unique name, address and external ids. Leaves out expected ids. */
const fresh = (example: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(example).flatMap(([field, value]) =>
      field.startsWith("from_") && hasId(value) ? [] : [[field, own[field]?.(value) ?? value]]
    )
  )

/** Returns the examples of the body's fields that its own example omits. */
const besides = (schema: JsonSchema): JsonObject =>
  Object.fromEntries(
    Object.entries(resolve(schema, schemas).properties ?? {}).flatMap(([field, one]) => {
      const example = exampleOf(one, schemas)
      return example === undefined || example === null || hasId(example) ? [] : [[field, example]]
    })
  )

const operationOf = (endpoint: HttpApiEndpoint.Top): readonly [string, Operation] => {
  const path = pathOf(endpoint)
  const documented = document.paths[path]?.[endpoint.method.toLowerCase()]
  if (documented === undefined) throw new Error(`docs/openapi.json is without ${path}: run bun run docs`)
  const { parameters, requestBody, responses } = documented
  const query = parameters.map((parameter) =>
    "$ref" in parameter ? shared[parameter.$ref.slice(parameter.$ref.lastIndexOf("/") + 1)]! : parameter
  )
    .filter((parameter) => parameter.in === "query")
  const { "application/json": json, "multipart/form-data": form } = requestBody?.content ?? {}
  const success = 201 in responses ? 201 : 200
  const example = (json === undefined ? {} : exampleOf(json.schema, schemas) ?? {}) as JsonObject
  return [`${endpoint.method} ${path.replace(/^\/api\/v1/, "")}`, {
    success,
    scope: endpoint.middlewares.has(AdminScope) ? "admin" : endpoint.middlewares.has(WriteScope) ? "write" : "read",
    body: json !== undefined,
    form: form !== undefined,
    content: 206 in responses,
    body_ids: json === undefined ? [] : idFields(json.schema),
    // A search needs words or a filter.
    query: path.endsWith("/search")
      ? "q=ada"
      : query.filter(({ required }) => required).map(({ example, name, schema }) =>
        `${name}=${schema.enum?.[0] ?? example ?? schema.minimum}`
      ).join("&"),
    query_ids: query.filter(({ schema }) => schema.format === "uuid").map(({ name }) => name),
    resource: isResource(endpoint),
    pages: query.some(({ name }) => name === "offset"),
    cursors: query.some(({ name }) => name === "cursor"),
    example: () => fresh(example),
    wholeExample: () => fresh({ ...json === undefined ? {} : besides(json.schema), ...example })
  }]
}

const all = new Map<string, Operation>()
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => {
    // Operations without a key have rules of their own (rules/careers.test.ts).
    if (!endpoint.middlewares.has(Authorization)) return
    const [name, operation] = operationOf(endpoint)
    all.set(name, operation)
  }
})

/** The method and path template of an operation. */
export type Name = string

export const names: ReadonlyArray<Name> = [...all.keys()]

export const operation = (name: Name): Operation => all.get(name)!

/** Splits the name of an operation into its method and path template. */
export const parts = (name: Name): { readonly method: string; readonly template: string } => {
  const [method, template] = name.split(" ", 2)
  return { method: method!, template: template! }
}

/** Returns the names of the ids in an operation's path, in order. */
export const pathParameters = (name: Name): ReadonlyArray<string> =>
  [...name.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).filter((parameter) => !isExternal(name, parameter))

/** Returns whether a path parameter is an external id, rather than an id or a key of ours. */
const isExternal = (name: Name, parameter: string): boolean =>
  parameter in external && !(parameter === "key" && name.startsWith("GET "))

/** Values for path parameters with external ids: each time an id that is unused in the other system. */
const external: Readonly<Record<string, () => string>> = { system: () => "greenhouse", key: () => crypto.randomUUID() }

/** Returns the values of the external ids in an operation's path. */
export const externalIn = (name: Name): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(external).flatMap(([parameter, make]) =>
      name.includes(`{${parameter}}`) && isExternal(name, parameter) ? [[parameter, make()]] : []
    )
  )

/** Ids of mails and imports in another state than the usual one (received, ready), by path and parameter. */
const states: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/messages/{messageId}/cancel": { messageId: "queuedMessageId" },
  "/messages/{messageId}/retry": { messageId: "failedMessageId" },
  "/imports/{importId}/parts": { importId: "uploadingImportId" },
  "/imports/{importId}/undo": { importId: "endedImportId" },
  "/messages/{messageId}/files/{fileId}/content": { messageId: "queuedMessageId", fileId: "attachmentId" }
}

/** Returns the name of the id of an interview whose scorecard its caller has begun, or submitted. */
const scored = (template: string): string | undefined =>
  /\/interviews\/\{interviewId\}\/scorecard(\/submit)?$/.test(template)
    ? template.startsWith("PATCH ") ? "scoredInterviewId" : "draftedInterviewId"
    : undefined

/**
 * Returns the name of the id for a path parameter: notes and files of a candidate without an application have their
 * own.
 */
export const idNamed = (template: string, parameter: string): string =>
  scored(template) ?? (template.endsWith("/decline-erasure") ?
    "askingCandidateId" :
    template.includes("/candidates/{candidateId}/") ?
    ({ noteId: "ownNoteId", attachmentId: "ownAttachmentId" }[parameter] ?? parameter)
    : states[template.replace(/^\S+ /, "")]?.[parameter] ?? parameter)

/** Returns the names of the ids in an operation's path, in order. */
export const pathIds = (name: Name): ReadonlyArray<string> =>
  pathParameters(name).map((parameter) => idNamed(name, parameter))

/** Statuses of every operation (settled questions). */
const always = [400, 401, 429, 500, 503] as const

export type ErrorStatus = (typeof always)[number] | 403 | 404 | 409 | 412 | 413 | 415 | 416

/** Returns whether an operation changes something. */
export const isWrite = (name: Name): boolean => !name.startsWith("GET ")

/** A write of each kind: the code before a handler is the same for all. */
export const kindsOfWrites: ReadonlyArray<Name> = [
  "POST /jobs",
  "PATCH /jobs/{jobId}",
  "DELETE /jobs/{jobId}",
  "POST /applications/{id}/move",
  "POST /applications/{id}/attachments"
]

/** Reads and writes of each kind: by what the code before and after a handler tells them apart. */
const kinds: ReadonlySet<Name> = new Set([
  "GET /me",
  "GET /jobs",
  "GET /jobs/{jobId}",
  "GET /api-keys",
  "POST /members",
  "POST /imports/{importId}/parts",
  ...kindsOfWrites
])

/**
 * Statuses that one of each kind shows, because the same code answers them for all. Of every operation, openapi.test.ts
 * shows that it asks for a key and for which scope, and whether it takes `If-Match`; isolation.test.ts shows 404,
 * ../mcp/operations.test.ts that a write passes the middleware of safe writing, and outage.test.ts 503.
 */
const shownByKind: ReadonlySet<ErrorStatus> = new Set([401, 403, 404, 409, 412, 413, 415, 429, 503])

/** Returns the error statuses that an operation shows in the tests. */
export const shownStatuses = (name: Name): ReadonlyArray<ErrorStatus> =>
  errorStatuses(name).filter((status) => kinds.has(name) || !shownByKind.has(status))

/** Returns whether an operation returns one resource, which has an ETag. */
export const readsResource = (name: Name): boolean => !isWrite(name) && operation(name).resource

/** Returns whether the path of an operation begins with that of a resource, so that it takes `If-Match`. */
const belongsToResource = (name: Name): boolean =>
  names.some((other) => readsResource(other) && `${parts(name).template}/`.startsWith(`${parts(other).template}/`))

/** Returns the error statuses of an operation, by its kind as in the settled questions. */
export const errorStatuses = (name: Name): ReadonlyArray<ErrorStatus> => {
  const { body, body_ids, content, form, scope } = operation(name)
  const addresses = pathParameters(name).length > 0 || body_ids.length > 0
  const statuses: Array<ErrorStatus> = [...always]
  // Apps with scope `read` may not change what members change for themselves.
  if (scope !== "read" || isWrite(name)) statuses.push(403)
  if (addresses) statuses.push(404)
  if (isWrite(name)) statuses.push(409)
  if (isWrite(name) && belongsToResource(name)) statuses.push(412)
  if (body || form) statuses.push(413, 415)
  if (content) statuses.push(416)
  return statuses.toSorted((a, b) => a - b)
}
