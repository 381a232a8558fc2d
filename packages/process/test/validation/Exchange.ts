/** Requests and answers on the wire. */

export interface SentRequest {
  readonly method: string
  /** The raw path with its query. */
  readonly target: string
  readonly headers: Headers
  /** Undefined if it had not completely arrived before the answer. */
  readonly body: Uint8Array | undefined
}

export interface ReceivedAnswer {
  readonly status: number
  readonly headers: Headers
  /** Undefined if it is not JSON, or truncated. */
  readonly body: Uint8Array | undefined
}

export interface Exchange {
  readonly request: SentRequest
  readonly answer: ReceivedAnswer
}

/** An event of a stream, as on the wire (WHATWG HTML, section 9.2). */
export interface ServerSentEvent {
  readonly id?: string | undefined
  readonly event?: string | undefined
  readonly data: string
}

/** A result of reading a stream of events: an event, or the reason why bytes are invalid. */
export interface Streamed {
  readonly request: SentRequest
  readonly status: number
  readonly event: ServerSentEvent | { readonly unreadable: string }
}

/** Returns the media type of a message, without its parameters. */
export const mediaType = (headers: Headers): string | undefined =>
  headers.get("content-type")?.split(";", 1)[0]!.trim().toLowerCase()
