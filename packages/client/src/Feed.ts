/** Follows the change feed by server-sent events, and reconnects as often as needed. */
import { attempt } from "./Attempt.ts"
import { ConnectionError, unexpectedResponse } from "./Errors.ts"
import type { Event } from "./generated/Api.ts"
import { waitForHour } from "./HourlyLimit.ts"
import { isRetried, pauseMillis } from "./Retry.ts"
import { parser, type ServerSentEvent } from "./ServerSentEvents.ts"
import { headersOf, type Settings } from "./Settings.ts"
import { uuid } from "./Uuid.ts"

/**
 * The milliseconds of silence after which a connection is given up: three times the server's interval between messages.
 */
const silenceMillis = 45_000

/** A connection that ends earlier, without an event, counts as a failed attempt. */
const shortMillis = 10_000

export interface FollowOptions {
  /** The `cursor` of an earlier feed, to continue after it. */
  readonly cursor?: string | undefined
  /**
   * The sequence number to begin after, instead of a cursor. Without either, begins with the oldest event in the feed.
   */
  readonly after?: number | undefined
  /** Types of events, such as `job.published` or `candidate.*`; all by default. */
  readonly types?: ReadonlyArray<string> | undefined
  /** Ends the feed: the iteration rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called when a connection opens, and when it has ended, before the next one begins. */
  readonly onConnection?: ((isOpen: boolean) => void) | undefined
  /** How long the service may be unavailable before the iteration fails, in milliseconds; 900,000 by default. */
  readonly maxOutageMillis?: number | undefined
}

/** Events as they happen, each once. It can be iterated only once. */
export interface Feed extends AsyncIterable<Event> {
  /**
   * The position after the last returned event, or after later ones of other types. Save it once the event is
   * processed, to continue from there.
   */
  readonly cursor: string | undefined
}

const urlOf = ({ baseUrl }: Settings, { after, types }: FollowOptions, cursor: string | undefined): string => {
  const query = new URLSearchParams()
  if (after !== undefined && cursor === undefined) query.set("after", String(after))
  if (types !== undefined) query.set("types", types.join(","))
  return `${baseUrl}/events?${query}`
}

/** A request for the feed. */
interface Connection {
  readonly url: string
  readonly cursor: string | undefined
  readonly requestId: string
  readonly signal: AbortSignal | undefined
  readonly onConnection: FollowOptions["onConnection"]
  /** Called when bytes have arrived. */
  readonly onBytes: () => void
}

/** Returns a response's stream of events. */
const streamOf = (requestId: string) => async (response: Response): Promise<ReadableStream<Uint8Array>> => {
  const isStream = response.headers.get("content-type")?.toLowerCase().startsWith("text/event-stream") ?? false
  if (response.body === null || !isStream)
    throw unexpectedResponse(response, "The answer is no stream of events", requestId)
  return response.body
}

/** Yields the messages of one connection. Reads nothing while the consumer processes a message. */
async function* messagesOf(
  settings: Settings,
  { cursor, onBytes, onConnection, requestId, signal, url }: Connection
): AsyncGenerator<ServerSentEvent, void, undefined> {
  signal?.throwIfAborted()
  const connection = new AbortController()
  const abort = () => connection.abort(signal?.reason)
  signal?.addEventListener("abort", abort, { once: true })
  const silent = new ConnectionError(`The feed was silent for ${silenceMillis} ms`, requestId)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOpen = false
  try {
    const headers = headersOf(settings, requestId, { accept: "text/event-stream" })
    if (cursor !== undefined) headers.set("last-event-id", cursor)
    const body = await attempt(settings, {
      url,
      init: { method: "GET", headers },
      requestId,
      timeoutMillis: settings.timeoutMillis,
      signal: connection.signal,
      isStream: true,
      read: streamOf(requestId)
    })
    isOpen = true
    onConnection?.(true)
    const reader = body.getReader()
    const decoder = new TextDecoder()
    const messages = parser()
    for (;;) {
      timer = setTimeout(() => connection.abort(silent), silenceMillis)
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw connection.signal.aborted
          ? connection.signal.reason
          : new ConnectionError("The connection of the feed broke", requestId, cause)
      })
      clearTimeout(timer)
      if (done) return
      onBytes()
      yield* messages(decoder.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", abort)
    connection.abort()
    if (isOpen) onConnection?.(false)
  }
}

/**
 * Returns the feed from a position on. When a connection ends or breaks, another one continues after the last event.
 * The iteration fails if that is refused, for example because the key was revoked or the cursor is lost, and if no
 * connection works for `maxOutageMillis`.
 */
export const follow = (settings: Settings, options: FollowOptions = {}): Feed => {
  const { maxOutageMillis = 900_000, onConnection, signal } = options
  const { timing } = settings
  let cursor = options.cursor
  async function* events(): AsyncGenerator<Event, void, undefined> {
    let failures = 0
    let waited = 0
    let lastGood = timing.now()
    for (;;) {
      const requestId = uuid()
      let firstBytes: number | undefined
      let isGood = false
      let error: unknown
      const good = () => {
        isGood = true
        waited = 0
        lastGood = timing.now()
      }
      const onBytes = () => {
        firstBytes ??= timing.now()
        if (timing.now() - firstBytes >= shortMillis) good()
      }
      try {
        const url = urlOf(settings, options, cursor)
        for await (
          const { data, id } of messagesOf(settings, { url, cursor, requestId, signal, onBytes, onConnection })
        ) {
          cursor = id
          if (data === undefined) continue
          yield JSON.parse(data)
          good()
        }
      } catch (caught) {
        if (!isRetried(caught, true)) throw caught
        const hour = await waitForHour(settings, caught, waited, signal)
        if (hour !== undefined) {
          waited += hour
          lastGood += hour
          continue
        }
        error = caught
      }
      failures = isGood ? 1 : failures + 1
      const pause = pauseMillis(error, failures, timing.random)
      if (timing.now() + pause - lastGood > maxOutageMillis) {
        throw error ?? new ConnectionError("The connections of the feed end as soon as they begin", requestId)
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
