/** Results of bulk requests: each row is written independently (decision 0112). */
import { described, named } from "@candor/domain/Described"
import { Timestamp } from "@candor/domain/Timestamp"
import { Duration, Schema } from "effect"
import { Details } from "./Errors.ts"

/** The most characters of a message: a response can have a thousand messages. */
export const maxMessage = 500

/** The time limit of a bulk request. */
export const bulkTimeout = Duration.seconds(60)

/** The outcome for an item. */
export const BulkStatus = Schema.Literals(["created", "updated", "unchanged", "failed"])
export type BulkStatus = typeof BulkStatus.Type

const BulkError = Schema.Struct({
  code: Schema.String.pipe(described("The kind of the error, for programs", "invalid_request")),
  message: Schema.String.pipe(described("What was expected and what was found, for human readers")),
  field: Schema.NullOr(Schema.String).pipe(
    described("The invalid field, its keys joined by dots; null if the error is not about a field", "primary_email")
  ),
  details: Details.pipe(described("Values of the message, for programs, as in an error of one", {}))
}).pipe(named("BulkError", "Why an item changed nothing"))

/** Makes the schema of a request's results, for rows with this id. */
export const bulkResults = <const Name extends string, Id extends Schema.Top>(name: Name, id: Id, row: string) =>
  Schema.Struct({
    results: Schema.Array(Schema.Struct({
      index: Schema.Int.pipe(described("The position of the item in the request, from 0", 0)),
      ...{ [name]: Schema.NullOr(id).pipe(described(`The ${row}; null if none was created or found`)) } as {
        readonly [_ in Name]: Schema.NullOr<Id>
      },
      status: BulkStatus.pipe(described("The outcome of the item", "updated")),
      updated_at: Schema.NullOr(Timestamp).pipe(described(
        `The ${row}'s \`updated_at\` after this item: events with an earlier time precede it. Null if it was ` +
          "created or not written, for example because only tags of the candidate changed",
        "2026-03-02T10:15:00.000Z"
      )),
      error: Schema.NullOr(BulkError).pipe(described("Why the item changed nothing; null unless it failed", null))
    })).pipe(described("The outcome of each item, in the order of the request"))
  })

/** The sentences that describe every bulk operation. */
export const eachByItself =
  "Each item is written separately, with its own events, as a single request would be: if one fails, the others " +
  "are still written, and its result says why. The request counts once towards the hourly limit. A dry run " +
  "previews the results; with an idempotency key, all changes are stored in one transaction, all or none. Items " +
  "for the same row are written in order. An item that the database could not write, or that was not tried " +
  "before the time limit, fails with `internal_error` and `details.reason` (`not_tried` for the latter) and can " +
  "be sent again; if this is so for all items, the response is 503. An item with `details.may_be_written` was " +
  "in progress at the time limit or when the connection broke: read it before you send it again."
