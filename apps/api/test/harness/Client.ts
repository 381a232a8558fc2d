/** A plain HTTP client. It checks the requirements on every response, so that no test can skip them. */
import { expectDocumented, originBehind, validate } from "@candor/process/testing/validation/Validated"
import { expect } from "bun:test"

/** A JSON value. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject
export interface JsonObject {
  readonly [field: string]: Json
}

export interface Answer<Body = JsonObject> {
  readonly status: number
  readonly headers: Headers
  /** The raw body. */
  readonly text: string
  readonly body: Body
}

/** The body of an error. */
export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly details?: JsonObject }
}

export interface CallOptions {
  readonly key?: string | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  /** A raw body, instead of `body`. */
  readonly rawBody?: string | ReadableStream
  /** A multipart/form-data body, instead of `body`. */
  readonly form?: FormData
  readonly headers?: Readonly<Record<string, string>>
}

/** `Body` is the type that the caller reads; the conformance tests show that success bodies have these fields. */
export type Call = <Body = JsonObject>(method: string, path: string, options?: CallOptions) => Promise<Answer<Body>>

/** The code for each status (spec, part 7, and the settled questions). */
const codes: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "invalid_request",
  408: "invalid_request",
  409: "invalid_request",
  412: "invalid_request",
  413: "invalid_request",
  415: "invalid_request",
  416: "invalid_request",
  429: "rate_limit_exceeded",
  500: "internal_error",
  503: "internal_error"
}

const hour = 3600

const integerHeader = (headers: Headers, name: string): number => {
  const text = headers.get(name) ?? ""
  expect(text, name).toMatch(/^\d+$/)
  return Number(text)
}

const isJson = (headers: Headers): boolean =>
  /^application\/json(; *charset=utf-8)?$/i.test(headers.get("content-type") ?? "")

const checkHeaders = (status: number, headers: Headers, sent: number, received: number) => {
  const isInert = headers.get("content-disposition")?.startsWith("attachment") ||
    headers.get("content-security-policy")?.startsWith("sandbox")
  expect(isJson(headers) || isInert).toBe(true)
  expect(headers.get("x-request-id") ?? "").toMatch(/^[\w.:~-]{1,128}$/)
  const limit = integerHeader(headers, "x-ratelimit-limit")
  expect(integerHeader(headers, "x-ratelimit-remaining")).toBeLessThanOrEqual(limit)
  const reset = integerHeader(headers, "x-ratelimit-reset")
  expect(reset).toBeGreaterThan(sent / 1000)
  expect(reset).toBeLessThanOrEqual(received / 1000 + hour)
  expect(headers.get("x-content-type-options")).toBe("nosniff")
  expect(headers.get("cache-control") ?? "").toMatch(/^(no-store|public, .*)$/)
  expect(status === 401).toBe(
    /^Bearer realm="[^"]+"(, error="invalid_token")?, resource_metadata="http[^"]+", scope="read"$/.test(
      headers.get("www-authenticate") ?? ""
    )
  )
  const retry = status === 429 || status === 503 ? integerHeader(headers, "retry-after") : 1
  expect(retry).toBeWithin(1, hour + 1)
}

const checkEnvelope = (status: number, body: JsonObject) => {
  const code = codes[status]
  expect(code, `a code for the status ${status}`).toBeString()
  expect(body).toEqual({ error: expect.any(Object) })
  const { details, ...rest } = body["error"] as JsonObject
  expect(rest).toEqual({ code: code!, message: expect.stringMatching(/\S/) })
  expect(details === undefined || (typeof details === "object" && details !== null && !Array.isArray(details)))
    .toBe(true)
}

/** The maximum number of characters of a body that is sent without the proxy: a server may refuse a longer one midway. */
const maxDirect = 65_536

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The answer's headers as those of its decoded body. */
const withoutEncoding = (headers: Headers): Headers => {
  if (!headers.has("content-encoding")) return headers
  const decoded = new Headers(headers)
  decoded.delete("content-encoding")
  return decoded
}

/**
 * Makes a client of the server at this address (a `TestServer`'s, or another process's). Hours of rate limits are those
 * of the database's clock, whatever the server's clock says. Forms, streams and long bodies go through its proxy; other
 * exchanges are validated here.
 */
export const client = (base_url: string): Call => async (method, path, options = {}) => {
  const { body, form, headers: more, key, rawBody } = options
  const json = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
  const content = json ?? form
  const headers = new Headers({
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(json === undefined ? {} : { "content-type": "application/json" }),
    ...more
  })
  const isPlain = content === undefined || typeof content === "string" && content.length <= maxDirect
  const url = new URL(base_url + path)
  const direct = isPlain ? originBehind(url.origin) : undefined
  if (direct !== undefined && !headers.has("host")) headers.set("host", url.host)
  const sent = Date.now()
  const response = await fetch(direct === undefined ? base_url + path : direct + url.pathname + url.search, {
    method,
    headers,
    ...(content === undefined ? {} : { body: content }),
    redirect: "manual"
  })
  const { status } = response
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = decoder.decode(bytes)
  if (direct !== undefined) {
    await validate({
      request: {
        method,
        target: url.pathname + url.search,
        headers,
        body: encoder.encode(typeof content === "string" ? content : "")
      },
      answer: { status, headers: withoutEncoding(response.headers), body: bytes }
    })
  }
  expectDocumented()
  checkHeaders(status, response.headers, sent, Date.now())
  const parsed = isJson(response.headers) ? JSON.parse(text) : text
  if (status >= 400) checkEnvelope(status, parsed)
  return { status, headers: response.headers, text, body: parsed }
}

/** Returns the answer if it has the status; the failure includes its text. */
export const having = (status: number) => <Body>(answer: Answer<Body>): Answer<Body> => {
  expect(answer.status, answer.text).toBe(status)
  return answer
}
