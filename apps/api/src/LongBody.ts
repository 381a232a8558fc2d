/** Long bodies, as Bun sends them best. */
import { HttpBody, HttpServerResponse } from "effect/http"

/**
 * Bun gathers an answer of up to 16 KiB in a buffer. What is longer, and made later than within the call for its
 * request, it sends with a system call for every word of the headers: 27 of them, six times the work of a stream.
 * A body may be a text, and a character has at most 3 bytes; the rest is for the headers.
 */
const longest = 4096

/** Has a long body sent as a stream of one piece. */
export const streamed = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  const { body } = response
  if (body._tag !== "Uint8Array") return response
  const whole = body.text ?? body.body
  if (whole.length <= longest) return response
  const source: Bun.DirectUnderlyingSource = {
    type: "direct",
    pull: (controller) => {
      controller.write(whole)
      controller.close()
    }
  }
  // The types of the web, which come first, do not know this kind of source.
  const stream: unknown = Reflect.construct(ReadableStream, [source])
  return HttpServerResponse.setBody(response, HttpBody.raw(stream, { contentType: body.contentType }))
}
