/** Sends a message to an address: with one connection, without redirects, within a time and a size. */
import { exchange, type Received } from "@candor/connections/guarded/Exchange"
import { resolve } from "@candor/connections/guarded/GuardedHost"
import type { Outcome } from "@candor/domain/webhook/WebhookDelivery"
import { Duration, Effect } from "effect"

/** Maximum bytes and pieces of a response that are read, and characters of it that are logged. */
const bounds = { maxBytes: 65_536, maxPieces: 1000, whenLonger: "cut" } as const
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

const failure = (error: string): Sent => ({ status: null, error, response: null, timedOut: false })

/** Returns the part of a text that PostgreSQL can store: without U+0000 and unpaired surrogates. */
const storable = (text: string) => text.slice(0, keptCharacters).replaceAll("\u0000", "").toWellFormed()

/** Returns null for a success (2xx: RFC 9110, section 15), else the error for the log. */
const errorOf = (status: number): string | null => {
  const statusClass = Math.floor(status / 100)
  if (statusClass === 2) return null
  return statusClass === 3 ? `Answered ${status}; redirects are not followed` : `Answered ${status}`
}

const outcome = ({ body, status }: Received): Sent => ({
  status,
  error: errorOf(status),
  response: storable(Buffer.from(body).toString()),
  timedOut: false
})

/** Sends a message once. Returns the status and the beginning of the response, and the error if it failed. */
export const send = (request: Request, options: SendOptions): Effect.Effect<Sent> =>
  Effect.gen(function*() {
    const { hostname, protocol } = new URL(request.url)
    if (protocol !== "https:" && !options.development) return failure("Messages are sent to https addresses only")
    return outcome(yield* exchange({ ...request, method: "POST" }, yield* resolve(hostname, options), bounds))
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
