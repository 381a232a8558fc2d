/** The change feed as server-sent events (WHATWG HTML, section 9.2). */
import { invalidInput } from "@candor/contract/Issues"
import type { Event } from "@candor/domain/Event"
import type { Events, FeedPage, FeedRequest } from "@candor/domain/Events"
import * as FeedCursor from "@candor/domain/FeedCursor"
import type { OrganizationId } from "@candor/domain/Id"
import { Duration, Effect, Option, Stream } from "effect"
import { Sse } from "effect/encoding"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { Stopping } from "./Stopping.ts"

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

/** Looks at the feed once: returns events as bytes, or a comment when there was none for a while; and where to go on. */
const look = (events: Events["Service"], organization: OrganizationId, request: FeedRequest) =>
  Effect.gen(function*() {
    const page = yield* events.sequencedPage(organization, { ...request, max_bytes: maxChunkBytes })
    if (page.events.length > 0) return { chunk: chunkOf(page), next: page.next }
    const moved = yield* Effect.timeoutOption(events.changed(organization, page.next), heartbeat)
    return { chunk: Option.isSome(moved) ? undefined : stillHere, next: page.next }
  })

/**
 * Makes a response that sends events as they happen, until the key `ended`, the server stops, or the stream's lifetime is
 * over. A cursor that leads nowhere is refused before anything is sent. `request` says what to read at the present time.
 */
export const asServerSentEvents = (
  events: Events["Service"],
  organization: OrganizationId,
  request: Effect.Effect<FeedRequest>,
  ended: Effect.Effect<void>
) =>
  Effect.gen(function*() {
    const { await: stopping } = yield* Stopping
    const now = yield* request
    const { epoch, events: [first], next } = yield* events.page(organization, { ...now, limit: 1 })
    const begin = now.after ?? (first === undefined ? next : first.sequence - 1)
    const sent = Stream.paginate(begin, (after: number) =>
      Effect.flatMap(request, (now) => look(events, organization, { ...now, after, epoch })).pipe(
        Effect.orDie,
        Effect.map(({ chunk, next }) => [chunk === undefined ? [] : [chunk], Option.some(next)] as const)
      ))
    const over = Effect.raceAllFirst([ended, stopping, Effect.sleep(lifetime)])
    // Something has to be sent before the reader learns that the stream is open.
    const opened = Stream.concat(Stream.succeed(encoder.encode(": open\n\n")), Stream.interruptWhen(sent, over))
    return HttpServerResponse.stream(
      opened,
      { contentType: "text/event-stream", headers: { "cache-control": "no-store" } }
    )
  })
