/**
 * Holds exchanges against an OpenAPI document. A violation of it is an answer that the document does not have, or a
 * request that the server accepts and the document does not allow, or an event of a stream that is not as its type is
 * documented.
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
   * Resolves to what is wrong with an exchange: nothing, where it is as documented. Of a stream, it is told at its
   * start.
   */
  readonly exchange: (exchange: Exchange) => Promise<ReadonlyArray<string>>
  /** What is wrong with an event of a stream. */
  readonly streamed: (streamed: Streamed) => ReadonlyArray<string>
}

/** The most characters of a request's target in a violation. */
const maxTarget = 300

/** The path of a target, without its query. */
const pathOf = (target: string): string => target.split("?", 1)[0]!

/** The method of its operation: an answer to HEAD is that to GET. */
const methodOf = ({ method }: SentRequest): string => method === "HEAD" ? "get" : method.toLowerCase()

/** The methods of a path, as `Allow` lists them. */
const allowed = (operations: PathOperations): string => {
  const methods = [...operations.keys()].map((method) => method.toUpperCase())
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted().join(", ")
}

const checkAllow = ({ headers }: ReceivedAnswer, operations: PathOperations): ReadonlyArray<string> => {
  const sent = (headers.get("allow") ?? "").split(/ *, */).toSorted().join(", ")
  const documented = allowed(operations)
  return sent === documented ? [] : [`Allow is ${sent}, and the document has ${documented}`]
}

/** A validator by this document. Each schema is compiled once, when it is first used. */
export const validator = (document: OpenApiDocument): Validator => {
  const check = schemasOf(document)
  const operations = operationsOf(document)

  const operationOf = (request: SentRequest): Operation | undefined =>
    operations.at(pathOf(request.target))?.get(methodOf(request))

  /** Begins a violation: with the request, its operation, and the status of the answer. */
  const named = (request: SentRequest, status: number) => (wrong: string): string => {
    const id = operationOf(request)?.id
    const operation = id === undefined ? "" : ` (${id})`
    return `${request.method} ${request.target.slice(0, maxTarget)}${operation}, answered with ${status}: ${wrong}`
  }

  /** An answer that no operation has is an error in the envelope: that of its status, or else that of 400. */
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
    // A stream that the document does not have is a violation by its exchange.
    if (operationOf(request)?.responses.get(status)?.content.has("text/event-stream") !== true) return []
    if ("unreadable" in event) return [`what is no event: ${event.unreadable}`]
    return checkEvent(document, event, check).map((wrong) =>
      `the event ${event.id ?? "?"} of the type ${event.event ?? "?"}: ${wrong}`
    )
  }

  /** The request with the path that was answered: one slash at its end does not count. */
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
