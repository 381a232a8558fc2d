/**
 * Sends one request over a new connection to a checked address: the only code that talks to servers whose address
 * somebody typed in. Interim responses, pieces and bytes are limited, and nothing is decompressed, because a few bytes
 * can become gigabytes.
 */
import { Effect } from "effect"
import * as http from "node:http"
import * as https from "node:https"
import type { Address } from "./GuardedHost.ts"

/** The most interim responses (1xx). */
const maxInterim = 20

export interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly credentials?: { readonly username: string; readonly password: string }
}

export interface Bounds {
  readonly maxBytes: number
  /** The most pieces in which the body may arrive. Further ones count as exceeding the largest size. */
  readonly maxPieces?: number
  /** Whether a longer body is cut, or fails the request. */
  readonly whenLonger: "cut" | "fail"
  /** Whether an encoded body, such as with gzip, fails the request. */
  readonly isPlain?: boolean
}

export interface Received {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: Uint8Array<ArrayBuffer>
}

/** Why there is no response; `message` is for the log of the person who typed the address. */
export interface NotReceived {
  readonly problem: "too_large" | "failed"
  readonly message: string
}

const room = 64 * 1024

/** Sends a request to an IP address. The name in its URL is used for the certificate and the Host header only. */
export const exchange = (
  { body, credentials, headers, method, url }: Sent,
  target: Address,
  { isPlain = false, maxBytes, maxPieces = Infinity, whenLonger }: Bounds
): Effect.Effect<Received, NotReceived> =>
  Effect.callback((resume) => {
    const { hostname, pathname, port, protocol, search } = new URL(url)
    const request = (protocol === "https:" ? https : http).request({
      method,
      hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
      port,
      path: pathname + search,
      headers: { ...headers, ...(body === "" ? {} : { "content-length": Buffer.byteLength(body) }) },
      ...(credentials === undefined ? {} : { auth: `${credentials.username}:${credentials.password}` }),
      agent: false,
      lookup: (_, options, found) => options.all ? found(null, [target]) : found(null, target.address, target.family)
    })
    const end = (problem: NotReceived["problem"], message: string) => {
      resume(Effect.fail({ problem, message }))
      request.destroy()
    }
    request.on("error", ({ message }) => end("failed", message))
    let interim = 0
    const onInterim = () => {
      if (++interim > maxInterim) end("failed", `Answered more than ${maxInterim} times without a final response`)
    }
    request.on("continue", onInterim)
    request.on("information", onInterim)
    request.on("response", (response) => {
      const encoding = response.headers["content-encoding"] ?? "identity"
      if (isPlain && encoding.toLowerCase() !== "identity")
        return end("failed", `Answered with the encoding ${encoding}`)
      // One growing buffer: otherwise, a trickle of single bytes would leave an object for each.
      let content = new Uint8Array(Math.min(maxBytes, room))
      let [length, pieces] = [0, 0]
      const finish = () =>
        resume(
          Effect.succeed({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: content.slice(0, length)
          })
        )
      response.on("data", (chunk: Buffer) => {
        const isLonger = length + chunk.length > maxBytes
        if (isLonger && whenLonger === "fail")
          return end("too_large", `Answered more than ${maxBytes} bytes`)
        const taken = chunk.subarray(0, maxBytes - length)
        if (length + taken.length > content.length) {
          const larger = new Uint8Array(Math.min(maxBytes, Math.max(content.length * 2, length + taken.length)))
          larger.set(content.subarray(0, length))
          content = larger
        }
        content.set(taken, length)
        length += taken.length
        if (whenLonger === "fail" || (length < maxBytes && ++pieces < maxPieces))
          return
        finish()
        request.destroy()
      })
      response.on("end", finish)
      response.on("error", ({ message }) => end("failed", message))
      response.on("aborted", () => end("failed", "The connection ended before the answer did"))
    })
    request.end(body)
    return Effect.sync(() => request.destroy())
  })
