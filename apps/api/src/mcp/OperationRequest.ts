/** Makes the HTTP request of an operation from a tool's arguments. */
import type { InvalidRequest } from "@candor/contract/Errors"
import { invalidInput, type Issue } from "@candor/contract/Issues"
import { Result } from "effect"
import { otherParameters, type ToolOperation } from "./ToolOperations.ts"
import { formOf } from "./UploadForm.ts"

export type Arguments = Readonly<Record<string, unknown>>

export interface OperationRequest {
  readonly method: string
  /** The path, with its query. */
  readonly url: string
  /** JSON text, or a form; empty if the operation has no body. */
  readonly body: string | Uint8Array<ArrayBuffer>
  /** The type of a body that is not JSON. */
  readonly contentType?: string
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Encodes JSON with sorted fields, so that equal arguments have equal texts. */
const canonical = (value: unknown): string =>
  JSON.stringify(
    value,
    (_, part: unknown) =>
      isObject(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => one < other ? -1 : 1))
        : part
  )

const textOf = (value: unknown): string => typeof value === "string" ? value : JSON.stringify(value)

/** Maximum characters of a path segment. Ids have 36. */
const maxPathPart = 200

/** Whether a value can be a path segment. URL parsers resolve `.` and `..`, encoded or not. */
const isPathPart = (value: unknown): value is string =>
  typeof value === "string" && value.length <= maxPathPart && !/^\.{0,2}$/.test(value)

const parametersIn = (path: string): ReadonlyArray<string> => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

/** Fills in the parameters of a path. `requestOf` has checked that they are texts. */
export const pathWith = (path: string, values: Arguments): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name]).toWellFormed()))

const queryOf = (entries: ReadonlyArray<readonly [string, unknown]>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of entries)
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, textOf(one))
  return query.size === 0 ? "" : `?${query}`
}

/**
 * Returns the request. An argument that the operation does not know is sent like its others, so that the interface
 * refuses it and lists the accepted ones.
 */
export const requestOf = (
  operation: ToolOperation,
  values: Arguments
): Result.Result<OperationRequest, InvalidRequest> => {
  const names = parametersIn(operation.path)
  const issues: ReadonlyArray<Issue> = [
    ...names.filter((name) => !isPathPart(values[name])).map((name) => ({
      path: [name],
      ...values[name] === undefined
        ? { message: "Required, and missing", reason: "required" as const }
        : { message: "Expected an id", reason: "not_id" as const }
    })),
    ...Object.keys(values).filter((name) => otherParameters.has(name) || operation.fixedParameters[name] !== undefined)
      .map((name) => ({
        path: [name],
        message: "Not accepted from a tool",
        reason: "unknown" as const
      }))
  ]
  if (issues.length > 0) return Result.fail(invalidInput(issues))
  const others = Object.entries(values).filter(([name, value]) => !names.includes(name) && value !== undefined)
    .toSorted(([one], [other]) => one < other ? -1 : 1)
  const isQuery = ([name]: readonly [string, unknown]) => !operation.hasBody || operation.queryParameters.has(name)
  const fields = Object.fromEntries(others.filter((entry) => !isQuery(entry)))
  const body: Result.Result<Pick<OperationRequest, "body" | "contentType">, InvalidRequest> = operation.uploads
    ? Result.mapError(formOf(fields), (issues) => invalidInput(issues))
    : Result.succeed({ body: operation.hasBody ? canonical(fields) : "" })
  return Result.map(body, (body) => ({
    method: operation.method,
    url: pathWith(operation.path, values) +
      queryOf([...others.filter(isQuery), ...Object.entries(operation.fixedParameters)]),
    ...body
  }))
}
