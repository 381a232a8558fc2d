/** Reads an OpenAPI document: finds nodes by their pointers (RFC 6901), and validates values by its schemas. */
import type { ErrorObject } from "ajv"
import addFormats from "ajv-formats"
import { Ajv2020 } from "ajv/dist/2020.js"

/** The parts of an OpenAPI document that are used here; Ajv handles its schemas. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export type Steps = ReadonlyArray<string | number>

const escaped = (step: string) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))

/** Makes a pointer into a document (RFC 6901). */
export const pointer = (...steps: Steps) =>
  steps.map((step) => `/${/^\w*$/.test(String(step)) ? step : escaped(String(step))}`).join("")

type Node = Readonly<Record<string, unknown>>

/** A node of a document, with its pointer. */
export interface Located<Value> {
  readonly at: string
  readonly value: Value
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null

/** Follows the steps from the document's root, including references; undefined if there is no such node. */
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
 * Returns what is wrong with a value by the schema at a pointer: where in the value, and what. With `inAnySpelling`,
 * texts may have another form than documented: a request's are normalized before they are stored.
 */
export type CheckSchema = (value: unknown, at: string, inAnySpelling?: boolean) => ReadonlyArray<string>

/** The keywords for the form in which a text is stored. */
const formsOfTexts = new Set(["enum", "const", "format", "pattern", "minLength", "maxLength"])

/** Returns whether an error is about a blank text where null is accepted: it is stored as null. */
const isNull = ({ data, keyword, params }: ErrorObject): boolean =>
  typeof data === "string" && data.trim() === "" && keyword === "type" && params["type"] === "null"

/** Returns whether an error is about a text in another form than the stored one. An id has only one form. */
const isSpelling = (error: ErrorObject): boolean =>
  isNull(error) ||
  typeof error.data === "string" && formsOfTexts.has(error.keyword) && error.params["format"] !== "uuid"

/**
 * Returns the errors without those about the forms of texts. If a member of a union has such an error, the errors of
 * the other members are ignored.
 */
const withoutSpellings = (errors: ReadonlyArray<ErrorObject>): ReadonlyArray<ErrorObject> => {
  const spelled = new Set(errors.filter(isSpelling).map(({ instancePath }) => instancePath))
  return errors.filter(({ instancePath }) => !spelled.has(instancePath))
}

/** The maximum number of characters of a wrong value in a violation. */
const maxShown = 200

/** The maximum number of reported errors for a value: one that fits none of many schemas has errors for each. */
const maxErrors = 10

/**
 * Returns the document with all objects closed that do not mention further fields. Answers are documented as open, for
 * later versions; this version returns only the documented fields.
 */
const closed = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(closed)
  if (!isNode(node)) return node
  const parts = Object.fromEntries(Object.entries(node).map(([key, part]) => [key, closed(part)]))
  return isNode(parts["properties"]) && parts["additionalProperties"] === undefined
    ? { ...parts, additionalProperties: false }
    : parts
}

/** Makes the validation by the schemas of a document. A schema is compiled at its first use. */
export const schemasOf = (document: object): CheckSchema => {
  // Most values are checked once or twice: optimizing the checks takes three times as long as it saves.
  const quicklyCompiled = { code: { optimize: false }, inlineRefs: false, validateSchema: false }
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, verbose: true, ...quicklyCompiled })
  addFormats.default(ajv)
  // Allows non-ASCII letters before the `@` (RFC 6531). Domains are stored in ASCII.
  ajv.addFormat("email", /^[^\s@]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i)
  // The document is not a schema, but its schemas refer to each other from its root.
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
