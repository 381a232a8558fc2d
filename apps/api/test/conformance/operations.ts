/**
 * Every operation of the interface that needs a key, from the contract and its document. What each kind of operation
 * answers with is written down from the settled questions (docs/decisions), and the document is held against that.
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
  /** Takes a JSON body. */
  readonly body: boolean
  /** Takes a form with a file. */
  readonly form: boolean
  /** Answers with a content that is no JSON, and with parts of it: 206 and 416. */
  readonly content: boolean
  /** Body fields that are ids of something that must exist. */
  readonly body_ids: ReadonlyArray<string>
  /** What the query has to have. */
  readonly query: string
  /** Query parameters that are ids. */
  readonly query_ids: ReadonlyArray<string>
  /** Whether it returns one resource, which has an ETag. */
  readonly resource: boolean
  /** A list in pages. */
  readonly pages: boolean
  /** A list that goes on from a cursor. */
  readonly cursors: boolean
  /** The example of its body, with unique names, addresses and external ids on each call. */
  readonly example: () => JsonObject
  /** The same, with the examples of omitted fields except ids. */
  readonly wholeExample: () => JsonObject
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly example?: string | number | boolean
  readonly schema: JsonSchema
}

interface Documented {
  readonly parameters: ReadonlyArray<Parameter | { readonly $ref: string }>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly responses: object
}

/** Printed from the contract, as a test of docs shows: to make it takes a second of each process. */
const document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>
  readonly components: { readonly schemas: JsonSchemas; readonly parameters: Readonly<Record<string, Parameter>> }
} = await Bun.file(new URL("../../../../docs/openapi.json", import.meta.url)).json()

const { parameters: shared, schemas } = document.components

/** The names of the fields of an object that are ids of what has to exist: `from_…` is what is expected. */
const idFields = (schema: JsonSchema): ReadonlyArray<string> =>
  Object.entries(resolve(schema, schemas).properties ?? {}).flatMap(([field, { format }]) =>
    format === "uuid" && !field.startsWith("from_") ? [field] : []
  )

/** Values that must be unique in each body, by field. */
const own: Readonly<Record<string, (value: Json) => Json>> = {
  name: (value) => `${String(value)} ${crypto.randomUUID()}`,
  email: () => `${crypto.randomUUID()}@example.com`,
  primary_email: () => `${crypto.randomUUID()}@example.com`,
  external_ids: () => [{ system: "lever", id: crypto.randomUUID() }]
}

const hasId = (value: Json): boolean => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-/.test(JSON.stringify(value))

/** Gives a body a unique name, address and external ids. Leaves out expected ids. */
const fresh = (example: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(example).flatMap(([field, value]) =>
      field.startsWith("from_") && hasId(value) ? [] : [[field, own[field]?.(value) ?? value]]
    )
  )

/** The examples of the fields of a body that its own example leaves out. */
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
    // A search has words or a filter.
    query: path.endsWith("/search")
      ? "q=ada"
      : query.filter(({ required }) => required).map(({ example, name, schema }) =>
        `${name}=${schema.enum?.[0] ?? example}`
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
    // What needs no key has rules of its own (rules/careers.test.ts).
    if (!endpoint.middlewares.has(Authorization)) return
    const [name, operation] = operationOf(endpoint)
    all.set(name, operation)
  }
})

/** The method and the path of an operation. */
export type Name = string

export const names: ReadonlyArray<Name> = [...all.keys()]

export const operation = (name: Name): Operation => all.get(name)!

/** The method and the path template of an operation. */
export const parts = (name: Name): { readonly method: string; readonly template: string } => {
  const [method, template] = name.split(" ", 2)
  return { method: method!, template: template! }
}

/** The names of the parameters in an operation's path that are ids, in order. */
export const pathParameters = (name: Name): ReadonlyArray<string> =>
  [...name.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).filter((parameter) => !isExternal(name, parameter))

