/** The query parameters of paged lists. */
import * as Pagination from "@candor/domain/Pagination"
import { DateTime, Effect, Option, Schema, type SchemaAST, SchemaIssue, SchemaTransformation } from "effect"
import { Base64Url } from "effect/encoding"
import { queryInteger } from "./QueryInteger.ts"

/** Tells whether a position's time exists in the calendar and the database can compare with it. */
const isPossible = ({ created_at }: { readonly created_at: string }): boolean =>
  created_at >= "0001" && Option.exists(DateTime.make(created_at), (time) => DateTime.formatIso(time) === created_at)

/** Returns the opaque text of a cursor: the position's JSON as base64url. */
export const encodeCursor = ({ created_at, id }: typeof Pagination.Position.Encoded): string =>
  Base64Url.encode(JSON.stringify({ created_at, id }))

const position = Schema.StringFromBase64Url.pipe(
  Schema.decodeTo(Schema.fromJsonString(Schema.toEncoded(Pagination.Position)))
)

const noCursor = (input: unknown, options: SchemaAST.ParseOptions) =>
  new SchemaIssue.InvalidValue({ expected: "a cursor from the Link header of an earlier answer" }, input, options)

/** A cursor as `encodeCursor` writes it. Decodes to the position after which the page starts. */
export const Cursor = Schema.String.annotate({
  description: "A cursor from the Link header of the previous page"
}).pipe(
  Schema.decodeTo(
    Pagination.Position,
    SchemaTransformation.transformEffect({
      decode: (text: string, options) =>
        Schema.decodeEffect(position, { onExcessProperty: "error" })(text).pipe(
          Effect.mapError(() => noCursor(text, options)),
          Effect.filterOrFail(isPossible, () => noCursor(text, options))
        ),
      encode: (value) => Effect.succeed(encodeCursor(value))
    })
  )
)

/** `limit`, `offset` and `cursor`. The `Link` header of a page has the cursor of the next. */
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

/** Returns the page request of a query. With a cursor, the offset counts from it. */
export const toPageRequest = (query: {
  readonly limit?: number
  readonly offset?: number
  readonly cursor?: Pagination.Position
}): Pagination.PageRequest => ({
  limit: query.limit ?? Pagination.defaultLimit,
  offset: query.offset ?? 0,
  after: query.cursor
})
