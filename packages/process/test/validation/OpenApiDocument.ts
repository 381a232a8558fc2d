/** Reads an OpenAPI document: its nodes by their pointers (RFC 6901), and what values are by its schemas. */
import type { ErrorObject } from "ajv"
import addFormats from "ajv-formats"
import { Ajv2020 } from "ajv/dist/2020.js"

/** As much of an OpenAPI document as is named here; its schemas are Ajv's matter. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export type Steps = ReadonlyArray<string | number>

/** A pointer into a document (RFC 6901). */
export const pointer = (...steps: Steps) =>
  steps.map((step) => `/${encodeURIComponent(String(step).replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")

type Node = Readonly<Record<string, unknown>>

/** A node of a document, and the pointer to it. */
export interface Located<Value> {
  readonly at: string
  readonly value: Value
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null

/** Follows the steps from the document's root, and each reference on the way; undefined where there is no such node. */
export const locate = <Value>(document: object, ...steps: Steps): Located<Value> | undefined => {
  let located: Located<unknown> = { at: "", value: document }
  for (const step of steps) {
    const next: unknown = isNode(located.value) ? located.value[step] : undefined
    if (next === undefined) return undefined
    located = { at: located.at + pointer(step), value: next }
    const $ref = isNode(next) ? next["$ref"] : undefined
    if (typeof $ref !== "string") continue
    const target = locate(document, ...$ref.split("/").slice(1))
    if (target === undefined) throw new Error(`${$ref} is not in the document`)
    located = target
  }
  return located as Located<Value>
}

/**
 * What is wrong with a value by the schema at a pointer: where in the value, and what. With `inAnySpelling`, texts may
 * have another form than the document shows: a request's are cleaned before they are stored.
 */
export type CheckSchema = (value: unknown, at: string, inAnySpelling?: boolean) => ReadonlyArray<string>

/** The keywords that tell the form in which a text is stored. */
const formsOfTexts = new Set(["enum", "const", "format", "pattern", "minLength", "maxLength"])

/** Whether an error is that of a blank text where null is accepted: it is null. */
const isNull = ({ data, keyword, params }: ErrorObject): boolean =>
  typeof data === "string" && data.trim() === "" && keyword === "type" && params["type"] === "null"

/** Whether an error is that of a text in another form than the one that is stored. An id has one form. */
const isSpelling = (error: ErrorObject): boolean =>
  isNull(error) ||
  typeof error.data === "string" && formsOfTexts.has(error.keyword) && error.params["format"] !== "uuid"

/**
 * The errors without those of texts in another form: where a member of a union has one, the others' errors say nothing.
 */
const withoutSpellings = (errors: ReadonlyArray<ErrorObject>): ReadonlyArray<ErrorObject> => {
  const spelled = new Set(errors.filter(isSpelling).map(({ instancePath }) => instancePath))
  return errors.filter(({ instancePath }) => !spelled.has(instancePath))
}

/** The most characters of a wrong value in a violation. */
const maxShown = 200

/** The most errors of a value that are reported: a value that is none of many schemas has errors by each. */
const maxErrors = 10

/**
 * The document with each object closed that says nothing of further fields. Answers are documented as open, for the
 * sake of later versions; what this version answers has the fields that it names.
 */
const closed = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(closed)
  if (!isNode(node)) return node
  const parts = Object.fromEntries(Object.entries(node).map(([key, part]) => [key, closed(part)]))
  return isNode(parts["properties"]) && parts["additionalProperties"] === undefined
    ? { ...parts, additionalProperties: false }
    : parts
}

/** Checks by the schemas of a document. A schema is compiled when it is first used. */
export const schemasOf = (document: object): CheckSchema => {
  // Most values are checked once or twice: what would make a check faster takes three times as long as it saves.
  const quicklyCompiled = { code: { optimize: false }, inlineRefs: false, validateSchema: false }
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, verbose: true, ...quicklyCompiled })
  addFormats.default(ajv)
  // With letters beyond ASCII before the `@` (RFC 6531). Domains are stored in ASCII.
  ajv.addFormat("email", /^[^\s@]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i)
  // The document is no schema, but schemas in it refer to each other from its root.
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema({ ...closed(document) as object, $id: "openapi" })
  return (value, at, inAnySpelling = false) => {
    const validate = ajv.getSchema(`openapi#${at}`)
    if (validate === undefined) return [`${at} is no schema`]
    if (validate(value)) return []
    const errors = inAnySpelling ? withoutSpellings(validate.errors ?? []) : validate.errors ?? []
    const reported = errors.slice(0, maxErrors).map(({ data, instancePath, message, params }) => {
      const shown = (JSON.stringify(data) ?? "").slice(0, maxShown)
      return `${instancePath || "/"} ${message} ${JSON.stringify(params)}: ${shown} (${at})`
    })
    return errors.length > maxErrors ? [...reported, `and ${errors.length - maxErrors} more (${at})`] : reported
  }
}
