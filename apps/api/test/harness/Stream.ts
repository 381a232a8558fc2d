/** Streams of server-sent events, as a client reads them. */
import { expectDocumented } from "@candor/process/testing/validation/Validated"
import type { TestServer } from "./TestServer.ts"

/** Opens a stream; `end`, or the end of a `using` block, closes the connection. */
export const openStream = async (server: TestServer, key: string, headers: Record<string, string> = {}) => {
  const hangUp = new AbortController()
  const response = await fetch(`${server.base_url}/events`, {
    headers: { authorization: `Bearer ${key}`, accept: "text/event-stream", ...headers },
    signal: hangUp.signal
  })
  const end = () => hangUp.abort()
  return { response, end, [Symbol.asyncDispose]: async () => end() }
}

/** Reads a stream until its text matches, and closes it. */
export const readUntil = async (response: Response, pattern: RegExp): Promise<string> => {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let text = ""
  while (!pattern.test(text)) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`The stream ended before ${pattern}: ${text}`)
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  expectDocumented()
  return text
}
