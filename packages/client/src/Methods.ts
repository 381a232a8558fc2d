/** Makes the client's methods from the table of operations. */
import { remember } from "./ResponseInfo.ts"
import { maxResponseBytes, maxContentsBytes, textOf } from "./Body.ts"
import { unexpectedResponse } from "./Errors.ts"
import { type Groups, operations } from "./generated/Api.ts"
import type { Operation, WriteOptions } from "./Operation.ts"
import { pagesOf } from "./Pages.ts"
import { send } from "./Send.ts"
import { headersOf, type Settings } from "./Settings.ts"
import { uuid } from "./Uuid.ts"

/** The arguments of a method call, by their use. */
interface Call {
  readonly path: string
  readonly input: Readonly<Record<string, unknown>>
  readonly options: WriteOptions
}

/** Inserts ids into a path. Throws a `TypeError` for a text that would change the path's structure. */
const pathWith = (path: string, ids: ReadonlyArray<unknown>): string => {
  let next = 0
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const id = ids[next++]
    if (typeof id !== "string" || /^\.{0,2}$/.test(id)) throw new TypeError(`${name}: expected an id`)
    return encodeURIComponent(id)
  })
}

const callOf = ({ input, path }: Operation, values: ReadonlyArray<unknown>): Call => {
  const count = path.split("{").length - 1
  const [first = {}, second = {}] = values.slice(count)
  return {
    path: pathWith(path, values),
    input: (input === undefined ? {} : first) as Call["input"],
    options: (input === undefined ? first : second) as Call["options"]
  }
}

const queryOf = (values: Readonly<Record<string, unknown>>): string => {
  const given = Object.entries(values).flatMap(([name, value]) => value === undefined ? [] : [[name, String(value)]])
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`
}

const formOf = (fields: Readonly<Record<string, unknown>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value as string | Blob)
  return form
}

const bodyOf = ({ input: kind }: Operation, input: Call["input"]): BodyInit | undefined => {
  if (kind === "json") return JSON.stringify(input)
  return kind === "form" ? formOf(input) : undefined
}

const readJson = (requestId: string, maxBytes: number) => async (response: Response): Promise<object> => {
  const text = await textOf(response, maxBytes)
  try {
    return remember(JSON.parse(text), response, requestId)
  } catch {
    throw unexpectedResponse(response, "The answer is no JSON", requestId)
  }
}

/** Sends the request of a call, and returns the response's body; for a file, the response itself. */
const run = (settings: Settings, operation: Operation, { input, options, path }: Call): Promise<object> => {
  const { answer, hasContents = false, input: kind, method } = operation
  const isRead = method === "GET"
  const requestId = uuid()
  const headers = headersOf(settings, requestId, options.headers)
  const { idempotencyKey = settings.idempotencyKeys ? uuid() : false } = options
  if (!isRead && idempotencyKey !== false) headers.set("idempotency-key", idempotencyKey)
  if (options.ifMatch !== undefined) headers.set("if-match", options.ifMatch)
  if (kind === "json") headers.set("content-type", "application/json")
  const body = bodyOf(operation, input)
  const query = queryOf({ ...(kind === "query" ? input : {}), dry_run: options.dryRun === true ? true : undefined })
  const isFile = answer === "file" || kind === "form" || hasContents
  // A page of the feed can be asked to wait, for up to 30 seconds.
  const waitMillis = kind === "query" && typeof input["wait"] === "number" ? input["wait"] * 1000 : 0
  return send(settings, {
    url: `${settings.baseUrl}${path}${query}`,
    init: { method, headers, ...(body === undefined ? {} : { body }) },
    requestId,
    timeoutMillis: waitMillis +
      (options.timeoutMillis ?? (isFile ? settings.fileTimeoutMillis : settings.timeoutMillis)),
    signal: options.signal,
    isSafe: isRead || headers.has("idempotency-key") || options.dryRun === true,
    isStream: answer === "file",
    read: answer === "file"
      ? (response) => Promise.resolve(response)
      : readJson(requestId, hasContents ? maxContentsBytes : maxResponseBytes)
  })
}

const groupOf = (settings: Settings, table: Readonly<Record<string, Operation>>) =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, operation]) => {
      const method = async (...values: ReadonlyArray<unknown>) => run(settings, operation, callOf(operation, values))
      const { all, items } = operation
      if (all === undefined || items === undefined) return [[name, method]]
      const pages = (...values: ReadonlyArray<unknown>) => {
        const call = callOf(operation, values)
        return pagesOf(items, call.input, (input) => run(settings, operation, { ...call, input }))
      }
      return [[name, method], [all, pages]]
    })
  )

/** Returns the methods of all groups. Their types are generated from the same document as the table. */
export const groupsOf = (settings: Settings): Groups =>
  Object.fromEntries(
    Object.entries(operations).map(([name, table]) => [name, groupOf(settings, table)])
  ) as unknown as Groups
