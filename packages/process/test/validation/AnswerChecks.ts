/** Validates an answer by the response for its status in the document. */
import { gunzipSync } from "node:zlib"
import { mediaType, type ReceivedAnswer } from "./Exchange.ts"
import type { CheckSchema } from "./OpenApiDocument.ts"
import type { Response } from "./Operations.ts"
import { checkTexts } from "./TextValues.ts"

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Parses the JSON of a body; throws if it is invalid. */
export const parseJson = (body: Uint8Array): unknown => JSON.parse(decoder.decode(body))

const checkJson = (body: Uint8Array, headers: Headers, schema: string, check: CheckSchema): ReadonlyArray<string> => {
  try {
    const encoding = headers.get("content-encoding")
    if (encoding !== null && encoding !== "gzip") return [`the content encoding ${encoding} is not known`]
    return check(parseJson(encoding === null ? body : gunzipSync(body)), schema)
  } catch (error) {
    return [`the body is no JSON: ${String(error)}`]
  }
}

/** Returns what is wrong with an answer. An answer to HEAD has no body; a truncated body is not checked. */
export const checkAnswer = (
  { body, headers, status }: ReceivedAnswer,
  { at, content, headers: documented }: Response,
  options: { readonly isHead: boolean; readonly check: CheckSchema }
): ReadonlyArray<string> => {
  const wrongHeaders = documented.flatMap((header) => {
    const text = headers.get(header.name)
    return checkTexts("header", header, text === null ? [] : [text], options.check)
  })
  const type = mediaType(headers)
  if (content.size === 0) {
    const length = headers.get("content-length")
    const isEmpty = status === 304 || ((length === null || length === "0") && !headers.has("transfer-encoding"))
    return isEmpty ? wrongHeaders : [...wrongHeaders, `has a body, and ${at} has none`]
  }
  const schema = type === undefined ? undefined : content.get(type) ?? content.get("*/*")
  if (schema === undefined) return [...wrongHeaders, `the content type ${type} is not in ${at}`]
  if (options.isHead || type !== "application/json" || body === undefined) return wrongHeaders
  return [...wrongHeaders, ...checkJson(body, headers, schema, options.check)]
}
