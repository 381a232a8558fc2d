/** The change feed as server-sent events (WHATWG HTML, section 9.2). */
import { invalidInput } from "@candor/contract/Issues"
import type { Event } from "@candor/domain/event/Event"
import type { Events, FeedPage, FeedRequest } from "@candor/domain/event/Events"
import * as FeedCursor from "@candor/domain/event/FeedCursor"
import type { OrganizationId } from "@candor/domain/Id"
import { Clock, Duration, Effect, Option, Stream } from "effect"
import { Sse } from "effect/encoding"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentViewer } from "@candor/sql/database/Viewer"
import { Stopping } from "../server/Stopping.ts"

/** The lifetime of a stream. Its reader reconnects with the last event id, and its key is checked again. */
const lifetime = Duration.minutes(10)

/**
 * After this long without events a stream sends its position, as an id without an event. So no proxy closes the
 * connection, and a reader of rare event types reconnects with a recent position.
 */
const heartbeat = Duration.seconds(15)

/**
 * Maximum bytes of the feed that are read at a time. A stream whose reader does not read holds about as much in memory.
 */
const maxChunkBytes = 65_536

const encoder = new TextEncoder()

export const wantsServerSentEvents = (request: HttpServerRequest.HttpServerRequest): boolean =>
  /\btext\/event-stream\b/i.test(request.headers["accept"] ?? "")

/** Returns the cursor of the last event that a reconnecting reader has seen. */
export const lastEventId = (request: HttpServerRequest.HttpServerRequest) => {
  const id = request.headers["last-event-id"]
  if (id === undefined) return Effect.succeed(undefined)
  return Option.match(FeedCursor.parse(id), {
    onNone: () =>
      Effect.fail(
        invalidInput([{
          path: ["Last-Event-ID"],
          message: "Expected the id of an event of this stream",
          reason: "wrong_form"
        }])
      ),
    onSome: (cursor) => Effect.succeed(cursor)
  })
}

const lineOf = (epoch: string, event: Event): string =>
  Sse.encoder.write({
    _tag: "Event",
    id: FeedCursor.format({ epoch, sequence: event.sequence }),
    event: event.type,
    data: JSON.stringify(event)
  })

const chunks = new WeakMap<ReadonlyArray<Event>, Uint8Array>()

/** Encodes the events of a page. Streams that share a page share its bytes. */
const chunkOf = ({ epoch, events }: FeedPage): Uint8Array => {
  const known = chunks.get(events)
  if (known !== undefined) return known
  const chunk = encoder.encode(events.map((event) => lineOf(epoch, event)).join(""))
  chunks.set(events, chunk)
  return chunk
}

/** A position: a comment for people, and an id, which is no event by itself. */
const heartbeatOf = (epoch: string, after: number): Uint8Array =>
  encoder.encode(`: still here\nid: ${FeedCursor.format({ epoch, sequence: after })}\n\n`)

interface Position {
  /** The sequence number of the last event that the stream has passed. */
  readonly after: number
  /** Whether that was the last event of the feed. */
  readonly atEnd: boolean
  /** When the stream last sent something, in Unix milliseconds. */
  readonly sentAt: number
}

interface StreamOptions {
  /** The query of events at the present time. */
  readonly request: Effect.Effect<FeedRequest>
  /** Waits until the key has ended, or another client needs the stream's slot. */
  readonly ended: Effect.Effect<void>
  /** Waits for the stream's turn to send. */
  readonly turn: Effect.Effect<void>
  /** Tells whether the key is still active with the access that it had when the stream began. */
  readonly isActive: Effect.Effect<boolean>
}

interface Feed extends Pick<StreamOptions, "isActive" | "request" | "turn"> {
  readonly events: Events["Service"]
  readonly organization: OrganizationId
  readonly epoch: string
}

/**
 * Takes one step: waits at the end of the feed, reads a page, and waits for its turn to send. Returns the bytes to
 * send, if any, and the next position. The key is checked after each read; without it there is no next position.
 */
const step = ({ epoch, events, isActive, organization, request, turn }: Feed, { after, atEnd, sentAt }: Position) =>
  Effect.gen(function*() {
    const send = (chunk: Uint8Array, next: Omit<Position, "sentAt">) =>
      Effect.map(Clock.currentTimeMillis, (now) => [[chunk], Option.some<Position>({ ...next, sentAt: now })] as const)
    const left = sentAt + Duration.toMillis(heartbeat) - (yield* Clock.currentTimeMillis)
    const waiting = Effect.timeoutOption(events.changed(organization, after), Duration.millis(left))
    // Due even if there is something to read: events of other types alone would leave the stream silent.
    if (left <= 0 || (atEnd && Option.isNone(yield* waiting)))
      return yield* send(heartbeatOf(epoch, after), { after, atEnd })
    const page = yield* events.sequencedPage(organization, {
      ...yield* request,
      epoch,
      after,
      max_bytes: maxChunkBytes
    })
    const next = { after: page.next, atEnd: !page.has_more }
    if (page.events.length > 0) {
      yield* turn
      return (yield* isActive) ? yield* send(chunkOf(page), next) : [[], Option.none<Position>()] as const
    }
    return [[], Option.some<Position>({ ...next, sentAt })] as const
  })

/**
 * Makes a response that sends events as they happen, until the key ends, the server stops, or the stream's lifetime is
 * over. An invalid cursor is refused before anything is sent.
 */
export const asServerSentEvents = (
  events: Events["Service"],
  organization: OrganizationId,
  { ended, isActive, request, turn }: StreamOptions
) =>
  Effect.gen(function*() {
    const { closing: { await: stopping } } = yield* Stopping
    // When hundreds of streams open at once, they take turns here too, and share the read.
    yield* turn
    const now = yield* request
    const { epoch, events: [first], next } = yield* events.sequencedPage(organization, { ...now, limit: 1 })
    const begin = now.after ?? (first === undefined ? next : first.sequence - 1)
    const opening: Position = { after: begin, atEnd: false, sentAt: yield* Clock.currentTimeMillis }
    const sent = Stream.paginate<Position, Uint8Array>(opening, (position) =>
      Effect.orDie(step({ epoch, events, isActive, organization, request, turn }, position)))
    // The response is sent after the request has ended, so the viewer is captured now.
    const viewer = yield* CurrentViewer
    const over = Effect.raceAllFirst([ended, stopping, Effect.sleep(lifetime)])
    // Readers only learn that the stream is open when something is sent.
    const opened = Stream.concat(
      Stream.succeed(encoder.encode(": open\n\n")),
      Stream.provideService(Stream.interruptWhen(sent, over), CurrentViewer, viewer)
    )
    return HttpServerResponse.stream(
      opened,
      // Tells nginx and similar proxies not to hold the response back until their buffer is full.
      { contentType: "text/event-stream", headers: { "cache-control": "no-store", "x-accel-buffering": "no" } }
    )
  })
