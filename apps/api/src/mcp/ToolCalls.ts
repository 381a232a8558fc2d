/** Calls tools: reads at once, writes first as a dry run and then by its confirmation. */
import { strict } from "@candor/contract/Endpoint"
import { type ApiError, InvalidRequest } from "@candor/contract/Errors"
import { invalidInput } from "@candor/contract/Issues"
import { dryRun, dryRunHeader, idempotencyKey, idempotencyReplayed, isSuccess } from "@candor/contract/SafeWriting"
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Clock, Effect, Result, Schema } from "effect"
import { issuesOf } from "../request/InputIssues.ts"
import * as Confirmation from "./Confirmation.ts"
import type { InterfaceResponse, Send } from "./InterfaceCall.ts"
import { type Arguments, type OperationRequest, pathWith, requestOf } from "./OperationRequest.ts"
import { isEmpty, understand } from "./ToolArguments.ts"
import type { ToolOperation } from "./ToolOperations.ts"
import { DescribeInput, isRead, ReadInput, type Tool, WriteInput } from "./Tools.ts"

/** Bytes of the longest response that a tool returns: more than that is no use to a model. */
export const maxResponseBytes = 256 * 1024

/** A result, once as text for clients that do not read structured content (Model Context Protocol, "Tools"). */
const succeeded = (value: Record<string, unknown>): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: value
})

const failed = (text: string): CallToolResult => ({ content: [{ type: "text", text }], isError: true })

/** The answer of an operation to a tool. */
const answerOf = ({ withheld }: ToolOperation, text: string): unknown =>
  withheld === undefined ? JSON.parse(text) : JSON.parse(text, (key, value: unknown) => key === withheld ? undefined : value)

/** The result that an error of the interface has, with the text that it has over HTTP. */
export const failedWith = ({ error }: ApiError): CallToolResult => failed(JSON.stringify({ error }))

/** Tells how arguments were understood, beside a result. An error keeps the text that it has over HTTP. */
const withNotes = (notes: ReadonlyArray<string>) => (result: CallToolResult): CallToolResult => {
  if (notes.length === 0) return result
  const { content, isError, structuredContent = {} } = result
  if (isError === true) return { ...result, content: [...content, { type: "text", text: `Understood: ${notes.join(" ")}` }] }
  const { understood = [], ...others } = structuredContent as { readonly understood?: ReadonlyArray<string> }
  return succeeded({ ...others, understood: [...notes, ...understood] })
}

const tooLong = (bytes: number) =>
  new InvalidRequest({
    error: {
      message: `The answer has ${bytes} bytes, and that of a tool at most ${maxResponseBytes}. Ask for less, as with a smaller limit.`,
      details: { reason: "limit_reached", limit: maxResponseBytes }
    }
  })

const withDryRun = (request: OperationRequest): OperationRequest => {
  const [path, query] = request.url.split("?")
  const parameters = new URLSearchParams(query)
  parameters.set(dryRun, "true")
  return { ...request, url: `${path}?${parameters}` }
}

const decoded = <A>(schema: Schema.Codec<A, unknown>, input: Arguments): Result.Result<A, InvalidRequest> =>
  Result.mapError(Schema.decodeUnknownResult(schema, strict)(input), ({ issue }) => invalidInput(issuesOf(issue)))

const unknownOperation = (field: string) =>
  invalidInput([{ path: [field], message: "Expected an operation that the schema of this tool names" }])

export interface Calling {
  readonly operations: ReadonlyMap<string, ToolOperation>
  readonly send: Send
  readonly apiKey: string
  readonly randomBytes: (length: number) => Effect.Effect<Uint8Array>
}

