/** The change feed as server-sent events (WHATWG HTML, section 9.2). */
import { invalidInput } from "@candor/contract/Issues"
import type { Event } from "@candor/domain/event/Event"
import type { Events, FeedPage, FeedRequest } from "@candor/domain/event/Events"
import * as FeedCursor from "@candor/domain/event/FeedCursor"
import type { OrganizationId } from "@candor/domain/Id"
import { Duration, Effect, Option, Stream } from "effect"
import { Sse } from "effect/encoding"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { Stopping } from "../server/Stopping.ts"

/** The lifetime of a stream. Its reader comes back with the last id, and with a key that is still good. */
const lifetime = Duration.minutes(10)

/** A comment is sent when nothing else has been for this long, so that no proxy gives the connection up. */
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
    onNone: () => Effect.fail(invalidInput([{ path: ["Last-Event-ID"], message: "Expected the id of an event of this stream" }])),
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

const stillHere = encoder.encode(": still here\n\n")

/** Where a stream is: after which event, and whether that was the last one. */
interface Position {
  readonly after: number
  readonly atEnd: boolean
}

/**
 * Takes one step: waits at the end of the feed, reads, and waits for its turn to send. Returns bytes to send, if any, and the
 * next position.
 */
const step = (
  events: Events["Service"],
  organization: OrganizationId,
  { after, atEnd }: Position,
  request: Effect.Effect<FeedRequest>,
  turn: Effect.Effect<void>
) =>
  Effect.gen(function*() {
    if (atEnd) {
      const moved = yield* Effect.timeoutOption(events.changed(organization, after), heartbeat)
      if (Option.isNone(moved)) return [[stillHere], Option.some<Position>({ after, atEnd })] as const
    }
    const page = yield* events.sequencedPage(organization, { ...yield* request, after, max_bytes: maxChunkBytes })
    const next: Position = { after: page.next, atEnd: !page.has_more }
    if (page.events.length === 0) return [[], Option.some(next)] as const
    return yield* Effect.as(turn, [[chunkOf(page)], Option.some(next)] as const)
  })

interface StreamOptions {
  /** What to read at the present time. */
  readonly request: Effect.Effect<FeedRequest>
  /** Waits until the key has ended. */
  readonly ended: Effect.Effect<void>
  /** Waits for the stream's turn among those of its organization. */
  readonly turn: Effect.Effect<void>
}

/**
 * Makes a response that sends events as they happen, until the key has ended, the server stops, or the stream's lifetime is
 * over. A cursor that leads nowhere is refused before anything is sent.
 */
export const asServerSentEvents = (
  events: Events["Service"],
  organization: OrganizationId,
  { ended, request, turn }: StreamOptions
) =>
  Effect.gen(function*() {
    const { closing: { await: stopping } } = yield* Stopping
    // Hundreds of streams that are opened at once take turns here, too, and share the read.
    yield* turn
    const now = yield* request
    const { epoch, events: [first], next } = yield* events.sequencedPage(organization, { ...now, limit: 1 })
    const begin = now.after ?? (first === undefined ? next : first.sequence - 1)
    const present = Effect.map(request, (now) => ({ ...now, epoch }))
    const sent = Stream.paginate<Position, Uint8Array>({ after: begin, atEnd: false }, (position) =>
      Effect.orDie(step(events, organization, position, present, turn)))
    const over = Effect.raceAllFirst([ended, stopping, Effect.sleep(lifetime)])
    // Something has to be sent before the reader learns that the stream is open.
    const opened = Stream.concat(Stream.succeed(encoder.encode(": open\n\n")), Stream.interruptWhen(sent, over))
    return HttpServerResponse.stream(
      opened,
      { contentType: "text/event-stream", headers: { "cache-control": "no-store" } }
    )
  })
