/** Sends a message to an address: with one connection, without redirects, within a time and a size. */
import type { Outcome } from "@candor/domain/webhook/WebhookDelivery"
import { Duration, Effect } from "effect"
import * as http from "node:http"
import * as https from "node:https"
import { type Address, resolve } from "./PublicAddress.ts"

/**
 * Bounds the bytes and pieces of a response that are read, its interim responses (1xx), and the characters of it that
 * the log keeps.
 */
const maxResponseBytes = 65_536
const maxPieces = 1000
const maxInterim = 20
const keptCharacters = 1000

export interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface SendOptions {
  /** Allows plain http and private addresses. */
  readonly development: boolean
  /** The time limit from the look-up of the name to the end of the response. */
  readonly timeout: Duration.Duration
}

/** The outcome of a sent message. */
export interface Sent extends Outcome {
  /** Whether the attempt ended at its time limit. */
  readonly timedOut: boolean
}

interface Received {
  readonly status: number
  readonly text: string
}

const failure = (error: string): Sent => ({ status: null, error, response: null, timedOut: false })

/** Returns the part of a text that PostgreSQL can store: without U+0000 and unpaired surrogates. */
const storable = (text: string) => text.slice(0, keptCharacters).replaceAll("\u0000", "").toWellFormed()

const post = ({ body, headers, url }: Request, target: Address) =>
  Effect.callback<Received, Error>((resume) => {
    const { hostname, pathname, port, protocol, search } = new URL(url)
    const request = (protocol === "https:" ? https : http).request({
      method: "POST",
      hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
      port,
      path: pathname + search,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      agent: false,
      // The name is for the certificate and the Host header; the connection goes to the checked address.
      lookup: (_, options, found) => options.all ? found(null, [target]) : found(null, target.address, target.family)
    })
    request.on("error", (error) => resume(Effect.fail(error)))
    let interim = 0
    const onInterim = () => {
      if (++interim > maxInterim)
        request.destroy(new Error(`Answered more than ${maxInterim} times without a final response`))
    }
    request.on("continue", onInterim)
    request.on("information", onInterim)
    request.on("response", (response) => {
      const chunks: Array<Buffer> = []
      let bytes = 0
      const finish = () =>
        resume(Effect.succeed({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk.subarray(0, maxResponseBytes - bytes))
        bytes += chunk.length
        if (bytes < maxResponseBytes && chunks.length < maxPieces)
          return
        finish()
        request.destroy()
      })
      response.on("end", finish)
      response.on("error", (error) => resume(Effect.fail(error)))
      response.on("aborted", () => resume(Effect.fail(new Error("The connection ended before the answer did"))))
    })
    request.end(body)
    return Effect.sync(() => request.destroy())
  })

/** Returns null for a success (2xx: RFC 9110, section 15), else the error for the log. */
const errorOf = (status: number): string | null => {
  const statusClass = Math.floor(status / 100)
  if (statusClass === 2) return null
  return statusClass === 3 ? `Answered ${status}; redirects are not followed` : `Answered ${status}`
}

const outcome = ({ status, text }: Received): Sent => ({
  status,
  error: errorOf(status),
  response: storable(text),
  timedOut: false
})

/** Sends a message once. Returns the status and the beginning of the response, and the error if it failed. */
export const send = (request: Request, options: SendOptions): Effect.Effect<Sent> =>
  Effect.gen(function*() {
    const { hostname, protocol } = new URL(request.url)
    if (protocol !== "https:" && !options.development) return failure("Messages are sent to https addresses only")
    return outcome(yield* post(request, yield* resolve(hostname, options)))
  }).pipe(
    Effect.timeoutOrElse({
      duration: options.timeout,
      orElse: () =>
        Effect.succeed({
          ...failure(`No answer within ${Duration.toSeconds(options.timeout)} seconds`),
          timedOut: true
        })
    }),
    Effect.catch((error) => Effect.succeed(failure(storable(error.message))))
  )
