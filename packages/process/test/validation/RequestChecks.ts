/** Validates a request that the server accepted by its operation in the document. */
import { parseJson } from "./AnswerChecks.ts"
import { mediaType, type SentRequest } from "./Exchange.ts"
import type { CheckSchema } from "./OpenApiDocument.ts"
import type { Operation } from "./Operations.ts"
import { checkTexts } from "./TextValues.ts"
import { isOfConsole } from "./Undocumented.ts"

/** Converts a form for its schema: a file is the text "" of the format `binary`, and a repeated field is a list. */
const formValue = async (body: Uint8Array<ArrayBuffer>, contentType: string): Promise<object> => {
  const form = await new Response(body, { headers: { "content-type": contentType } }).formData()
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name).map((value) => typeof value === "string" ? value : "")
      return [name, values.length === 1 ? values[0] : values]
    })
  )
}

const checkBody = async (
  { body, headers }: SentRequest,
  operation: Operation,
  check: CheckSchema
): Promise<ReadonlyArray<string>> => {
  const documented = operation.body
  if (documented === undefined) return body?.length === 0 ? [] : [`a body, which ${operation.at} does not have`]
  if (body === undefined) return ["the request's body was not read as a whole"]
  if (body.length === 0 && !documented.required) return []
  const type = mediaType(headers)
  const schema = documented.content.get(type ?? "")
  if (schema === undefined) return [`the request's content type ${type} is not in ${operation.at}`]
  try {
    const value = type === "multipart/form-data" || type === "application/x-www-form-urlencoded"
      ? await formValue(body as Uint8Array<ArrayBuffer>, headers.get("content-type")!)
      : parseJson(body)
    return check(value, schema, true).map((wrong) => `the request's body: ${wrong}`)
  } catch (error) {
    return [`the request's body cannot be read: ${String(error)}`]
  }
}

const checkParameters = (
  { headers, target }: SentRequest,
  operation: Operation,
  check: CheckSchema
): ReadonlyArray<string> => {
  const [path = "", query = ""] = target.split("?", 2)
  const inPath = operation.path.exec(path)?.groups ?? {}
  const inQuery = new URLSearchParams(query)
  const texts = {
    path: (name: string) => [decodeURIComponent(inPath[name]!)],
    query: (name: string) => inQuery.getAll(name),
    header: (name: string) => headers.has(name) ? [headers.get(name)!] : []
  }
  const named = new Set(operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name))
  return [
    ...operation.parameters.flatMap((parameter) =>
      checkTexts(
        `${parameter.in} parameter`,
        parameter,
        texts[parameter.in](parameter.name),
        check,
        parameter.in === "query"
      )
    ),
    ...[...inQuery.keys()].filter((name) => !named.has(name)).map((name) =>
      `the query parameter ${name} is not in ${operation.at}`
    )
  ]
}

/** Returns what the document does not allow in a request. */
export const checkRequest = async (
  request: SentRequest,
  operation: Operation,
  check: CheckSchema
): Promise<ReadonlyArray<string>> => {
  const hasKey = /^Bearer \S+$/i.test(request.headers.get("authorization") ?? "") || isOfConsole(request.headers)
  return [
    ...(operation.needsKey && !hasKey ? ["without a key"] : []),
    ...checkParameters(request, operation, check),
    ...await checkBody(request, operation, check)
  ]
}
