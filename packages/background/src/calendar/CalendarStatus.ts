/**
 * Requests to the servers of calendars, which are not trusted: each host is looked up once and reached at a public
 * address, bodies are not compressed and have a bound, and only redirections to other public https addresses are
 * followed, without the password.
 */
import type { CalendarProblem } from "@candor/domain/scheduling/BusyCalendar"
import { Duration, Effect } from "effect"
import * as http from "node:http"
import * as https from "node:https"
import { type Address, resolve } from "../webhook/PublicAddress.ts"

/** Bounds a body in bytes, and the redirections that are followed. */
export const largest = 10 * 1024 * 1024
const maxRedirects = 3

/** Bounds the interim responses (1xx). */
const maxInterim = 20

/** The time from the look-up of the name to the last byte. */
export const requestTimeout = Duration.seconds(10)

export interface CalendarCall {
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly username: string | null
  readonly password: string | null
}

export interface CalendarAnswer {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: Uint8Array<ArrayBuffer>
  /** Where it was found, after redirections. */
  readonly url: string
}

/** Why there is no answer. */
export interface Unanswered {
  readonly problem: CalendarProblem
}

const failed = (problem: CalendarProblem): Unanswered => ({ problem })

const send = (
  { body = "", headers = {}, method = "GET", password, url, username }: CalendarCall,
  target: Address,
  maxBytes: number
) =>
  Effect.callback<CalendarAnswer, Unanswered>((resume) => {
    const { hostname, pathname, port, protocol, search } = new URL(url)
    const request = (protocol === "https:" ? https : http).request({
      method,
      hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
      port,
      path: pathname + search,
      headers: {
        "user-agent": "Candor",
        "accept-encoding": "identity",
        ...headers,
        ...(body === "" ? {} : { "content-length": Buffer.byteLength(body) })
      },
      ...(username === null ? {} : { auth: `${username}:${password ?? ""}` }),
      agent: false,
      // The name is for the certificate and the Host header; the connection goes to the checked address.
      lookup: (_, options, found) => options.all ? found(null, [target]) : found(null, target.address, target.family)
    })
    const end = (problem: CalendarProblem) => {
      resume(Effect.fail(failed(problem)))
      request.destroy()
    }
    request.on("error", () => end("failed"))
    let interim = 0
    const onInterim = () => {
      if (++interim > maxInterim) end("failed")
    }
    request.on("continue", onInterim)
    request.on("information", onInterim)
    request.on("response", (response) => {
      // A few compressed bytes can become gigabytes.
      if ((response.headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") return end("failed")
      // One buffer that grows: a drip of single bytes would otherwise leave an object for each.
      let content = new Uint8Array(64 * 1024)
      let length = 0
      response.on("data", (chunk: Buffer) => {
        if (length + chunk.length > maxBytes) return end("too_large")
        if (length + chunk.length > content.length) {
          const larger = new Uint8Array(Math.min(maxBytes, Math.max(content.length * 2, length + chunk.length)))
          larger.set(content.subarray(0, length))
          content = larger
        }
        content.set(chunk, length)
        length += chunk.length
      })
      response.on("end", () =>
        resume(
          Effect.succeed({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: content.slice(0, length),
            url
          })
        ))
      response.on("error", () => end("failed"))
      response.on("aborted", () => end("failed"))
    })
    request.end(body)
    return Effect.sync(() => request.destroy())
  })

/** Statuses of servers (RFC 9110, section 15; RFC 4918, section 11.1), and those that lead to another address. */
export const answers = {
  empty: 204,
  several: 207,
  unchanged: 304,
  unauthorized: 401,
  forbidden: 403,
  absent: 404,
  gone: 410,
  failed: 500
} as const
const leadsOn = new Set([301, 302, 303, 307, 308])

const follow = (
  call: CalendarCall,
  allowsPrivate: boolean,
  redirects: number | undefined,
  maxBytes: number
): Effect.Effect<CalendarAnswer, Unanswered> =>
  Effect.gen(function*() {
    const url = new URL(call.url)
    if (url.protocol !== "https:" && !(allowsPrivate && url.protocol === "http:"))
      return yield* Effect.fail(failed("redirected"))
    const target = yield* resolve(url.hostname, { development: allowsPrivate }).pipe(
      Effect.mapError(() => failed("no_address"))
    )
    const answer = yield* send(call, target, maxBytes)
    if (!leadsOn.has(answer.status) || redirects === undefined)
      return answer
    const next = URL.parse(answer.headers.location ?? "", call.url)
    if (next === null || redirects === 0) return yield* Effect.fail(failed("redirected"))
    // An answer may not say what another server is asked, nor with which password.
    const isSame = next.origin === url.origin
    if (!isSame && (call.method ?? "GET") !== "GET") return yield* Effect.fail(failed("redirected"))
    const credentials = isSame ? {} : { username: null, password: null }
    return yield* follow({ ...call, ...credentials, url: next.href }, allowsPrivate, redirects - 1, maxBytes)
  })

interface AskOptions {
  /** Whether redirections are followed, or answered. */
  readonly follows?: boolean
  readonly maxBytes?: number
}

/** Sends a request. Fails with the problem that is told of a calendar, within ten seconds. */
export const ask = (
  call: CalendarCall,
  allowsPrivate: boolean,
  { follows = true, maxBytes = largest }: AskOptions = {}
): Effect.Effect<CalendarAnswer, Unanswered> =>
  follow(call, allowsPrivate, follows ? maxRedirects : undefined, maxBytes).pipe(
    Effect.timeoutOrElse({ duration: requestTimeout, orElse: () => Effect.fail(failed("no_answer")) })
  )

/** What a status means that is no success; undefined of a success (2xx). */
export const problemOf = (status: number): CalendarProblem | undefined => {
  if (Math.floor(status / 100) === 2) return undefined
  if (status === answers.unauthorized || status === answers.forbidden) return "refused"
  return status === answers.absent || status === answers.gone ? "not_found" : "failed"
}
