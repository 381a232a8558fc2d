/** Reads the exchanges of one connection from its bytes, by an HTTP/1.1 parser that is not the server's. */
import { HTTPParser, type OnHeadersCompleteParser } from "http-parser-js"
import { eventReader, type ReadBytes } from "./EventReader.ts"
import { type Exchange, mediaType, type SentRequest, type Streamed } from "./Exchange.ts"

/**
 * The maximum number of bytes of a body to keep. An upload has 20 MiB at most, an answer 4 MiB, except for an export
 * with contents.
 */
const maxBodyBytes = 24 * 1024 * 1024

/** Collects a body as it arrives. */
class Body {
  readonly #chunks: Array<Uint8Array> = []
  #bytes = 0
  isComplete = false

  add(chunk: Uint8Array) {
    this.#bytes += chunk.length
    if (this.#bytes > maxBodyBytes) this.#chunks.length = 0
    else this.#chunks.push(chunk)
  }

  /** Returns the whole body; undefined before its end, and if it is longer than the maximum. */
  whole(): Uint8Array | undefined {
    if (!this.isComplete || this.#bytes > maxBodyBytes) return undefined
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
  }
}

interface Request {
  readonly method: string
  readonly target: string
  readonly headers: Headers
  readonly body: Body
}

interface Answer {
  readonly request: Request
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** Converts the parser's headers, a list of alternating names and values. */
const headersOf = (list: ReadonlyArray<string>): Headers => {
  const headers = new Headers()
  for (let index = 0; index < list.length; index += 2) headers.append(list[index]!, list[index + 1]!)
  return headers
}

const isStream = (headers: Headers) => mediaType(headers) === "text/event-stream"
const isJson = (headers: Headers) => mediaType(headers) === "application/json"

const skipBody = 1

// The parser takes bodies for headers if both arrive together. The server itself refuses headers that are too long.
HTTPParser.maxHeaderSize = Number.MAX_SAFE_INTEGER

type Info = Parameters<OnHeadersCompleteParser>[0]

export interface Listener {
  /** Called at the head of an answer without JSON, and at the end of one with JSON. */
  readonly exchange: (exchange: Exchange) => void
  /** Called for each event of a stream as soon as it has arrived. */
  readonly streamed: (streamed: Streamed) => void
  /** Called if the server sends something other than an HTTP/1.1 answer. */
  readonly brokenAnswer: (reason: string) => void
}

export interface ExchangeReader {
  readonly sent: (bytes: Buffer) => void
  readonly received: (bytes: Buffer) => void
  /** The connection has ended. */
  readonly ended: () => void
}

/** Makes a reader for a connection, which gets the bytes of each direction before they are passed on. */
export const exchangeReader = ({ brokenAnswer, exchange, streamed }: Listener): ExchangeReader => {
  /** Requests without an answer, oldest first. */
  const waiting: Array<Request> = []
  let sending: Request | undefined
  let answer: Answer | undefined
  /** Reads the events of the arriving answer, if it is a stream. */
  let readEvents: ReadBytes | undefined

  const sentRequest = ({ body, ...request }: Request): SentRequest => ({ ...request, body: body.whole() })

  const finish = () => {
    if (answer === undefined) return
    const { body, headers, request, status } = answer
    answer = undefined
    exchange({ request: sentRequest(request), answer: { status, headers, body: body.whole() } })
  }

  const requests = new HTTPParser("REQUEST")
  requests[HTTPParser.kOnHeadersComplete] = ({ headers, method, url }: Info) => {
    sending = { method: HTTPParser.methods[method]!, target: url, headers: headersOf(headers), body: new Body() }
    waiting.push(sending)
  }
  requests[HTTPParser.kOnBody] = (chunk) => sending!.body.add(chunk)
  requests[HTTPParser.kOnMessageComplete] = () => {
    sending!.body.isComplete = true
  }

  const answers = new HTTPParser("RESPONSE")
  answers[HTTPParser.kOnHeadersComplete] = (info: Info) => {
    // 100 Continue precedes the answer. An answer without a request refuses bytes that are no request.
    const request = info.statusCode < 200 ? undefined : waiting.shift()
    if (request === undefined) return undefined
    answer = { request, status: info.statusCode, headers: headersOf(info.headers), body: new Body() }
    const isHead = request.method === "HEAD"
    const { headers, status } = answer
    readEvents = isStream(headers)
      ? eventReader(
        headers.get("content-encoding"),
        (event) => streamed({ request: sentRequest(request), status, event })
      )
      : undefined
    if (!isJson(headers)) finish()
    return isHead ? skipBody : undefined
  }
  answers[HTTPParser.kOnBody] = (chunk) => readEvents === undefined ? answer?.body.add(chunk) : readEvents(chunk)
  answers[HTTPParser.kOnMessageComplete] = () => {
    if (answer === undefined) return
    answer.body.isComplete = true
    finish()
  }

  let requestsAreHttp = true
  let answersAreHttp = true
  return {
    sent: (bytes) => {
      // What follows an invalid request is invalid too; the server closes the connection.
      if (requestsAreHttp) requestsAreHttp = typeof requests.execute(bytes) === "number"
    },
    received: (bytes) => {
      if (!answersAreHttp) return
      const read = answers.execute(bytes)
      answersAreHttp = typeof read === "number"
      if (typeof read !== "number") brokenAnswer(read.message)
    },
    ended: () => {
      if (answersAreHttp) answers.finish()
      finish()
    }
  }
}
