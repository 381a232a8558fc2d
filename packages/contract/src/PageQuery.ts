/** Query parameters of every list that comes in pages. */
import * as Pagination from "@candor/domain/Pagination"
import { DateTime, Effect, Option, Schema, type SchemaAST, SchemaIssue, SchemaTransformation } from "effect"

/** An integer as a query string writes it. */
export const integer = <S extends Schema.Codec<number, number>>(schema: S, expected: string) =>
  Schema.String.check(Schema.isPattern(/^(?:0|-?[1-9]\d{0,15})$/, { expected })).pipe(
    Schema.decodeTo(schema, SchemaTransformation.transform({ decode: Number, encode: String }))
  )

/** A position that can be one: a time that the calendar has and the database can compare with. */
const isPossible = ({ created_at }: { readonly created_at: string }): boolean =>
  created_at >= "0001" && Option.exists(DateTime.make(created_at), (time) => DateTime.formatIso(time) === created_at)

const position = Schema.StringFromBase64Url.pipe(
  Schema.decodeTo(Schema.fromJsonString(Schema.toEncoded(Pagination.Position)))
)

const noCursor = (input: unknown, options: SchemaAST.ParseOptions) =>
  new SchemaIssue.InvalidValue({ expected: "a cursor from the Link header of an earlier answer" }, input, options)

/** Where a page starts, as text that means nothing to its reader: base64url of the position's JSON. */
export const Cursor = Schema.String.pipe(
  Schema.decodeTo(
    Pagination.Position,
    SchemaTransformation.transformEffect({
      decode: (text: string, options) =>
        Schema.decodeEffect(position, { onExcessProperty: "error" })(text).pipe(
          Effect.mapError(() => noCursor(text, options)),
          Effect.filterOrFail(isPossible, () => noCursor(text, options))
        ),
      encode: (value) => Effect.orDie(Schema.encodeEffect(position)(value))
    })
  )
)

/** `limit`, `offset` and `cursor`; the last is where the `Link` header of a page points. */
export const pageQuery = {
  limit: Schema.optionalKey(integer(Pagination.Limit, `an integer from 1 to ${Pagination.maxLimit}`)),
  offset: Schema.optionalKey(integer(Pagination.Offset, `an integer from 0 to ${Number.MAX_SAFE_INTEGER}`)),
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
