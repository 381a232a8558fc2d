/** Query parameters of every list that comes in pages. */
import * as Pagination from "@candor/domain/Pagination"
import { DateTime, Effect, Option, Schema, type SchemaAST, SchemaIssue, SchemaTransformation } from "effect"
import { Base64Url } from "effect/encoding"
import { queryInteger } from "./QueryInteger.ts"

/** A position that can be one: a time that the calendar has and the database can compare with. */
const isPossible = ({ created_at }: { readonly created_at: string }): boolean =>
  created_at >= "0001" && Option.exists(DateTime.make(created_at), (time) => DateTime.formatIso(time) === created_at)

/** A cursor's text: base64url of the position's JSON, which means nothing to its reader. */
export const encodeCursor = ({ created_at, id }: typeof Pagination.Position.Encoded): string =>
  Base64Url.encode(JSON.stringify({ created_at, id }))

const position = Schema.StringFromBase64Url.pipe(
  Schema.decodeTo(Schema.fromJsonString(Schema.toEncoded(Pagination.Position)))
)

const noCursor = (input: unknown, options: SchemaAST.ParseOptions) =>
  new SchemaIssue.InvalidValue({ expected: "a cursor from the Link header of an earlier answer" }, input, options)

/** Where a page starts, as `encodeCursor` writes it. */
export const Cursor = Schema.String.annotate({
  description: "Where to go on, from the Link header of the page before"
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

/** `limit`, `offset` and `cursor`; the last is where the `Link` header of a page points. */
export const pageQuery = {
  limit: Schema.optionalKey(queryInteger({
    minimum: 1,
    maximum: Pagination.maxLimit,
    default: Pagination.defaultLimit,
    description: "The most results to return"
  })),
  offset: Schema.optionalKey(queryInteger({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: "How many results to skip"
  })),
  cursor: Schema.optionalKey(Cursor)
}

/** The page that a query asks for. A cursor says where to start, so an offset beside it counts from there. */
export const toPageRequest = (query: {
  readonly limit?: number
  readonly offset?: number
  readonly cursor?: Pagination.Position
}): Pagination.PageRequest => ({
  limit: query.limit ?? Pagination.defaultLimit,
  offset: query.offset ?? 0,
  after: query.cursor
})