/** Whether a parameter of a path is no id, and not a key by which something is read. */
const isExternal = (name: Name, parameter: string): boolean =>
  parameter in external && !(parameter === "key" && name.startsWith("GET "))

/** Values of the parameters of paths that are no ids of ours: each time an id that another system has for nothing. */
const external: Readonly<Record<string, () => string>> = { system: () => "greenhouse", key: () => crypto.randomUUID() }

/** The values of those in an operation's path. */
export const externalIn = (name: Name): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(external).flatMap(([parameter, make]) =>
      name.includes(`{${parameter}}`) && isExternal(name, parameter) ? [[parameter, make()]] : []
    )
  )

/**
 * The names of ids of mails and imports in other states than one that came in, or is ready, by the path and its
 * parameter.
 */
const states: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/messages/{messageId}/cancel": { messageId: "queuedMessageId" },
  "/messages/{messageId}/retry": { messageId: "failedMessageId" },
  "/imports/{importId}/parts": { importId: "uploadingImportId" },
  "/imports/{importId}/undo": { importId: "endedImportId" },
  "/messages/{messageId}/files/{fileId}/content": { messageId: "queuedMessageId", fileId: "attachmentId" }
}

/** The names of ids of interviews whose scorecard its caller has begun, or submitted. */
const scored = (template: string): string | undefined =>
  /\/interviews\/\{interviewId\}\/scorecard(\/submit)?$/.test(template)
    ? template.startsWith("PATCH ") ? "scoredInterviewId" : "draftedInterviewId"
    : undefined

/**
 * The name of the id that a path parameter stands for: what belongs to a candidate without an application has its own.
 */
export const idNamed = (template: string, parameter: string): string =>
  scored(template) ?? (template.endsWith("/decline-erasure") ?
    "askingCandidateId" :
    template.includes("/candidates/{candidateId}/") ?
    ({ noteId: "ownNoteId", attachmentId: "ownAttachmentId" }[parameter] ?? parameter)
    : states[template.replace(/^\S+ /, "")]?.[parameter] ?? parameter)

/** The names of the ids in an operation's path, in order. */
export const pathIds = (name: Name): ReadonlyArray<string> =>
  pathParameters(name).map((parameter) => idNamed(name, parameter))

/** Statuses that every operation can answer with (settled questions). */
const always = [400, 401, 429, 500, 503] as const

export type ErrorStatus = (typeof always)[number] | 403 | 404 | 409 | 412 | 413 | 415 | 416

/** Whether an operation changes something. */
export const isWrite = (name: Name): boolean => !name.startsWith("GET ")

/** A write of each kind: what comes before a handler is the same for all. */
export const kindsOfWrites: ReadonlyArray<Name> = [
  "POST /jobs",
  "PATCH /jobs/{jobId}",
  "DELETE /jobs/{jobId}",
  "POST /applications/{id}/move",
  "POST /applications/{id}/attachments"
]

/** Whether an operation returns one resource, which has an ETag. */
export const readsResource = (name: Name): boolean => !isWrite(name) && operation(name).resource

/** Whether the path of an operation begins with that of a resource, so that it takes `If-Match`. */
const belongsToResource = (name: Name): boolean =>
  names.some((other) => readsResource(other) && `${parts(name).template}/`.startsWith(`${parts(other).template}/`))

/** The error statuses of an operation: the settled questions give each kind of operation its own. */
export const errorStatuses = (name: Name): ReadonlyArray<ErrorStatus> => {
  const { body, body_ids, content, form, scope } = operation(name)
  const addresses = pathParameters(name).length > 0 || body_ids.length > 0
  const statuses: Array<ErrorStatus> = [...always]
  // What members change for themselves is refused to apps that may read alone.
  if (scope !== "read" || isWrite(name)) statuses.push(403)
  if (addresses) statuses.push(404)
  if (isWrite(name)) statuses.push(409)
  if (isWrite(name) && belongsToResource(name)) statuses.push(412)
  if (body || form) statuses.push(413, 415)
  if (content) statuses.push(416)
  return statuses.toSorted((a, b) => a - b)
}
