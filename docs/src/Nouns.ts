/** What the interface does with each noun of the domain: read from the OpenAPI document and from the domain's ids. */
import * as Ids from "@candor/domain/Id"

/** What should be possible with everything that is stored. */
export const verbs = ["create", "list", "read", "change", "delete"] as const
export type Verb = typeof verbs[number]

interface Schema {
  readonly $ref?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

/** The parts of an OpenAPI document that are read here. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, {
    readonly requestBody?: Body
    readonly responses: Readonly<Record<string, Body>>
  }>>>>
}

export interface Operation {
  /** Its method and its path, for example `GET /jobs/{jobId}`. */
  readonly name: string
  readonly method: string
  /** The segments of its path. */
  readonly segments: ReadonlyArray<string>
  /** The status of its success. */
  readonly success: number
  /** The schema of its request body, with references followed. */
  readonly body: Schema | undefined
  /** The schema of its success, with references followed. */
  readonly answer: Schema | undefined
}

/** Every name in the domain of the id of a noun: `JobId`, `StageId`, … */
export const nouns: ReadonlyArray<string> = Object.keys(Ids).filter((name) => /^[A-Z]\w+Id$/.test(name))

/** Path parameters that are not called as their noun is: `id` by the specification (part 4). */
const otherNames: Readonly<Record<string, string>> = { id: "ApplicationId", memberId: "UserId", mergedCandidateId: "CandidateId" }

/** The noun whose id a path parameter is: `reasonId` is the id of a noun whose name ends in it. */
export const nounOf = (parameter: string): string | undefined => {
  const name = parameter.slice(1, -1)
  return otherNames[name] ?? nouns.find((noun) => noun.toLowerCase().endsWith(name.toLowerCase()))
}

/** Whether a segment of a path is the id of a noun. */
export const isIdOf = (noun: string, segment: string | undefined): boolean =>
  segment !== undefined && segment.startsWith("{") && nounOf(segment) === noun

/** The path of a noun of which a caller sees one alone: `organization`. */
const singletonOf = (noun: string): string => noun.replace(/Id$/, "").toLowerCase()

/** A value of the document with its references followed. */
const resolved = (document: object, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => resolved(document, one))
  if (typeof value !== "object" || value === null) return value
  if ("$ref" in value && typeof value.$ref === "string") {
    const target = value.$ref.split("/").slice(1).reduce<unknown>((node, step) => Object(node)[step], document)
    return resolved(document, target)
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(document, one)]))
}

const schemaOf = (document: Document, body: Body | undefined): Schema | undefined =>
  resolved(document, Object.values(body?.content ?? {})[0]?.schema) as Schema | undefined

/** Every operation of a document. */
export const operationsOf = (document: Document): ReadonlyArray<Operation> =>
  Object.entries(document.paths).flatMap(([path, methods]) => {
    const template = path.replace(/^\/api\/v1/, "")
    return Object.entries(methods).map(([method, { requestBody, responses }]): Operation => {
      const success = Math.min(...Object.keys(responses).map(Number))
      return {
        name: `${method.toUpperCase()} ${template}`,
        method: method.toUpperCase(),
        segments: template.split("/").slice(1),
        success,
        body: schemaOf(document, requestBody),
        answer: schemaOf(document, responses[success])
      }
    })
  })

/** The segment before the id of a noun in paths: `jobs` of `JobId`; undefined where no path has the id. */
const collectionOf = (operations: ReadonlyArray<Operation>, noun: string): string | undefined =>
  operations.flatMap(({ segments }) => segments.flatMap((segment, index) => isIdOf(noun, segment) ? segments[index - 1]! : []))[0]

/** The operation that does this with a noun. */
export const operationFor = (operations: ReadonlyArray<Operation>, noun: string, verb: Verb): Operation | undefined => {
  const collection = collectionOf(operations, noun)
  const find = (method: string, matches: (segments: ReadonlyArray<string>) => boolean) =>
    operations.find((operation) => operation.method === method && matches(operation.segments))
  const isCollection = (segments: ReadonlyArray<string>) => segments.at(-1) === collection
  const isOne = (segments: ReadonlyArray<string>) =>
    isIdOf(noun, segments.at(-1)) || (segments.length === 1 && segments[0] === singletonOf(noun))
  switch (verb) {
    case "create":
      return find("POST", isCollection)
    case "list":
      return find("GET", isCollection)
    case "read":
      return find("GET", isOne)
    case "change":
      return find("PATCH", isOne)
    case "delete":
      return find("DELETE", isOne)
  }
}

/** What cannot be done with the nouns of the domain, each as `JobId delete`. */
export const missing = (operations: ReadonlyArray<Operation>): ReadonlyArray<string> =>
  nouns.flatMap((noun) =>
    verbs.flatMap((verb) => operationFor(operations, noun, verb) === undefined ? [`${noun} ${verb}`] : []))

/** The fields that an operation takes: of a body with one list, those of its items. */
const fieldsOf = ({ body }: Operation): ReadonlyArray<string> => {
  const properties = Object.entries(body?.properties ?? {})
  const items = properties.length === 1 ? properties[0]![1].items?.properties : undefined
  return items === undefined ? properties.map(([field]) => field) : Object.keys(items)
}

/** The fields that creating a noun sets and that no operation changes, each as `JobId title`. */
export const unchangeable = (operations: ReadonlyArray<Operation>): ReadonlyArray<string> =>
  nouns.flatMap((noun) => {
    const created = operationFor(operations, noun, "create")
    if (created === undefined) return []
    const changes = operations.filter(({ method, segments }) => method !== "DELETE" && segments.some((segment) => isIdOf(noun, segment)))
    const changed = new Set(changes.flatMap(fieldsOf))
    return fieldsOf(created).filter((field) => !changed.has(field)).map((field) => `${noun} ${field}`)
  })

/** Every list of accepted values in a schema. */
export const enumsOf = (schema: unknown): ReadonlyArray<ReadonlyArray<unknown>> => {
  if (typeof schema !== "object" || schema === null) return []
  const own = "enum" in schema && Array.isArray(schema.enum) ? [schema.enum] : []
  return [...own, ...Object.values(schema).flatMap(enumsOf)]
}
