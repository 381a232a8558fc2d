/** Calls tools. Reads run at once; writes run as a dry run first, and then by its confirmation. */
import { strict } from "@candor/contract/Endpoint"
import { makesResource } from "@candor/contract/ExternalIds"
import * as Errors from "@candor/contract/Errors"
import { invalidInput } from "@candor/contract/Issues"
import { dryRun, dryRunHeader, idempotencyKey, idempotencyReplayed, isSuccess } from "@candor/contract/SafeWriting"
import type { JsonSchema } from "@candor/contract/SchemaDocument"
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Clock, Effect, Result, Schema } from "effect"
import { issuesOf } from "../request/InputIssues.ts"
import * as Confirmation from "./Confirmation.ts"
import { withLinks } from "./ConsoleLinks.ts"
import { pageSize } from "./EverydayTools.ts"
import type { InterfaceResponse, Send } from "./InterfaceCall.ts"
import { keptOperations } from "./KeptOperations.ts"
import { nextStep } from "./NextStep.ts"
import { type Arguments, type OperationRequest, pathWith, requestOf } from "./OperationRequest.ts"
import { select, type Selection } from "./Selection.ts"
import { isEmpty, understand } from "./ToolArguments.ts"
import type { ToolOperation } from "./ToolOperations.ts"
import { CallInput, DescribeInput, isRead, SearchInput, type Tool } from "./Tools.ts"

/** Maximum bytes of a response that a tool returns: a longer one is of no use to a model. */
export const maxResponseBytes = 256 * 1024

/** A result, repeated as text for clients that do not read structured content (Model Context Protocol, "Tools"). */
const succeeded = (value: Record<string, unknown>): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: value
})

const failed = (text: string, next?: string): CallToolResult => ({
  content: [text, ...next === undefined ? [] : [next]].map((text) => ({ type: "text", text })),
  isError: true
})

/** The result for an error response, with the text that it has over HTTP. */
const refused = ({ status, text }: InterfaceResponse): CallToolResult => {
  const { error } = JSON.parse(text) as { readonly error: { readonly details?: { readonly reason?: unknown } } }
  return failed(text, nextStep(status, error.details?.reason))
}

/** The result for an error of the interface, with the text that it has over HTTP. */
export const failedWith = ({ error }: Errors.ApiError): CallToolResult => failed(JSON.stringify({ error }))

/** Adds to a result how arguments were understood. An error keeps the text that it has over HTTP. */
const withNotes = (notes: ReadonlyArray<string>) => (result: CallToolResult): CallToolResult => {
  if (notes.length === 0) return result
  const { content, isError, structuredContent = {} } = result
  if (isError === true)
    return { ...result, content: [...content, { type: "text", text: `Understood: ${notes.join(" ")}` }] }
  const { understood = [], ...others } = structuredContent as { readonly understood?: ReadonlyArray<string> }
  return succeeded({ ...others, understood: [...notes, ...understood] })
}

const tooLong = (bytes: number) =>
  new Errors.InvalidRequest({
    error: {
      message:
        `The answer has ${bytes} bytes, and that of a tool at most ${maxResponseBytes}. Ask for less, as with a smaller limit.`,
      details: { reason: "limit_reached", limit: maxResponseBytes }
    }
  })

const withDryRun = (request: OperationRequest): OperationRequest => {
  const [path, query] = request.url.split("?")
  const parameters = new URLSearchParams(query)
  parameters.set(dryRun, "true")
  return { ...request, url: `${path}?${parameters}` }
}

const decoded = <A>(schema: Schema.Codec<A, unknown>, input: Arguments): Result.Result<A, Errors.InvalidRequest> =>
  Result.mapError(Schema.decodeUnknownResult(schema, strict)(input), ({ issue }) => invalidInput(issuesOf(issue)))

const unknownOperation = (name: string) =>
  invalidInput([{
    path: ["operation"],
    message: keptOperations.has(name)
      ? `No tool calls this: ${keptOperations.get(name)}`
      : "Expected the name of an operation, which `search_operations` finds",
    reason: "unknown_reference"
  }])

const notFound = Errors.status.NotFound

/** Whether an operation changes some fields, and keeps those that are left out. */
const changesSome = ({ method }: ToolOperation): boolean => method === "PATCH" || method === "PUT"

export interface Calling {
  readonly operations: ReadonlyMap<string, ToolOperation>
  readonly search: (query: string) => { readonly [field: string]: unknown }
  readonly send: Send
  /** The origin of the console, for links. */
  readonly origin: string
  /** The key of the codes of confirmations. */
  readonly confirmationKey: string
  readonly randomBytes: (length: number) => Effect.Effect<Uint8Array>
}

/** An operation that a tool calls. With a selection, the answer has only those fields, and links to the console. */
interface Called {
  readonly operation: ToolOperation
  readonly gives?: Selection
}