/** Makes the function that calls a tool with the arguments that a client has sent. */
export const make = ({ apiKey, operations, randomBytes, send }: Calling) => {
  const confirmations = Confirmation.make(apiKey)

  const read = Effect.fnUntraced(function*(operation: ToolOperation, request: OperationRequest) {
    const response = yield* send(request)
    if (!isSuccess(response.status)) return failed(response.text)
    const bytes = Buffer.byteLength(response.text)
    return bytes > maxResponseBytes ? failedWith(tooLong(bytes)) : succeeded({ answer: answerOf(operation, response.text) })
  })

  /** The result of a write. Its change may be made, so a response that is too long is left out, and is no error. */
  const written = (operation: ToolOperation, message: string, { text }: InterfaceResponse, more: Record<string, unknown>) =>
    Buffer.byteLength(text) > maxResponseBytes
      ? succeeded({ message: `${message} The answer is left out: it is too long.`, ...more })
      : succeeded({ message, ...more, answer: answerOf(operation, text) })

  /** The entity tag of the resource that a write belongs to, without quotes; empty where there is none. */
  const currentTag = Effect.fnUntraced(function*({ resource }: ToolOperation, values: Arguments) {
    if (resource === undefined) return ""
    const { headers } = yield* send({ method: "GET", url: pathWith(resource, values), body: "" })
    return headers.get("etag")?.replaceAll("\"", "") ?? ""
  })

  const tried = Effect.fnUntraced(function*(operation: ToolOperation, request: OperationRequest, values: Arguments) {
    const etag = yield* currentTag(operation, values)
    const response = yield* send(withDryRun(request), etag === "" ? {} : { "if-match": `"${etag}"` })
    if (!isSuccess(response.status)) return failed(response.text)
    if (response.headers.get(dryRunHeader) !== "true") return yield* Effect.die(new Error(`${operation.name} has no dry run`))
    const expires = (yield* Clock.currentTimeMillis) + Confirmation.minutes * 60_000
    const nonce = Buffer.from(yield* randomBytes(Confirmation.nonceBytes)).toString("base64url")
    return written(
      operation,
      "Nothing has changed yet. Show the user what would change; on their consent, call again with the same arguments and this confirmation.",
      response,
      {
        outcome: "dry_run",
        confirmation: confirmations.issue(request, { expires, nonce, etag }),
        expires_at: new Date(expires).toISOString()
      }
    )
  })

  const confirmed = Effect.fnUntraced(function*(operation: ToolOperation, request: OperationRequest, confirmation: string) {
    const verified = confirmations.verify(request, confirmation, yield* Clock.currentTimeMillis)
    if (Result.isFailure(verified)) return failedWith(verified.failure)
    const { idempotencyKey: key, ifMatch } = verified.success
    const response = yield* send(request, { [idempotencyKey]: key, ...(ifMatch === undefined ? {} : { "if-match": ifMatch }) })
    if (!isSuccess(response.status)) return failed(response.text)
    return written(operation, "The change is made.", response, {
      outcome: "done",
      replayed: response.headers.get(idempotencyReplayed) === "true"
    })
  })

  const callOperation = (operation: ToolOperation, given: Arguments, confirmation?: string): Effect.Effect<CallToolResult> => {
    const { notes, values } = understand(given, operation.input, operation.method === "PATCH")
    const request = requestOf(operation, values)
    const called = Result.isFailure(request)
      ? Effect.succeed(failedWith(request.failure))
      : isRead(operation)
      ? read(operation, request.success)
      : confirmation === undefined
      ? tried(operation, request.success, values)
      : confirmed(operation, request.success, confirmation)
    return Effect.map(called, withNotes(notes))
  }

  const describe = (input: Arguments): CallToolResult => {
    const named = decoded(DescribeInput, input)
    if (Result.isFailure(named)) return failedWith(named.failure)
    const found = named.success.operations.map((name) => operations.get(name))
    if (!found.every((operation) => operation !== undefined)) return failedWith(unknownOperation("operations"))
    return succeeded({
      operations: found.map((operation) => ({
        operation: operation.name,
        tool: isRead(operation) ? "read" : "write",
        summary: operation.summary,
        description: operation.description,
        arguments: operation.input
      }))
    })
  }

  /** Calls the operation that the arguments of a general tool name, if it is one of the tool's. */
  const callNamed = (input: Result.Result<WriteInput, InvalidRequest>, isOfTool: (operation: ToolOperation) => boolean) => {
    if (Result.isFailure(input)) return Effect.succeed(failedWith(input.failure))
    const { arguments: values = {}, confirmation, operation: name } = input.success
    const operation = operations.get(name)
    return operation === undefined || !isOfTool(operation)
      ? Effect.succeed(failedWith(unknownOperation("operation")))
      : callOperation(operation, values, confirmation)
  }

  return ({ action, description }: Tool, given: Arguments): Effect.Effect<CallToolResult> => {
    if (action._tag === "Operation") {
      if (isRead(action.operation)) return callOperation(action.operation, given)
      const { confirmation, ...values } = given
      return callOperation(action.operation, values, isEmpty(confirmation) ? undefined : String(confirmation))
    }
    const { notes, values } = understand(given, description.inputSchema, false)
    const called = action._tag === "Describe"
      ? Effect.succeed(describe(values))
      : action._tag === "Read"
      ? callNamed(decoded(ReadInput, values), isRead)
      : callNamed(decoded(WriteInput, values), (operation) => !isRead(operation))
    return Effect.map(called, withNotes(notes))
  }
}
