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
  message: Schema.String.pipe(described("What was expected and what was found, for people")),
  field: Schema.NullOr(Schema.String).pipe(
    described("The field that is wrong, its keys joined by dots; null where it is none", "primary_email")
  ),
  details: Details.pipe(described("Values of the message, for programs, as in an error of one", {}))
}).pipe(named("BulkError", "Why an item changed nothing"))

/** Makes the schema of a request's results, for rows with this id. */
export const bulkResults = <const Name extends string, Id extends Schema.Top>(name: Name, id: Id, row: string) =>
  Schema.Struct({
    results: Schema.Array(Schema.Struct({
      index: Schema.Int.pipe(described("The position of the item in the request, from 0", 0)),
      ...{ [name]: Schema.NullOr(id).pipe(described(`The ${row}; null where none was made or found`)) } as {
        readonly [_ in Name]: Schema.NullOr<Id>
      },
      status: BulkStatus.pipe(described("What became of the item", "updated")),
      updated_at: Schema.NullOr(Timestamp).pipe(described(
        `The ${row}'s time after this, by which what is told of it is known to be earlier; null for one that was made, or of which nothing was written, as tags are the candidate's`,
        "2026-03-02T10:15:00.000Z"
      )),
      error: Schema.NullOr(BulkError).pipe(described("Why the item changed nothing; null unless it failed", null))
    })).pipe(described("The outcome of each item, in the order of the request"))
  })

/** The sentences that describe every bulk operation. */
export const eachByItself =
  "Each is written by itself, as one alone would be, with its events: an item that fails leaves the others, and its result says why. The request " +
  "counts as one of the hour's. A dry run shows the results beforehand; with an idempotency key, all changes are stored in one transaction. " +
  "Items for the same row are written in their order. Where the database could not write an item, or the time was over before it was tried, it fails with " +
  "`internal_error` and `details.reason` (`not_tried` for the latter), and may be sent again; where that is so of all, " +
  "the answer is 503. One with `details.may_be_written` was under way when the time was over or the connection broke: read it before. A transaction has all or none."
