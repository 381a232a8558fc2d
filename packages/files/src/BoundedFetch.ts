/** Reads responses of other services up to a limit, so that none can fill this process's memory. */
import { Schema } from "effect"

/** The response was refused before its end. */
export class ResponseRefused
  extends Schema.TaggedError<ResponseRefused>()("ResponseRefused", { reason: Schema.String })
{
  override get message() {
    return this.reason
  }
}

/** Adds Bun's option `decompress`, which its types lack. */
type Init = RequestInit & { readonly decompress: boolean }

/** Joins the chunks of a body. Fails at the first byte beyond the limit. */
const readBody = async (body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new ResponseRefused({ reason: `the answer is longer than ${maxBytes} bytes` })
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Refuses compressed bodies: a few bytes can become gigabytes. */
const refuseCompressed = ({ headers }: Response): void => {
  const encoding = headers.get("content-encoding") ?? "identity"
  if (encoding.toLowerCase() === "identity") return
  throw new ResponseRefused({ reason: `the answer is encoded as ${encoding.slice(0, 50)}, and identity was asked for` })
}

/**
 * Returns a `fetch` that requests uncompressed bodies and reads at most `maxBytes`. It resolves when the body is
 * complete. A longer or compressed body rejects with {@link ResponseRefused}, and closes the connection.
 */
export const boundedFetch =
  (maxBytes: number) => async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const connection = new AbortController()
    const headers = new Headers(init.headers)
    headers.set("accept-encoding", "identity")
    const signals = [connection.signal, ...(init.signal == null ? [] : [init.signal])]
    const options: Init = { ...init, headers, signal: AbortSignal.any(signals), decompress: false }
    try {
      const response = await fetch(url, options)
      refuseCompressed(response)
      const body = response.body === null ? null : await readBody(response.body, maxBytes)
      const { status, statusText } = response
      // Responses with the status 204 or 304 must not get a body.
      return new Response(body?.byteLength ? body : null, { status, statusText, headers: response.headers })
    } catch (error) {
      connection.abort()
      throw error
    }
  }
