/** Pages of lists that are ordered newest first: by `created_at`, then by `id`. */
import { Schema } from "effect"
import { Uuid } from "./Id.ts"
import type { Encoded } from "./Encoded.ts"
import { Timestamp } from "./Timestamp.ts"

export const defaultLimit = 50
export const maxLimit = 100

export const Limit = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: maxLimit }, { expected: `an integer from 1 to ${maxLimit}` })
)

export const Offset = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, {
    expected: `an integer from 0 to ${Number.MAX_SAFE_INTEGER}`
  })
)

/** The position of a row in its list. */
export const Position = Schema.Struct({ created_at: Timestamp, id: Uuid })
export interface Position extends Schema.Schema.Type<typeof Position> {}

/** Requests a page that starts `offset` rows after the row at `after`, or else after the start of the list. */
export interface PageRequest {
  readonly limit: number
  readonly offset: number
  readonly after?: Position | undefined
}

/** The pagination object of a response (spec, part 4). */
export const Pagination = Schema.Struct({
  limit: Limit,
  offset: Offset,
  has_more: Schema.Boolean
}).annotate({ identifier: "Pagination" })
export interface Pagination extends Schema.Schema.Type<typeof Pagination> {}

/** One page of a list. `next` is the position of its last row if a further page exists. */
export interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly pagination: Pagination
  readonly next?: Position | undefined
}

/** One page of a list, with encoded items. */
export interface EncodedPage<Item> {
  readonly items: Encoded<ReadonlyArray<Item>>
  readonly pagination: Pagination
  readonly next?: Position | undefined
}

/** Returns the page of these rows, which a query selected with a limit of one more. */
export const fromRows = <Item extends Position>(request: PageRequest, rows: ReadonlyArray<Item>): Page<Item> => {
  const items = rows.slice(0, request.limit)
  const has_more = rows.length > request.limit
  const last = items.at(-1)
  return {
    items,
    pagination: { limit: request.limit, offset: request.offset, has_more },
    next: has_more && last !== undefined ? { created_at: last.created_at, id: last.id } : undefined
  }
}
