/** What happened: the change feed, and the audit log behind it. */
import { AuditEntry, Event } from "@candor/domain/Event"
import { EventFilter } from "@candor/domain/EventType"
import { Duration, Schema, SchemaTransformation } from "effect"
import { Sse } from "effect/encoding"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AdminScope, Patience } from "./Authorization.ts"
import { longListLimit, queryInteger } from "./QueryInteger.ts"

/** The longest wait for an event, in seconds. */
export const maxWait = 30

/** A place in the sequence of events. */
const sequence = (description: string) => queryInteger({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })

/** `job.published,candidate.*` */
const Types = Schema.String.annotate({
  description: "Types of events, separated by commas; `candidate.*` is every type of a noun"
}).pipe(
  Schema.decodeTo(
    Schema.Array(EventFilter).check(Schema.isMaxLength(50, { expected: "at most 50 types" })),
    SchemaTransformation.transform<ReadonlyArray<string>, string>({
      decode: (text) => text.split(","),
      encode: (types) => types.join(",")
    })
  )
)

/** A page of the feed. `next` is the `after` of the following one. */
export const FeedPage = Schema.Struct({
  events: Schema.Array(Event),
  next: Schema.Int,
  has_more: Schema.Boolean
}).annotate({ identifier: "FeedPage" })

/** The feed as server-sent events: the id is the event's sequence. */
const stream = HttpApiSchema.StreamSse({
  events: Schema.Struct({ ...Sse.EventEncoded.fields, data: Schema.fromJsonString(Event) })
})

export class Events extends HttpApiGroup.make("Events")
  .add(
    HttpApiEndpoint.get("follow", "/events", {
      query: {
        after: Schema.optionalKey(sequence("The sequence of the last event that was seen")),
        types: Schema.optionalKey(Types),
        limit: Schema.optionalKey(queryInteger(longListLimit)),
        wait: Schema.optionalKey(queryInteger({
          minimum: 0,
          maximum: maxWait,
          default: 0,
          description: "Seconds to wait for an event, where there is none"
        }))
      },
      success: [FeedPage, stream]
    }).annotate(Patience, Duration.seconds(maxWait + 15))
      .annotate(OpenApi.Summary, "Follow what happens")
      .annotate(
        OpenApi.Description,
        "Events after the cursor `after`, oldest first; without it, all that the feed keeps. With `wait`, an answer " +
          "without events is held back for so many seconds. With `Accept: text/event-stream` the events come as " +
          "server-sent events for some minutes; go on with `Last-Event-ID`."
      ),
    HttpApiEndpoint.get("audit", "/audit-log", {
      query: {
        before: Schema.optionalKey(sequence("The sequence of the last entry that was seen")),
        limit: Schema.optionalKey(queryInteger(longListLimit))
      },
      success: Schema.Struct({ entries: Schema.Array(AuditEntry), has_more: Schema.Boolean })
    }).middleware(AdminScope)
      .annotate(OpenApi.Summary, "Read the audit log")
      .annotate(
        OpenApi.Description,
        "Everything that happened, newest first; go on with `before` set to the last entry's sequence. Each entry's " +
          "hash covers the entry and the hash of the one before it."
      )
  )
  .annotate(OpenApi.Description, "The change feed and the audit log.")
{}
