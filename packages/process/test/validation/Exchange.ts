/** Requests and answers, as they went over the wire. */

export interface SentRequest {
  readonly method: string
  /** The path with its query, as it was sent. */
  readonly target: string
  readonly headers: Headers
  /** Undefined where it had not arrived as a whole before the answer. */
  readonly body: Uint8Array | undefined
}

export interface ReceivedAnswer {
  readonly status: number
  readonly headers: Headers
  /** Undefined where it is no JSON, or was cut off. */
  readonly body: Uint8Array | undefined
}

export interface Exchange {
  readonly request: SentRequest
  readonly answer: ReceivedAnswer
}

/** An event of a stream, as its bytes have it (WHATWG HTML, section 9.2). */
export interface ServerSentEvent {
  readonly id?: string | undefined
  readonly event?: string | undefined
  readonly data: string
}

/** What came of an answer that is a stream of events: one of them, or the reason why bytes are none. */
export interface Streamed {
  readonly request: SentRequest
  readonly status: number
  readonly event: ServerSentEvent | { readonly unreadable: string }
}

/** The media type of a message, without its parameters. */
export const mediaType = (headers: Headers): string | undefined =>
  headers.get("content-type")?.split(";", 1)[0]!.trim().toLowerCase()
