/** The operations that tools call, read from the OpenAPI document: paths, parameters and bodies. */
import { Api } from "@candor/contract/Api"
import { resourceOf, resourcePaths } from "@candor/contract/Resource"
import { created, dryRun, isSuccess } from "@candor/contract/SafeWriting"
import { type JsonSchema, type JsonSchemas, nameOf, resolve } from "@candor/contract/SchemaDocument"
import { OpenApi } from "effect/http-api"
import { keptOperations } from "./KeptOperations.ts"
import { inToolWords, withSource } from "./ToolWords.ts"
import { fileArguments } from "./UploadForm.ts"

export interface ToolOperation {
  /** The operation's id, for example Applications.move. */
  readonly name: string
  readonly method: string
  /** The path, with parameters as OpenAPI writes them. */
  readonly path: string
  /** The path of the resource that a write belongs to, if any. */
  readonly resource: string | undefined
  readonly summary: string
  readonly description: string
  readonly queryParameters: ReadonlySet<string>
  /** Query parameters that the tool always sends. */
  readonly fixedParameters: Readonly<Record<string, string>>
  readonly hasBody: boolean
  /** The field of the response that is hidden from tools. */
  readonly withheld: string | undefined
  /** Whether the body is a form with a file. */
  readonly uploads: boolean
  /** Whether it only creates something, and changes nothing else. */
  readonly creates: boolean
  /** Parameters of the path and the query, and fields of the body, as one object schema without references. */
  readonly input: JsonSchema
}

/**
 * Fields that are hidden from tools: whoever has the address of a scheduling link acts as the candidate, and
 * transcripts of conversations are stored.
 */
const withheldFields: ReadonlyMap<string, string> = new Map([["SchedulingLinks.create", "url"]])

/** Parameters that tools do not have: a dry run comes first in any case, and tools never wait for events. */
export const otherParameters: ReadonlySet<string> = new Set([dryRun, "wait"])

/** Query parameters that tools always send, for operations whose responses would otherwise be too long for a tool. */
const fixedParameters: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ["Candidates.export", { files: "false" }]
])

interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly parameters: ReadonlyArray<Parameter | { readonly $ref: string }>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly responses: Readonly<Record<string, unknown>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>>; readonly schemas: JsonSchemas }
}

const isNode = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null

/**
 * Replaces references by the schemas: many clients of the protocol, and the models behind them, read neither `$ref` nor
 * `$defs`. A recursive reference becomes a schema for any value. Leaves out examples, because a model may use their
 * ids, and rewrites descriptions by `inWords`.
 */
const inlined = (schema: JsonSchema, schemas: JsonSchemas, inWords: (text: string) => string): JsonSchema => {
  const inline = (value: unknown, within: ReadonlyArray<string>): unknown => {
    if (Array.isArray(value)) return value.map((part) => inline(part, within))
    if (!isNode(value)) return value
    const name = nameOf(value)
    if (name !== undefined) {
      const { $ref: _, ...beside } = value
      return inline(within.includes(name) ? beside : { ...schemas[name], ...beside }, [...within, name])
    }
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, part]: readonly [string, unknown]) => {
        if (key === "examples" && Array.isArray(part)) return []
        return [
          [key, key === "description" && typeof part === "string" ? inWords(part) : inline(part, within)] as const
        ]
      })
    )
  }
  return inline(schema, []) as JsonSchema
}

/** A parameter as a property of a tool's input. */
const property = ({ description, name, schema }: Parameter): readonly [string, JsonSchema] => [
  name,
  { ...schema, description: name === "cursor" ? "The `next_cursor` of the previous page" : description }
]

/** Whether a value is an id, or may be one. */
const isId = ({ anyOf = [], format }: JsonSchema): boolean => format === "uuid" || anyOf.some(isId)

/**
 * Properties whose ids say which operation lists them. Patterns are left out: format and description say the same to a
 * model.
 */