/** Makes the function that calls a tool with the arguments that a client has sent. */
export const make = ({ confirmationKey, operations, origin, randomBytes, search, send }: Calling) => {
  const confirmations = Confirmation.make(confirmationKey)

  const answerOf = ({ gives, operation: { withheld } }: Called, { headers, text }: InterfaceResponse): unknown => {
    const contentType = headers.get("content-type") ?? ""
    // A CSV file for spreadsheets begins with a byte order mark.
    if (!contentType.startsWith("application/json"))
      return { content_type: contentType, text: text.replace(/^\uFEFF/, "") }
    const answer: unknown = withheld === undefined
      ? JSON.parse(text)
      : JSON.parse(text, (key, value: unknown) => key === withheld ? undefined : value)
    return gives === undefined ? answer : withLinks(select(answer, gives), origin)
  }

  const read = Effect.fnUntraced(function*(called: Called, request: OperationRequest) {
    const response = yield* send(request)
    if (!isSuccess(response.status)) return refused(response)
    const answer = answerOf(called, response)
    const bytes = Buffer.byteLength(JSON.stringify(answer))
    return bytes > maxResponseBytes ? failedWith(tooLong(bytes)) : succeeded({ answer })
  })

  /** The result of a write. The change may be done, so an answer that is too long is left out, and is no error. */
  const written = (called: Called, message: string, response: InterfaceResponse, more: Record<string, unknown>) => {
    const answer = answerOf(called, response)
    return Buffer.byteLength(JSON.stringify(answer)) > maxResponseBytes
      ? succeeded({ message: `${message} The answer is left out: it is too long.`, ...more })
      : succeeded({ message, ...more, answer })
  }

  /** The state of the resource that a write changes. */
  const currentState = Effect.fnUntraced(function*({ method, path, resource }: ToolOperation, values: Arguments) {
    if (resource === undefined) return Confirmation.unknown
    const { headers, status } = yield* send({ method: "GET", url: pathWith(resource, values), body: "" })
    if (status === notFound && makesResource(method, path)) return Confirmation.absent
    return headers.get("etag")?.replaceAll("\"", "") ?? Confirmation.unknown
  })

  const tried = Effect.fnUntraced(function*(called: Called, request: OperationRequest, values: Arguments) {
    const { operation } = called
    const state = yield* currentState(operation, values)
    const response = yield* send(withDryRun(request), Confirmation.preconditionOf(state))
    if (!isSuccess(response.status)) return refused(response)
    if (response.headers.get(dryRunHeader) !== "true")
      return yield* Effect.die(new Error(`${operation.name} has no dry run`))
    const expires = (yield* Clock.currentTimeMillis) + Confirmation.minutes * 60_000
    const nonce = Buffer.from(yield* randomBytes(Confirmation.nonceBytes)).toString("base64url")
    return written(
      called,
      "Nothing has changed yet. Show the user what would change; on their consent, call again with the same arguments and this confirmation.",
      response,
      {
        outcome: "dry_run",
        confirmation: confirmations.issue(request, { expires, nonce, state }),
        expires_at: new Date(expires).toISOString()
      }
    )
  })

  const confirmed = Effect.fnUntraced(function*(called: Called, request: OperationRequest, confirmation: string) {
    const verified = confirmations.verify(request, confirmation, yield* Clock.currentTimeMillis)
    if (Result.isFailure(verified)) return failedWith(verified.failure)
    const { idempotencyKey: key, precondition } = verified.success
    const response = yield* send(request, { [idempotencyKey]: key, ...precondition })
    if (!isSuccess(response.status)) return refused(response)
    return written(called, "The change is made.", response, {
      outcome: "done",
      replayed: response.headers.get(idempotencyReplayed) === "true"
    })
  })

  const callOperation = (called: Called, given: Arguments, confirmation?: string): Effect.Effect<CallToolResult> => {
    const { operation } = called
    const { notes, values } = understand(given, operation.input, changesSome(operation))
    const request = requestOf(operation, values)
    const result = Result.isFailure(request)
      ? Effect.succeed(failedWith(request.failure))
      : isRead(operation)
      ? read(called, request.success)
      : confirmation === undefined
      ? tried(called, request.success, values)
      : confirmed(called, request.success, confirmation)
    return Effect.map(result, withNotes(notes))
  }

  const describe = ({ operation: name }: typeof DescribeInput.Type): CallToolResult => {
    const operation = operations.get(name)
    return operation === undefined ? failedWith(unknownOperation(name)) : succeeded({
      operation: operation.name,
      changes: !isRead(operation),
      summary: operation.summary,
      description: operation.description,
      arguments: operation.input
    })
  }

  const callNamed = (
    { arguments: values = {}, confirmation, operation: name }: CallInput
  ): Effect.Effect<CallToolResult> => {
    const operation = operations.get(name)
    return operation === undefined
      ? Effect.succeed(failedWith(unknownOperation(name)))
      : callOperation({ operation }, values, confirmation)
  }

  /** Runs a general tool with its decoded input. */
  const withInput = <A>(
    inputSchema: JsonSchema,
    schema: Schema.Codec<A, unknown>,
    given: Arguments,
    run: (input: A) => Effect.Effect<CallToolResult>
  ): Effect.Effect<CallToolResult> => {
    const { notes, values } = understand(given, inputSchema, false)
    const input = decoded(schema, values)
    return Effect.map(
      Result.isFailure(input) ? Effect.succeed(failedWith(input.failure)) : run(input.success),
      withNotes(notes)
    )
  }

  return ({ action }: Tool, given: Arguments): Effect.Effect<CallToolResult> => {
    switch (action._tag) {
      case "Everyday": {
        const { gives, operation } = action
        const { confirmation, ...values } = given
        if (!isRead(operation))
          return callOperation({ operation, gives }, values, isEmpty(confirmation) ? undefined : String(confirmation))
        const isPaged = operation.queryParameters.has("limit") && isEmpty(given["limit"])
        return callOperation({ operation, gives }, isPaged ? { ...given, limit: pageSize } : given)
      }
      case "Search":
        return withInput(action.input, SearchInput, given, ({ query }) => Effect.succeed(succeeded(search(query))))
      case "Describe":
        return withInput(action.input, DescribeInput, given, (input) => Effect.succeed(describe(input)))
      case "Call":
        return withInput(action.input, CallInput, given, callNamed)
    }
  }
}
