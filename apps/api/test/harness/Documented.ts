/** Holds requests and answers against the OpenAPI document that the server gives out. */
import addFormats from "ajv-formats"
import { Ajv2020 } from "ajv/dist/2020.js"
import { expect } from "bun:test"
import type { Answer, Call } from "./Client.ts"

interface Content {
  readonly content?: Readonly<Record<string, unknown>>
}

interface Operation {
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

/** As much of an OpenAPI document as is walked here; its schemas are Ajv's matter. */
interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const base = "/api/v1"
const json = "application/json"

/** A place in a document (RFC 6901). */
const pointer = (...steps: ReadonlyArray<string | number>) =>
  steps.map((step) => `/${encodeURIComponent(String(step).replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")

/** What a path template matches, whatever stands in place of its parameters. */
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

  /** What is wrong with a value by the schema at a place in the document. */
  const wrong = (value: unknown, at: string): ReadonlyArray<string> => {
    const validate = ajv.getSchema(`openapi#${at}`)
    if (validate === undefined) return [`${at} is not in the document`]
    return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message} (${at})`)
  }

  const check = (method: string, path: string, body: unknown, answer: Answer<unknown>) => {
    const at = base + path.split("?", 1)[0]
    const template = templates.find(({ matches }) => matches.test(at))?.template
    const operation = template === undefined ? undefined : document.paths[template]?.[method]
    if (template === undefined || operation === undefined) return
    const place = pointer("paths", template, method)
    const accepted = answer.status < 400 && body !== undefined
    expect([
      ...wrong(answer.body, `${place}${pointer("responses", answer.status, "content", json, "schema")}`),
      ...(accepted ? wrong(body, `${place}${pointer("requestBody", "content", json, "schema")}`) : [])
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
