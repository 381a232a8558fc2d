/** The query parameters of paged lists. */
import { because } from "@candor/domain/IssueReason"
import { described } from "@candor/domain/Described"
import * as Pagination from "@candor/domain/Pagination"
import { DateTime, Effect, Option, Schema, type SchemaAST, SchemaIssue, SchemaTransformation } from "effect"
import { Base64Url } from "effect/encoding"
import type { InvalidRequest } from "./Errors.ts"
import { invalidInput } from "./Issues.ts"
import { queryInteger } from "./QueryInteger.ts"

/** Tells whether a timestamp is a real date that the database can compare with. */
export const isPossible = (timestamp: string): boolean =>
  timestamp >= "0001" && Option.exists(DateTime.make(timestamp), (time) => DateTime.formatIso(time) === timestamp)

/** Returns a cursor: the position's JSON as base64url, which is opaque to clients. */
export const encodeCursor = (position: object): string => Base64Url.encode(JSON.stringify(position))

const noCursor = (input: unknown, options: SchemaAST.ParseOptions) =>
  new SchemaIssue.InvalidValue(
    { expected: "a cursor from next_cursor or the Link header of an earlier answer", ...because("wrong_form") },
    input,
    options
  )

/**
 * Returns the schema of cursors as `encodeCursor` writes them. They decode to the position after which the page starts.
 * `isKnown` tells whether the database can compare with the position.
 */
export const cursorOf = <At, Encoded extends object>(
  position: Schema.Codec<At, Encoded>,
  isKnown: (position: Encoded) => boolean
) => {
  const json = Schema.StringFromBase64Url.pipe(Schema.decodeTo(Schema.fromJsonString(Schema.toEncoded(position))))
  const decode = Schema.decodeEffect(json, { onExcessProperty: "error" })
  return Schema.String.annotate({
    description: "`next_cursor` of the previous page, or the cursor of its `Link` header"
  }).pipe(
    Schema.decodeTo(
      position,
      SchemaTransformation.transformEffect({
        decode: (text: string, options) =>
          decode(text).pipe(
            Effect.mapError(() => noCursor(text, options)),
            Effect.filterOrFail(isKnown, () => noCursor(text, options))
          ),
        encode: (value: Encoded) => Effect.succeed(encodeCursor(value))
      })
    )
  )
}

/** A cursor of a list that is ordered newest first. */
export const Cursor = cursorOf(Pagination.Position, ({ created_at }) => isPossible(created_at))

/** A cursor of a list that is ordered by its start. */
export const CursorOfStart = cursorOf(Pagination.StartPosition, ({ starts_at }) => isPossible(starts_at))

/** A cursor of a list that is ordered newest first, or by its start. */
export const CursorOfSpan = cursorOf(
  Schema.Union([Pagination.Position, Pagination.StartPosition]),
  (position) => isPossible("created_at" in position ? position.created_at : position.starts_at)
)

/** A cursor of a list that is ordered newest first, or by the last change. */
export const CursorOfEither = cursorOf(
  Schema.Union([Pagination.Position, Pagination.ChangePosition]),
  (position) => isPossible("created_at" in position ? position.created_at : position.updated_at)
)

/** The pagination object of a list with cursors only. */
export const CursorPagination = Schema.Struct({
  limit: Schema.Int.pipe(described("The `limit` of the request: the maximum number of results per page", 20)),
  has_more: Schema.Boolean.pipe(described("Whether there is a next page, at `next_cursor`", false))
}).pipe(described("The size of the page"))

/** The cursor of the next page, beside the items, because the spec fixes the pagination object. */
export const NextCursor = Schema.NullOr(Schema.String).pipe(
  described(
    "The `cursor` of the next page, also in the `Link` header; null on the last page",
    "eyJjcmVhdGVkX2F0IjoiMjAyNi0xMC0wOVQxMzo"
  )
)

/** The parameters `limit`, `offset` and `cursor`. The `Link` header of a page has the cursor of the next one. */
export const pageQuery = {
  limit: Schema.optionalKey(queryInteger({
    minimum: 1,
    maximum: Pagination.maxLimit,
    default: Pagination.defaultLimit,
    description: "Maximum number of results"
  })),
  offset: Schema.optionalKey(queryInteger({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: "Number of results to skip"
  })),
  cursor: Schema.optionalKey(Cursor)
}

/** Converts a query to its page request. With a cursor, the offset counts from there. */
export const toPageRequest = <At = Pagination.Position>(query: {
  readonly limit?: number
  readonly offset?: number
  readonly cursor?: At
}): Pagination.PageRequest<At> => ({
  limit: query.limit ?? Pagination.defaultLimit,
  offset: query.offset ?? 0,
  after: query.cursor
})

/** The columns that lists are ordered by, with the positions of their rows. */
interface Positions {
  readonly created_at: Pagination.Position
  readonly updated_at: Pagination.ChangePosition
  readonly starts_at: Pagination.StartPosition
}

/** Converts a query to the page request of a list that is ordered by this column. Refuses a cursor of another order. */
export const toPageRequestBy = <const Column extends keyof Positions>(
  column: Column,
  query: { readonly limit?: number; readonly offset?: number; readonly cursor?: Positions[keyof Positions] }
): Effect.Effect<Pagination.PageRequest<Positions[Column]>, InvalidRequest> =>
  query.cursor === undefined || column in query.cursor
    ? Effect.succeed(toPageRequest(query as { readonly cursor?: Positions[Column] }))
    : Effect.fail(invalidInput([{
      path: ["cursor"],
      message: "Expected a cursor of the same order: pages of another order have cursors of their own",
      reason: "other_order"
    }]))
