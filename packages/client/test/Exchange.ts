/** Scripted answers and recorded requests, with a clock that advances only while waiting. */
import { type ClientOptions, settingsOf, type Settings } from "../src/Settings.ts"

export interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: RequestInit["body"]
}

/** An answer or a failure for each request in turn; the last one is repeated. */
export type Answers = readonly [Answer, ...ReadonlyArray<Answer>]
type Answer = (init: RequestInit) => Response | Promise<Response>

export interface Exchange {
  readonly settings: Settings
  readonly sent: ReadonlyArray<Sent>
  /** The pauses between attempts, in milliseconds. */
  readonly pauses: ReadonlyArray<number>
  /** Advances the clock. */
  readonly pass: (millis: number) => void
}

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => () =>
  new Response(JSON.stringify(body), { status, headers })

/** Returns an error response of the API. */
export const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  json(status, { error: { code, message: `Refused with ${status}`, details: { status } } }, headers)

/** Fails like a request that gets no answer. */
export const unreachable = () => Promise.reject<Response>(new TypeError("fetch failed"))

/** Makes settings with these answers. Random numbers are always a half. */
export const exchange = (answers: Answers, options: Partial<ClientOptions> = {}): Exchange => {
  const sent: Array<Sent> = []
  const pauses: Array<number> = []
  let now = Date.UTC(2026, 0, 1)
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { body, headers, method = "GET" } = init
    sent.push({ url, method, headers: new Headers(headers), body })
    return answers[Math.min(sent.length, answers.length) - 1]!(init)
  }
  const timing = {
    now: () => now,
    random: () => 0.5,
    sleep: async (millis: number, signal?: AbortSignal) => {
      signal?.throwIfAborted()
      pauses.push(millis)
      now += millis
    }
  }
  const settings = settingsOf(
    { baseUrl: "https://candor.example/api/v1/", apiKey: "candor_key", fetch, ...options },
    timing
  )
  return { settings, sent, pauses, pass: (millis) => void (now += millis) }
}
