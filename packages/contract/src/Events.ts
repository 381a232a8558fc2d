/** The change feed and the audit log. */
import { because } from "@candor/domain/IssueReason"
import { described, named } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { AuditEntry, Event } from "@candor/domain/event/Event"
import { maxPageSearch } from "@candor/domain/event/Events"
import { EventFilter } from "@candor/domain/event/EventType"
import * as FeedCursor from "@candor/domain/event/FeedCursor"
import { ApiKeyId, UserId, Uuid } from "@candor/domain/Id"
import { TimestampFromText } from "@candor/domain/Timestamp"
import { Duration, Effect, Option, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { Sse } from "effect/encoding"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AdminScope } from "./Authorization.ts"
import { documented, OperationTimeout } from "./Endpoint.ts"
import { longListLimit, queryInteger } from "./QueryInteger.ts"

/** The longest wait for an event, in seconds. */
export const maxWaitSeconds = 30

/** The most open event streams of a key at a server. */
export const maxStreamsOfKey = 100

/** The most streams and waiting requests of an organization at a server. */
export const maxFollowersOfOrganization = 500

/** The most streams and waiting requests of a server. */
export const maxFollowers = 1000

/** A sequence number of an event. */
const sequence = (description: string) => queryInteger({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })

/** The most types of a request. */
const maxTypes = 50

/** A list of types: `job.published,candidate.*`. */
const Types = Schema.String.annotate({
  description: "Event types, separated by commas; `candidate.*` selects every type of a resource"
}).pipe(
  Schema.decodeTo(
    Schema.Array(EventFilter).check(Schema.isMaxLength(maxTypes, { expected: `at most ${maxTypes} types` })),
    SchemaTransformation.transform<ReadonlyArray<string>, string>({
      // One more than accepted, so that a longer list is refused without reading thousands.
      decode: (text) => text.split(",", maxTypes + 1),
      encode: (types) => types.join(",")
    })
  )
)

/** A cursor from the `Link` header of a page, or the id of a server-sent event. */
export const Cursor = Schema.String.annotate({
  description:
    "Instead of `after`: `next_cursor` of the previous page, or the id of a server-sent event. Refused if the " +
    "feed has been restored from a backup since"
}).pipe(
  Schema.decodeTo(
    Schema.Struct({ epoch: Schema.String, sequence: Schema.Int }),
    SchemaTransformation.transformEffect({
      decode: (text: string, options) =>
        Option.match(FeedCursor.parse(text), {
          onNone: () =>
            Effect.fail(
              new SchemaIssue.InvalidValue(
                { expected: "a cursor of this feed", ...because("wrong_form") },
                text,
                options
              )
            ),
          onSome: (cursor) => Effect.succeed(cursor)
        }),
      encode: (cursor) => Effect.succeed(FeedCursor.format(cursor))
    })
  )
)

/** A page of the feed. `next` is the `after` of the next page. */
export const FeedPage = Schema.Struct({
  events: Schema.Array(Event).pipe(described("The events after the requested one, oldest first")),
  next: Schema.Int.pipe(described("The `after` of the next page", 4_711)),
  has_more: Schema.Boolean.pipe(
    described("Whether there is more after `next`, even if the page has no events", false)
  ),
  latest: Schema.Int.pipe(
    described("The sequence of the organization's newest event: use it as `after` to read only later events", 4_711)
  ),
  next_cursor: Schema.String.pipe(
    described(
      "The `cursor` of the next page, instead of `after`; unlike `after`, refused if the feed has been restored from a backup",
      "9f86d081-4711"
    )
  )
}).pipe(named("FeedPage", "A page of the change feed"))

/** The feed as server-sent events. Their ids are cursors. */
const stream = HttpApiSchema.StreamSse({
  events: Schema.Struct({ ...Sse.EventEncoded.fields, data: Schema.fromJsonString(Event) })
})

export class Events extends HttpApiGroup.make("Events")
  .add(
    HttpApiEndpoint.get("follow", "/events", {
      query: {
        after: Schema.optionalKey(sequence("The `sequence` of the last event that you have read")),
        cursor: Schema.optionalKey(Cursor),
        types: Schema.optionalKey(Types),
        limit: Schema.optionalKey(queryInteger(longListLimit)),
        wait: Schema.optionalKey(queryInteger({
          minimum: 0,
          maximum: maxWaitSeconds,
          default: 0,
          description: "Seconds to wait for an event if there is none"
        }))
      },
      success: [FeedPage, stream]
    }).annotate(OperationTimeout, Duration.seconds(maxWaitSeconds + 15))
      .annotateMerge(
        documented(
          "Read the change feed",
          "Returns the events after sequence `after`, oldest first; without `after`, all events that the feed " +
            "keeps. A page ends at `limit` events or about 1 MiB, whichever comes first, and `has_more` tells " +
            `whether there are more. A page looks at ${maxPageSearch.toLocaleString("en")} events for those of ` +
            "the `types` that the key may see, so an empty page may have a next one. `next_cursor` and the `Link` " +
            "header lead to the next page by `cursor`, which, unlike `after`, is refused if the feed was restored " +
            "from a backup. With `wait`, an empty response waits up to that many seconds for an event. With " +
            "`Accept: text/event-stream`, the events are streamed as server-sent events for some minutes; " +
            `continue with \`Last-Event-ID\`. A key has at most ${maxStreamsOfKey} streams open.`
        )
      ),
    HttpApiEndpoint.get("audit", "/audit-log", {
      query: {
        before: Schema.optionalKey(
          sequence("Only entries before this sequence: `next` of the previous page")
        ),
        types: Schema.optionalKey(Types),
        user_id: Schema.optionalKey(UserId).pipe(described("Only changes by this member")),
        api_key_id: Schema.optionalKey(ApiKeyId).pipe(described("Only changes made with this key")),
        subject_id: Schema.optionalKey(Uuid).pipe(
          described("Only events about the entity with this id, such as an application", example.id.application)
        ),
        created_after: Schema.optionalKey(TimestampFromText).pipe(
          described("Only entries after this time", "2026-10-01T00:00:00Z")
        ),
        created_before: Schema.optionalKey(TimestampFromText).pipe(
          described("Only entries before this time", "2026-11-01T00:00:00Z")
        ),
        limit: Schema.optionalKey(queryInteger(longListLimit))
      },
      success: Schema.Struct({
        entries: Schema.Array(AuditEntry).pipe(described("The entries, newest first")),
        has_more: Schema.Boolean.pipe(described("Whether there may be older entries", true)),
        next: Schema.NullOr(Schema.Int).pipe(described("The `before` of the next page; null at the end", 4_610))
      })
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Read the audit log",
        "Returns all events, newest first; continue with `before` set to `next`. A page ends at `limit` entries " +
          "or about 1 MiB, whichever comes first. Filters are combined with AND: `api_key_id` with " +
          "`created_after` returns what a key did since then. `created_after` and `created_before` are exclusive " +
          "and compare with `occurred_at`. If filters other than key and member exclude most entries, a page " +
          `looks at ${maxPageSearch.toLocaleString("en")} and may have few entries or none, and still a next ` +
          "page. Each entry's hash covers the entry and the hash of the previous one. The data of others' " +
          "scorecards and feedback is null for a caller who has yet to submit their own, and on the caller's own " +
          "application."
      )
    )
  )
  .annotate(OpenApi.Description, "The change feed and the audit log.")
{}