const asArguments = (
  properties: Readonly<Record<string, JsonSchema>>,
  lists: ReadonlyMap<string, string>
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(properties).map((
      [name, { pattern: _, ...schema }]: readonly [string, JsonSchema & { pattern?: string }]
    ) => [name, isId(schema) ? { ...schema, description: withSource(name, schema.description ?? "", lists) } : schema])
  )

const inputOf = (
  parameters: ReadonlyArray<Parameter>,
  body: JsonSchema,
  lists: ReadonlyMap<string, string>
): JsonSchema => ({
  type: "object",
  properties: asArguments({ ...Object.fromEntries(parameters.map(property)), ...body.properties }, lists),
  required: [...parameters.filter(({ required }) => required).map(({ name }) => name), ...body.required ?? []],
  additionalProperties: false
})

/** Replaces the file of a form by arguments. */
const withFile = ({ properties: { file: _, ...others } = {}, required = [] }: JsonSchema): JsonSchema => ({
  properties: { ...fileArguments, ...others },
  required: [...Object.keys(fileArguments), ...required.filter((name) => name !== "file")]
})

const isOffered = ({ operationId }: Operation): boolean => !keptOperations.has(operationId)

/** Maps path parameters to the operation that lists their values: the GET of the path before them. */
const listsOf = ({ paths }: Document): ReadonlyMap<string, string> =>
  new Map(
    Object.keys(paths).flatMap((path) => {
      const [, collection = "", parameter = ""] = /^(.+)\/\{(\w+)\}$/.exec(path) ?? []
      const list = paths[collection]?.["get"]
      return list !== undefined && isOffered(list) ? [[parameter, list.operationId] as const] : []
    })
  )

export interface Operations {
  /** Operations that tools call, by name. */
  readonly offered: ReadonlyMap<string, ToolOperation>
  /** The other operations, with their descriptions. */
  readonly kept: ReadonlyMap<string, string>
}

/** Reads the operations of the contract. */
export const read = (): Operations => {
  // Safe: tests of the document compare its parts with the interface.
  const document = OpenApi.fromApi(Api) as unknown as Document
  const { parameters: shared, schemas } = document.components
  const resources = resourcePaths(Api)
  const lists = listsOf(document)
  const ids = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) =>
        [`${method.toUpperCase()} ${path.replace(/^\/api\/v\d+/, "")}`, operationId] as const
      )
    )
  )
  const inWords = (text: string) => inToolWords(text, ids)
  const operationOf = (path: string, method: string, operation: Operation): ToolOperation => {
    const fixed = fixedParameters.get(operation.operationId) ?? {}
    const parameters = operation.parameters
      .map((parameter) => "$ref" in parameter ? shared[nameOf(parameter)!]! : parameter)
      .filter((parameter) =>
        parameter.in !== "header" && !otherParameters.has(parameter.name) && fixed[parameter.name] === undefined
      )
    const { "application/json": json, "multipart/form-data": form } = operation.requestBody?.content ?? {}
    const body = json === undefined
      ? form === undefined ? undefined : withFile(resolve(form.schema, schemas))
      : resolve(json.schema, schemas)
    const withheld = withheldFields.get(operation.operationId)
    const status = Object.keys(operation.responses).find((known) => isSuccess(Number(known)))
    return {
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      resource: method === "get" ? undefined : resourceOf(path, resources),
      summary: inWords(operation.summary),
      description: [
        inWords(operation.description ?? ""),
        ...withheld === undefined ? [] : [`No tool is told \`${withheld}\`: the user copies it in Candor.`]
      ].join(" "),
      queryParameters: new Set(parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name)),
      fixedParameters: fixed,
      withheld,
      hasBody: body !== undefined,
      uploads: form !== undefined && json === undefined,
      creates: Number(status) === created,
      input: inlined(inputOf(parameters, body ?? {}, lists), schemas, inWords)
    }
  }
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  )
  return {
    offered: new Map(
      all.filter(({ operation }) => isOffered(operation)).map((
        { method, operation, path }
      ) => [operation.operationId, operationOf(path, method, operation)])
    ),
    kept: new Map(
      all.filter(({ operation }) => !isOffered(operation)).map((
        { operation }
      ) => [operation.operationId, operation.summary])
    )
  }
}
