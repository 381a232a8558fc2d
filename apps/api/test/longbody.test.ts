/** A long body arrives as it was made. */
import { expect, test } from "bun:test"
import { HttpServerResponse } from "effect/http"
import { streamed } from "../src/LongBody.ts"

/** What a client gets of a response that is made later than within the call for its request. */
const received = async (response: HttpServerResponse.HttpServerResponse) => {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async () => {
      await new Promise(setImmediate)
      return HttpServerResponse.toWeb(streamed(response))
    }
  })
  const answer = await fetch(server.url)
  const text = await answer.text()
  await server.stop(true)
  return { status: answer.status, type: answer.headers.get("content-type"), custom: answer.headers.get("x-custom"), text }
}

test("a long body is all there, in whatever script it is written, with its status and headers", async () => {
  for (const letter of ["a", "é", "漢"]) {
    for (const length of [1, 4096, 4097, 16_384, 1_000_000]) {
      const text = JSON.stringify(letter.repeat(length))
      const options = { status: 201, contentType: "application/json", headers: { "x-custom": "kept" } }
      const expected = { status: 201, type: "application/json", custom: "kept", text }
      expect(await received(HttpServerResponse.text(text, options))).toEqual(expected)
    }
  }
})

test("a body that is a stream already, or none, is left as it is", () => {
  for (const response of [HttpServerResponse.empty(), HttpServerResponse.raw(new ReadableStream())]) {
    expect(streamed(response)).toBe(response)
  }
})
