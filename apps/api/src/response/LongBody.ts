/** Sends long bodies in pieces, as fast as their clients read (decisions 0018 and 0025). */
import { HttpBody, HttpServerResponse } from "effect/http"
import type { RequestRecord } from "../request/CurrentRequest.ts"
import type { UnreadResponses } from "./UnreadResponses.ts"

/**
 * Bun sends a response of up to 16 KiB, including headers, with one system call. A longer response that is not ready
 * within the call for its request takes 15 calls as a plain body, and 2 as a stream.
 */
const shortBytes = 15 * 1024

/** Bytes that are written to the connection at a time. */
const pieceBytes = 64 * 1024

/** Cuts bytes without copying them. */
const piecesOf = function*(bytes: Uint8Array): Generator<Uint8Array, void> {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes)
}

/**
 * The stream of a body. A piece is written when the connection has taken the previous one. So if a client does not read
 * and sends the next request, Bun finds this one unanswered, and closes the connection.
 */
const streamOf = (
  body: Uint8Array,
  request: RequestRecord,
  unread: UnreadResponses["Service"]
): Bun.DirectUnderlyingSource => {
  const pieces = piecesOf(body)
  const bytes = body.length
  let ended = false
  let waiting: ReturnType<UnreadResponses["Service"]["add"]> | undefined
  const end = () => {
    ended = true
    waiting?.remove()
    // Releases the body: only the generator refers to it.
    pieces.return()
  }
  const wait = () => {
    if (ended || waiting !== undefined) return
    waiting = unread.add({
      address: request.address(),
      bytes,
      drop: () => {
        end()
        request.hangUp()
      }
    })
  }
  return {
    type: "direct",
    pull: async (controller) => {
      for (const piece of pieces) {
        // A number if the connection has taken the piece; else a promise.
        const taken = controller.write(piece)
        if (typeof taken === "number") continue
        wait()
        await taken
        waiting?.progress(piece.length)
      }
      // Never completes: a dropped response must not look complete, so its connection ends in the middle of it.
      if (ended) return await new Promise<never>(() => {})
      end()
      controller.close()
    },
    cancel: end
  }
}

/** Turns a long body into a stream. */
export const streamed = (
  response: HttpServerResponse.HttpServerResponse,
  request: RequestRecord,
  unread: UnreadResponses["Service"]
): HttpServerResponse.HttpServerResponse => {
  const { body } = response
  if (body._tag !== "Uint8Array" || body.contentLength <= shortBytes) return response
  // The DOM's types take precedence over Bun's, and do not know direct streams.
  const stream: unknown = Reflect.construct(ReadableStream, [streamOf(body.body, request, unread)])
  return HttpServerResponse.setBody(response, HttpBody.raw(stream, { contentType: body.contentType }))
}
