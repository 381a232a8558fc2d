/** Sends long bodies piece by piece, as fast as their clients read (decision 0025). */
import { HttpBody, HttpServerResponse } from "effect/http"
import type { RequestRecord } from "./CurrentRequest.ts"
import type { UnreadAnswer, UnreadAnswers } from "./UnreadAnswers.ts"

/**
 * Bun sends an answer of up to 16 KiB, headers included, with one system call. A longer one that was made later than
 * within the call for its request takes 15 calls as a plain body, and 2 as a stream.
 */
const shortBytes = 15 * 1024

/** Bytes that are given to the connection at a time. */
const pieceBytes = 64 * 1024

/** Most bytes of a UTF-16 code unit in UTF-8. */
const bytesOfUnit = 3

/** A long body in pieces, which are not copied into one. */
class Pieces {
  readonly pieces: ReadonlyArray<Uint8Array>
  constructor(pieces: ReadonlyArray<Uint8Array>) {
    this.pieces = pieces
  }
  get length(): number {
    return this.pieces.reduce((sum, { length }) => sum + length, 0)
  }
}

type Body = Uint8Array | string | Pieces

const mostBytes = (body: Body) => typeof body === "string" ? body.length * bytesOfUnit : body.length

/** 200 with a body of these pieces, one after the other. A short one is put together, which is the least work. */
export const ofPieces = (pieces: ReadonlyArray<Uint8Array>, contentType: string): HttpServerResponse.HttpServerResponse => {
  const body = new Pieces(pieces)
  return body.length <= shortBytes
    ? HttpServerResponse.uint8Array(Buffer.concat(pieces), { contentType })
    : HttpServerResponse.raw(body, { contentType })
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00

/** Cuts a text without copying it, and never between the two halves of a character. */
const piecesOfText = function*(text: string): Generator<string, void> {
  const length = Math.floor(pieceBytes / bytesOfUnit)
  let start = 0
  while (start < text.length) {
    const end = start + length
    const whole = isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end
    yield text.slice(start, whole)
    start = whole
  }
}

/** Cuts bytes without copying them. */
const piecesOfBytes = function*(bytes: Uint8Array): Generator<Uint8Array, void> {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes)
}

/** Small pieces are gathered, so that each is not a write of its own. */
const piecesOfPieces = function*({ pieces }: Pieces): Generator<Uint8Array, void> {
  let small: Array<Uint8Array> = []
  let bytes = 0
  for (const piece of pieces) {
    if (bytes > 0 && bytes + piece.length > pieceBytes) {
      yield Buffer.concat(small)
      small = []
      bytes = 0
    }
    if (piece.length >= pieceBytes) yield* piecesOfBytes(piece)
    else {
      small.push(piece)
      bytes += piece.length
    }
  }
  if (bytes > 0) yield Buffer.concat(small)
}

const piecesOf = (body: Body): Generator<Uint8Array | string, void> => {
  if (typeof body === "string") return piecesOfText(body)
  return body instanceof Pieces ? piecesOfPieces(body) : piecesOfBytes(body)
}

/**
 * The stream of a body. A piece is written when the connection has taken the one before, so that the next request on a
 * connection that does not read finds this one unanswered, and Bun closes the connection.
 */
const streamOf = (body: Body, request: RequestRecord, unread: UnreadAnswers["Service"]): Bun.DirectUnderlyingSource => {
  const pieces = piecesOf(body)
  const bytes = mostBytes(body)
  let ended = false
  let waiting: UnreadAnswer | undefined
  const end = () => {
    ended = true
    if (waiting !== undefined) unread.remove(waiting)
    waiting = undefined
    // Frees the body, which nothing else refers to.
    pieces.return()
  }
  const wait = () => {
    if (ended || waiting !== undefined) return
    waiting = {
      address: request.address(),
      bytes,
      drop: () => {
        end()
        request.hangUp()
      }
    }
    unread.add(waiting)
  }
  return {
    type: "direct",
    pull: async (controller) => {
      for (const piece of pieces) {
        // A number once the connection has taken the piece; else a promise.
        const taken = controller.write(piece)
        if (typeof taken === "number") continue
        wait()
        await taken
      }
      // An answer that was dropped must not look like a whole one: its connection ends in the middle.
      if (ended) return await new Promise<never>(() => {})
      end()
      controller.close()
    },
    cancel: end
  }
}

/** The body of a response that may be long, with its content type; undefined where it is of another kind, as a stream. */
const bodyOf = ({ body }: HttpServerResponse.HttpServerResponse) => {
  if (body._tag === "Uint8Array") return { whole: body.text ?? body.body, contentType: body.contentType }
  return body._tag === "Raw" && body.body instanceof Pieces ? { whole: body.body, contentType: body.contentType } : undefined
}

/** Has a long body sent as a stream. */
export const streamed = (
  response: HttpServerResponse.HttpServerResponse,
  request: RequestRecord,
  unread: UnreadAnswers["Service"]
): HttpServerResponse.HttpServerResponse => {
  const body = bodyOf(response)
  if (body === undefined || mostBytes(body.whole) <= shortBytes) return response
  // The types of the web, which come first, do not know this kind of source.
  const stream: unknown = Reflect.construct(ReadableStream, [streamOf(body.whole, request, unread)])
  return HttpServerResponse.setBody(response, HttpBody.raw(stream, { contentType: body.contentType }))
}

/** Has the length of a body in pieces told, for an answer to HEAD, whose body is not sent. */
export const measured = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  const body = bodyOf(response)
  return body?.whole instanceof Pieces
    ? HttpServerResponse.setBody(response, HttpBody.uint8Array(Buffer.concat(body.whole.pieces), body.contentType))
    : response
}
