/** Holds requests and answers against the OpenAPI document that the server gives out. */
import addFormats from "ajv-formats"
import { Ajv2020 } from "ajv/dist/2020.js"
import { expect } from "bun:test"
import type { Answer, Call } from "./Client.ts"

/** As much of an OpenAPI document as is named here; its schemas are Ajv's matter. */
interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

interface Header {
  readonly required?: boolean
  readonly schema: { readonly type: string }
}

const base = "/api/v1"
const json = "application/json"

/** A pointer into a document (RFC 6901). */
const pointer = (...steps: ReadonlyArray<string | number>) =>
  steps.map((step) => `/${encodeURIComponent(String(step).replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")

type Node = Readonly<Record<string, unknown>>

/** A node of a document, and the pointer to it. */
interface Located<Value> {
  readonly at: string
  readonly value: Value
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null

/** Follows the steps from the document's root, and each reference on the way; undefined where there is no such node. */
export const locate = <Value>(document: object, ...steps: ReadonlyArray<string | number>): Located<Value> | undefined => {
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

/** What a path template matches, whatever its parameters are. */
const matcher = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]*")}$`)

/**
 * A client that fails where an answer is not what the document says of its operation and status, or
 * where a body that the server accepts is not one that the document allows. Paths and methods that
 * the document does not have pass.
 */
export const documented = (document: OpenApiDocument) => {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
  addFormats.default(ajv)
  // The document is no schema, but schemas in it refer to each other from its root.
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema({ ...document, $id: "openapi" })
  const templates = Object.keys(document.paths).map((template) => ({ template, matches: matcher(template) }))

  /** What is wrong with a value by the schema at the end of these steps. */
  const wrong = (value: unknown, ...steps: ReadonlyArray<string | number>): ReadonlyArray<string> => {
    const located = locate(document, ...steps)
    if (located === undefined) return [`${pointer(...steps)} is not in the document`]
    const validate = ajv.getSchema(`openapi#${located.at}`)
    if (validate === undefined) return [`${located.at} is no schema`]
    return validate(value)
      ? []
      : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message} (${located.at})`)
  }

  const missing = (...steps: ReadonlyArray<string | number>): ReadonlyArray<string> =>
    locate(document, ...steps) === undefined ? [`${pointer(...steps)} is not in the document`] : []

  /** What is wrong with the headers of an answer: one that is missing, or has a value that its schema does not allow. */
  const wrongHeaders = (headers: Headers, ...steps: ReadonlyArray<string | number>): ReadonlyArray<string> =>
    Object.keys(locate<Node>(document, ...steps, "headers")?.value ?? {}).flatMap((name) => {
      const { required = false, schema } = locate<Header>(document, ...steps, "headers", name)!.value
      const text = headers.get(name)
      if (text === null) return required ? [`the header ${name} is missing`] : []
      return wrong(schema.type === "integer" ? Number(text) : text, ...steps, "headers", name, "schema")
    })

  const check = (method: string, path: string, body: unknown, answer: Answer<unknown>) => {
    const at = base + path.split("?", 1)[0]
    const template = templates.find(({ matches }) => matches.test(at))?.template
    if (template === undefined || document.paths[template]?.[method] === undefined) return
    const operation = ["paths", template, method]
    const response = [...operation, "responses", answer.status]
    const accepted = answer.status < 400 && body !== undefined
    expect([
      ...(typeof answer.body === "string"
        ? missing(...response, "content", "*/*")
        : wrong(answer.body, ...response, "content", json, "schema")),
      ...wrongHeaders(answer.headers, ...response),
      ...(accepted ? wrong(body, ...operation, "requestBody", "content", json, "schema") : [])
    ], `${method} ${path}`).toEqual([])
  }

  return (call: Call): Call => async (method, path, options = {}) => {
    const answer = await call<never>(method, path, options)
    check(method.toLowerCase(), path, options.body, answer)
    return answer
  }
}

/** The same by the document that a server gives out. */
export const documentedBy = async (base_url: string) => documented(await (await fetch(`${base_url}/openapi.json`)).json())
