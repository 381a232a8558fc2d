/**
 * Requests to servers that somebody has typed in, which are not trusted: each host is resolved once and reached at a
 * public address, bodies are uncompressed and limited, and only redirects to other public https addresses are followed,
 * without the password.
 */
import { Duration, Effect } from "effect"
import type { IncomingHttpHeaders } from "node:http"
import { exchange } from "./Exchange.ts"
import { resolve } from "./GuardedHost.ts"

/** The most bytes of a body, and the most redirects that are followed. */
export const maxBodyBytes = 10 * 1024 * 1024
const maxRedirects = 3

/** The time from resolving the name to the last byte. */
export const requestTimeout = Duration.seconds(10)

export interface GuardedCall {
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly username: string | null
  readonly password: string | null
}

export interface GuardedAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array<ArrayBuffer>
  /** The final address, after redirects. */
  readonly url: string
}

/** Why there is no response. */
export interface RequestFailed {
  readonly problem: "no_address" | "redirected" | "too_large" | "failed" | "no_answer"
}

const failed = (problem: RequestFailed["problem"]): Effect.Effect<never, RequestFailed> => Effect.fail({ problem })

/** Statuses of redirects (RFC 9110, section 15.4). */
const leadsOn = new Set([301, 302, 303, 307, 308])

const follow = (
  call: GuardedCall,
  allowsPrivate: boolean,
  redirects: number | undefined,
  maxBytes: number
): Effect.Effect<GuardedAnswer, RequestFailed> =>
  Effect.gen(function*() {
    const { body = "", headers, method = "GET", password, username } = call
    const url = new URL(call.url)
    if (url.protocol !== "https:" && !(allowsPrivate && url.protocol === "http:")) return yield* failed("redirected")
    const target = yield* resolve(url.hostname, { development: allowsPrivate }).pipe(
      Effect.catch(() => failed("no_address"))
    )
    const sent = {
      url: call.url,
      method,
      headers: { "user-agent": "Candor", "accept-encoding": "identity", ...headers },
      body,
      ...(username === null ? {} : { credentials: { username, password: password ?? "" } })
    }
    const received = yield* exchange(sent, target, { maxBytes, whenLonger: "fail", isPlain: true })
    const answer = { ...received, url: call.url }
    if (!leadsOn.has(answer.status) || redirects === undefined) return answer
    const next = URL.parse(answer.headers.location ?? "", call.url)
    if (next === null || redirects === 0) return yield* failed("redirected")
    // A redirect to another host must not carry a body or a password there.
    const isSame = next.origin === url.origin
    if (!isSame && method !== "GET") return yield* failed("redirected")
    const credentials = isSame ? {} : { username: null, password: null }
    return yield* follow({ ...call, ...credentials, url: next.href }, allowsPrivate, redirects - 1, maxBytes)
  })

interface AskOptions {
  /** Whether redirects are followed, or returned. */
  readonly follows?: boolean
  readonly maxBytes?: number
}

/** Sends a request, with a time limit of ten seconds. Fails with the reason if there is no response. */
export const ask = (
  call: GuardedCall,
  allowsPrivate: boolean,
  { follows = true, maxBytes = maxBodyBytes }: AskOptions = {}
): Effect.Effect<GuardedAnswer, RequestFailed> =>
  follow(call, allowsPrivate, follows ? maxRedirects : undefined, maxBytes).pipe(
    Effect.mapError(({ problem }): RequestFailed => ({ problem })),
    Effect.timeoutOrElse({ duration: requestTimeout, orElse: () => failed("no_answer") })
  )
