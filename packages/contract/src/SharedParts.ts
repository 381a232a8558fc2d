/**
 * Moves headers, responses, parameters and examples that several operations share to the `components` of an OpenAPI
 * document.
 */
import type { OpenApi } from "effect/http-api"
import { notModified } from "./SafeWriting.ts"
import { type JsonSchema, nameOf } from "./SchemaDocument.ts"

type Document = OpenApi.OpenAPISpec
type Operation = OpenApi.OpenAPISpecOperation
type Response = OpenApi.OpenApiSpecResponse
type MediaType = OpenApi.OpenApiSpecMediaType

/** A part of a document, its name among the components, and the operation that contains it. */
export interface Part {
  readonly name: string
  readonly value: object
  readonly operation: Operation
}

interface Reference {
  readonly $ref: string
}

/** Returns the parts that occur more than once, and a function that replaces them by references. */
export const share = (kind: "headers" | "responses" | "parameters" | "examples", parts: ReadonlyArray<Part>) => {
  const components: Record<string, object> = {}
  const references = new Map<string, Reference>()
  for (const [text, [first, ...others]] of Map.groupBy(parts, ({ value }) => JSON.stringify(value))) {
    if (first === undefined || others.length === 0) continue
    // Names of different parts with the same name: the second also contains the group of its first operation, and the
    // third the whole operation id.
    const { operationId } = first.operation
    const names = [first.name, `${first.name}.${operationId.split(".")[0]}`, `${first.name}.${operationId}`]
    const name = names.find((one) => !(one in components))
    if (name === undefined) throw new Error(`Two different ${kind} would both be called ${names.at(-1)}`)
    components[name] = first.value
    references.set(text, { $ref: `#/components/${kind}/${name}` })
  }
  return {
    components,
    refer: <A extends object>(value: A): A | Reference => references.get(JSON.stringify(value)) ?? value
  }
}

/**
 * Returns the name of a shared response: an error's is that of its body's schema, and 304 has no body. A successful
 * response belongs to one operation.
 */
const sharedName = (status: string, { content = {} }: Response): string | undefined => {
  if (Number(status) === notModified) return "NotModified"
  const [body, ...others] = Object.values(content)
  return Number(status) >= 400 && others.length === 0 ? nameOf((body?.schema ?? {}) as JsonSchema) : undefined
}

/** Returns the record with a change made to each value. */
export const mapValues = <A, B>(
  values: Readonly<Record<string, A>>,
  change: (value: A, key: string) => B
): Record<string, B> => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]))

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "operationId" in value

/** Returns the document with each operation changed by a function. */
export const mapOperations = (
  document: Document,
  change: (operation: Operation, method: string, path: string) => object
): Document => ({
  ...document,
  paths: mapValues(
    document.paths,
    (item, path) =>
      mapValues(
        item as Record<string, unknown>,
        (value, method) => isOperation(value) ? change(value, method, path) : value
      )
  ) as Document["paths"]
})

/** Returns the document with each body of its operations changed by a function. */
export const mapBodies = (
  document: Document,
  change: (media: MediaType, type: string, operation: Operation, isResponse: boolean) => object
): Document =>
  mapOperations(document, (operation) => {
    const { requestBody, responses } = operation
    const changed = <Body extends { readonly content?: Response["content"] }>(
      body: Body,
      isResponse: boolean
    ): object =>
      body.content === undefined
        ? body
        : { ...body, content: mapValues(body.content, (media, type) => change(media, type, operation, isResponse)) }
    return {
      ...operation,
      ...(requestBody === undefined ? {} : { requestBody: changed(requestBody, false) }),
      responses: mapValues(responses, (response) => changed(response, true))
    }
  })

const operationsOf = (document: Document): ReadonlyArray<Operation> =>
  Object.values(document.paths).flatMap((path) => Object.values(path).filter(isOperation))

/**
 * Returns the document with each header, error response and parameter that several operations share moved to
 * `components`.
 */
export const shareParts = (document: Document): Document => {
  const operations = operationsOf(document)
  const responses = operations.flatMap((operation) =>
    Object.entries(operation.responses).map(([status, response]) => ({
      operation,
      status,
      response: response as Response
    }))
  )
  const headers = share(
    "headers",
    responses.flatMap(({ operation, response }) =>
      Object.entries(response.headers ?? {}).map(([name, value]) => ({ name, value, operation }))
    )
  )
  const withHeaders = ({ headers: own, ...response }: Response): object =>
    own === undefined ? response : { ...response, headers: mapValues(own, headers.refer) }
  const errors = share(
    "responses",
    responses.flatMap(({ operation, response, status }) => {
      const name = sharedName(status, response)
      return name === undefined ? [] : [{ name, value: withHeaders(response), operation }]
    })
  )
  const parameters = share(
    "parameters",
    operations.flatMap((operation) => operation.parameters.map((value) => ({ name: value.name, value, operation })))
  )
  const present: Document["components"] & { readonly parameters?: object; readonly responses?: object } =
    document.components
  const components = {
    ...present,
    headers: headers.components,
    parameters: { ...present.parameters, ...parameters.components },
    responses: { ...present.responses, ...errors.components }
  }
  return {
    ...mapOperations(document, (operation) => ({
      ...operation,
      parameters: operation.parameters.map(parameters.refer),
      responses: mapValues(operation.responses, (response: Response) => errors.refer(withHeaders(response)))
    })),
    components
  }
}
