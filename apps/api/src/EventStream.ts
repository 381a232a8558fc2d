/** The change feed as server-sent events (WHATWG HTML, section 9.2). */
import { invalidInput } from "@candor/contract/Issues"
import type { Event } from "@candor/domain/Event"
import type { Events, FeedRequest } from "@candor/domain/Events"
import type { OrganizationId } from "@candor/domain/Id"
import { Duration, Effect, Option, Stream } from "effect"
import { Sse } from "effect/encoding"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { Stopping } from "./Stopping.ts"

/** A stream ends after this long; its reader comes back with the last id, and with a key that is still good. */
const lifetime = Duration.minutes(10)

/** A sign of life goes out when nothing else has for this long, so that nobody on the way gives up. */
const heartbeat = Duration.seconds(15)

export const wantsServerSentEvents = (request: HttpServerRequest.HttpServerRequest): boolean =>
  /\btext\/event-stream\b/i.test(request.headers["accept"] ?? "")

/** The sequence that a reader who comes back has seen last. */
export const lastEventId = (request: HttpServerRequest.HttpServerRequest) => {
  const id = request.headers["last-event-id"]
  if (id === undefined) return Effect.succeed(undefined)
  return /^\d{1,15}$/.test(id)
    ? Effect.succeed(Number(id))
    : Effect.fail(invalidInput([{ path: ["Last-Event-ID"], message: "Expected the id of an event of this stream" }]))
}

const lineOf = (event: Event): string =>
  Sse.encoder.write({ _tag: "Event", id: String(event.sequence), event: event.type, data: JSON.stringify(event) })

/** One look at the feed: its events as text, or a comment when there was none for a while; and where to go on. */
const look = (events: Events["Service"], organization: OrganizationId, request: FeedRequest) =>
  Effect.gen(function*() {
    const page = yield* events.page(organization, request)
    if (page.events.length > 0) return { text: page.events.map(lineOf).join(""), next: page.next }
    const moved = yield* Effect.timeoutOption(events.changed(organization, page.next), heartbeat)
    return { text: Option.isSome(moved) ? "" : ": still here\n\n", next: page.next }
  })

/**
 * A response that tells events as they happen, until the key no longer holds (`revoked` ends), the
 * server stops, or its time is over. A cursor that leads nowhere is refused before anything is sent.
 */
export const asServerSentEvents = (
  events: Events["Service"],
  organization: OrganizationId,
  request: FeedRequest,
  revoked: Effect.Effect<unknown>
) =>
  Effect.gen(function*() {
    const { await: stopping } = yield* Stopping
    const { events: [first], next } = yield* events.page(organization, { ...request, limit: 1 })
    const begin = request.after ?? (first === undefined ? next : first.sequence - 1)
    const texts = Stream.paginate(begin, (after: number) =>
      Effect.map(
        Effect.orDie(look(events, organization, { ...request, after })),
        ({ next, text }) => [text === "" ? [] : [text], Option.some(next)] as const
      ))
    const over = Effect.raceAllFirst([revoked, stopping, Effect.sleep(lifetime)])
    // Something has to be sent before the reader learns that the stream is open.
    const opened = Stream.concat(Stream.succeed(": open\n\n"), Stream.interruptWhen(texts, over))
    return HttpServerResponse.stream(
      Stream.encodeText(opened),
      { contentType: "text/event-stream", headers: { "cache-control": "no-store" } }
    )
  })
