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

/** The lifetime of a stream. Its reader comes back with the last id, and with a key that is still good. */
const lifetime = Duration.minutes(10)

/**
 * After so long without anything else a stream sends its position, as an id without an event: no proxy gives the
 * connection up, and a reader of rare types comes back with a position that is not old.
 */
const heartbeat = Duration.seconds(15)

/** The bytes that are read of the feed at a time. A reader that does not read keeps about as much in memory. */
const maxChunkBytes = 65_536

const encoder = new TextEncoder()

export const wantsServerSentEvents = (request: HttpServerRequest.HttpServerRequest): boolean =>
  /\btext\/event-stream\b/i.test(request.headers["accept"] ?? "")

/** Returns the cursor of the last event that a reader who comes back has seen. */
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

/** The position of a stream: a comment for people, and an id, which by itself is no event. */
const heartbeatOf = (epoch: string, after: number): Uint8Array =>
  encoder.encode(`: still here\nid: ${FeedCursor.format({ epoch, sequence: after })}\n\n`)

interface Position {
  /** The sequence number of the last event that it has passed. */
  readonly after: number
  /** Whether that was the last one. */
  readonly atEnd: boolean
  /** When it last sent something, in Unix milliseconds. */
  readonly sentAt: number
}

interface StreamOptions {
  /** What to read at the present time. */
  readonly request: Effect.Effect<FeedRequest>
  /** Waits until the key has ended, or another organization needs the slot of the stream. */
  readonly ended: Effect.Effect<void>
  /** Waits for the stream's turn among those of its organization. */
  readonly turn: Effect.Effect<void>
  /** Tells whether the key still allows what it did when the stream began, as it is now. */
  readonly isActive: Effect.Effect<boolean>
}

interface Feed extends Pick<StreamOptions, "isActive" | "request" | "turn"> {
  readonly events: Events["Service"]
  readonly organization: OrganizationId
  readonly epoch: string
}

/**
 * Takes one step: waits at the end of the feed, reads, and waits for its turn to send. Returns bytes to send, if any,
 * and the next position: none once the key allows it no more, which is asked after each page was read.
 */
const step = ({ epoch, events, isActive, organization, request, turn }: Feed, { after, atEnd, sentAt }: Position) =>
  Effect.gen(function*() {
    const send = (chunk: Uint8Array, next: Omit<Position, "sentAt">) =>
      Effect.map(Clock.currentTimeMillis, (now) => [[chunk], Option.some<Position>({ ...next, sentAt: now })] as const)
    const left = sentAt + Duration.toMillis(heartbeat) - (yield* Clock.currentTimeMillis)
    const waiting = Effect.timeoutOption(events.changed(organization, after), Duration.millis(left))
    // Events of other types alone must not keep the stream silent: it may be time where there is something to read.
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
 * Makes a response that sends events as they happen, until the key has ended, the server stops, or the stream's
 * lifetime is over. A cursor that leads nowhere is refused before anything is sent.
 */
export const asServerSentEvents = (
  events: Events["Service"],
  organization: OrganizationId,
  { ended, isActive, request, turn }: StreamOptions
) =>
  Effect.gen(function*() {
    const { closing: { await: stopping } } = yield* Stopping
    // Hundreds of streams that are opened at once take turns here, too, and share the read.
    yield* turn
    const now = yield* request
    const { epoch, events: [first], next } = yield* events.sequencedPage(organization, { ...now, limit: 1 })
    const begin = now.after ?? (first === undefined ? next : first.sequence - 1)
    const opening: Position = { after: begin, atEnd: false, sentAt: yield* Clock.currentTimeMillis }
    const sent = Stream.paginate<Position, Uint8Array>(opening, (position) =>
      Effect.orDie(step({ epoch, events, isActive, organization, request, turn }, position)))
    // The response is sent after the request, which has the viewer.
    const viewer = yield* CurrentViewer
    const over = Effect.raceAllFirst([ended, stopping, Effect.sleep(lifetime)])
    // Something has to be sent before the reader learns that the stream is open.
    const opened = Stream.concat(
      Stream.succeed(encoder.encode(": open\n\n")),
      Stream.provideService(Stream.interruptWhen(sent, over), CurrentViewer, viewer)
    )
    return HttpServerResponse.stream(
      opened,
      // nginx and proxies like it hold a response back until their buffer is full, unless the response says not to.
      { contentType: "text/event-stream", headers: { "cache-control": "no-store", "x-accel-buffering": "no" } }
    )
  })
