/**
 * Validates exchanges against an OpenAPI document. A violation is an undocumented answer, a request that the server
 * accepts although the document does not allow it, or an event of a stream that does not match its type's schema.
 */
import { checkAnswer } from "./AnswerChecks.ts"
import { checkEvent } from "./EventChecks.ts"
import type { Exchange, ReceivedAnswer, SentRequest, Streamed } from "./Exchange.ts"
import { type OpenApiDocument, schemasOf } from "./OpenApiDocument.ts"
import { type Operation, operationsOf, type PathOperations } from "./Operations.ts"
import { checkRequest } from "./RequestChecks.ts"
import { isUndocumented } from "./Undocumented.ts"

export interface Validator {
  /**
   * Resolves to what is wrong with an exchange: empty if it is as documented. For a stream, it is called at the start.
   */
  readonly exchange: (exchange: Exchange) => Promise<ReadonlyArray<string>>
  /** Returns what is wrong with an event of a stream. */
  readonly streamed: (streamed: Streamed) => ReadonlyArray<string>
}

/** The maximum number of characters of a request's target in a violation. */
const maxTarget = 300

/** The path of a target, without its query. */
const pathOf = (target: string): string => target.split("?", 1)[0]!

/** Returns the method of the operation: an answer to HEAD is validated as one to GET. */
const methodOf = ({ method }: SentRequest): string => method === "HEAD" ? "get" : method.toLowerCase()

/** Returns the methods of a path, in the format of `Allow`. */
const allowed = (operations: PathOperations): string => {
  const methods = [...operations.keys()].map((method) => method.toUpperCase())
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted().join(", ")
}

const checkAllow = ({ headers }: ReceivedAnswer, operations: PathOperations): ReadonlyArray<string> => {
  const sent = (headers.get("allow") ?? "").split(/ *, */).toSorted().join(", ")
  const documented = allowed(operations)
  return sent === documented ? [] : [`Allow is ${sent}, and the document has ${documented}`]
}

/** Makes a validator for this document. Each schema is compiled once, at its first use. */
export const validator = (document: OpenApiDocument): Validator => {
  const check = schemasOf(document)
  const operations = operationsOf(document)

  const operationOf = (request: SentRequest): Operation | undefined =>
    operations.at(pathOf(request.target))?.get(methodOf(request))

  /** Makes the beginning of violations: the request, its operation, and the status of the answer. */
  const named = (request: SentRequest, status: number) => (wrong: string): string => {
    const id = operationOf(request)?.id
    const operation = id === undefined ? "" : ` (${id})`
    return `${request.method} ${request.target.slice(0, maxTarget)}${operation}, answered with ${status}: ${wrong}`
  }

  /** Any answer without an operation must be an error: the documented one for its status, else that for 400. */
  const checkRefusal = (answer: ReceivedAnswer, isHead: boolean): ReadonlyArray<string> => {
    if (answer.status < 400) return [`is not in the document, and was answered with ${answer.status}`]
    return checkAnswer(answer, (operations.response(answer.status) ?? operations.response(400))!, { isHead, check })
  }

  const violations = async ({ answer, request }: Exchange): Promise<ReadonlyArray<string>> => {
    const path = pathOf(request.target)
    if (isUndocumented(path, answer.status)) return []
    const { method } = request
    const isHead = method === "HEAD"
    const found = operations.at(path)
    if (found === undefined) return checkRefusal(answer, isHead)
    if (method === "OPTIONS" && answer.status === 204) return checkAllow(answer, found)
    const operation = found.get(methodOf(request))
    if (operation === undefined) {
      return [...checkRefusal(answer, isHead), ...(answer.status === 405 ? checkAllow(answer, found) : [])]
    }
    const response = operation.responses.get(answer.status)
    if (response === undefined) return [`the status ${answer.status} is not in ${operation.at}`]
    return [
      ...checkAnswer(answer, response, { isHead, check }),
      ...(answer.status < 400 ? await checkRequest(request, operation, check) : [])
    ]
  }

  const eventViolations = ({ event, request, status }: Streamed): ReadonlyArray<string> => {
    if (isUndocumented(pathOf(request.target), status)) return []
    // An undocumented stream is already a violation of its exchange.
    if (operationOf(request)?.responses.get(status)?.content.has("text/event-stream") !== true) return []
    if ("unreadable" in event) return [`what is no event: ${event.unreadable}`]
    return checkEvent(document, event, check).map((wrong) =>
      `the event ${event.id ?? "?"} of the type ${event.event ?? "?"}: ${wrong}`
    )
  }

  /** Returns the request with the path that was answered: a slash at its end is ignored. */
  const answered = ({ answer, request }: Exchange): SentRequest =>
    answer.status < 400 ? { ...request, target: request.target.replace(/^([^?]+)\/(?=\?|$)/, "$1") } : request

  return {
    exchange: async ({ answer, ...rest }) => {
      const request = answered({ answer, ...rest })
      return (await violations({ ...rest, answer, request })).map(named(request, answer.status))
    },
    streamed: (streamed) => eventViolations(streamed).map(named(streamed.request, streamed.status))
  }
}
