/** Follows the change feed by server-sent events, over as many connections as it takes. */
import { attempt } from "./Attempt.ts"
import { ConnectionError } from "./Errors.ts"
import type { Event } from "./generated/Schemas.ts"
import { isRetried, pauseMillis } from "./Retry.ts"
import { parser, type ServerSentEvent } from "./ServerSentEvents.ts"
import { headersOf, type Settings } from "./Settings.ts"
import { uuid } from "./Uuid.ts"

/** The server sends something every 15 seconds; a connection that is silent for three times as long is given up. */
const silenceMillis = 45_000

/** A connection that ends sooner, without an event, counts as a failed attempt. */
const shortMillis = 10_000

export interface FollowOptions {
  /** The `cursor` of a feed that was followed before: continues after it. */
  readonly cursor?: string | undefined
  /** The sequence number after which to begin, in place of a cursor. Without either, at the oldest event of the feed. */
  readonly after?: number | undefined
  /** Types of events, such as `job.published` or `candidate.*`: all, unless set. */
  readonly types?: ReadonlyArray<string> | undefined
  /** Ends the feed: the iteration is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** How long the service may be away before the iteration fails, in milliseconds: 900,000 unless set. */
  readonly maxOutageMillis?: number | undefined
}

/** Events as they happen, each once. To be iterated once. */
export interface Feed extends AsyncIterable<Event> {
  /** The position after the last event that was handed out: keep it when the event is dealt with, to continue from there. */
  readonly cursor: string | undefined
}

const urlOf = ({ baseUrl }: Settings, { after, types }: FollowOptions, cursor: string | undefined): string => {
  const query = new URLSearchParams()
  if (after !== undefined && cursor === undefined) query.set("after", String(after))
  if (types !== undefined) query.set("types", types.join(","))
  return `${baseUrl}/events?${query}`
}

/** Hands out the messages of one connection. Nothing is read while the reader deals with a message. */
async function* messagesOf(
  settings: Settings,
  options: FollowOptions,
  cursor: string | undefined
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const { signal } = options
  signal?.throwIfAborted()
  const connection = new AbortController()
  const abort = () => connection.abort(signal?.reason)
  signal?.addEventListener("abort", abort, { once: true })
  const requestId = uuid()
  const silent = new ConnectionError(`The feed was silent for ${silenceMillis} ms`, requestId)
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const headers = headersOf(settings, requestId, { accept: "text/event-stream" })
    if (cursor !== undefined) headers.set("last-event-id", cursor)
    const body = await attempt(settings, {
      url: urlOf(settings, options, cursor),
      init: { method: "GET", headers },
      requestId,
      timeoutMillis: settings.timeoutMillis,
      signal: connection.signal,
      isStream: true,
      read: (response) => Promise.resolve(response.body)
    })
    const reader = body!.getReader()
    const decoder = new TextDecoder()
    const messages = parser()
    for (;;) {
      timer = setTimeout(() => connection.abort(silent), silenceMillis)
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw connection.signal.aborted ? connection.signal.reason : new ConnectionError("The connection of the feed broke", requestId, cause)
      })
      clearTimeout(timer)
      if (done) return
      yield* messages(decoder.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", abort)
    connection.abort()
  }
}

/**
 * Returns the feed from a position on. A connection that ends or breaks is followed by another one, which continues after
 * the last event. The iteration fails where that is refused, such as with a key that was revoked or with a cursor that is
 * lost, and where no connection lasts for `maxOutageMillis`.
 */
export const follow = (settings: Settings, options: FollowOptions = {}): Feed => {
  const { maxOutageMillis = 900_000, signal } = options
  const { timing } = settings
  let cursor = options.cursor
  async function* events(): AsyncGenerator<Event, void, undefined> {
    let failures = 0
    let lastGood = timing.now()
    for (;;) {
      const opened = timing.now()
      let error: unknown
      try {
        for await (const { data, id } of messagesOf(settings, options, cursor)) {
          cursor = id
          failures = 0
          yield JSON.parse(data)
          lastGood = timing.now()
        }
      } catch (caught) {
        if (!isRetried(caught, true)) throw caught
        error = caught
      }
      const now = timing.now()
      const isShort = lastGood < opened && now - opened < shortMillis
      failures = isShort ? failures + 1 : 0
      if (!isShort) lastGood = now
      const pause = pauseMillis(error, failures + 1, timing.random)
      if (now + pause - lastGood > maxOutageMillis) {
        throw error ?? new ConnectionError("The connections of the feed end as soon as they begin", uuid())
      }
      await timing.sleep(pause, signal)
    }
  }
  return {
    get cursor() {
      return cursor
    },
    [Symbol.asyncIterator]: events
  }
}
