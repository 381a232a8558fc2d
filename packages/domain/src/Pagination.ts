/** Pages of lists. Most are ordered newest first: by `created_at`, then by `id`. */
import { Schema } from "effect"
import { described, named } from "./Described.ts"
import { Uuid } from "./Id.ts"
import type { Encoded } from "./Encoded.ts"
import { Timestamp } from "./Timestamp.ts"

export const defaultLimit = 50
export const maxLimit = 100

export const PageLimit = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: maxLimit }, { expected: `an integer from 1 to ${maxLimit}` })
)

export const Offset = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, {
    expected: `an integer from 0 to ${Number.MAX_SAFE_INTEGER}`
  })
)

/** The position of a row in a list that is ordered newest first. */
export const Position = Schema.Struct({ created_at: Timestamp, id: Uuid })
export interface Position extends Schema.Schema.Type<typeof Position> {}

/** The position of a row in a list that is ordered by the last change, the oldest first. */
export const ChangePosition = Schema.Struct({ updated_at: Timestamp, id: Uuid })
export interface ChangePosition extends Schema.Schema.Type<typeof ChangePosition> {}

/** The position of a row in a list that is ordered by its start, the earliest first. */
export const StartPosition = Schema.Struct({ starts_at: Timestamp, id: Uuid })
export interface StartPosition extends Schema.Schema.Type<typeof StartPosition> {}

/** Requests a page that starts `offset` rows after the row at `after`, or else after the start of the list. */
export interface PageRequest<At = Position> {
  readonly limit: number
  readonly offset: number
  readonly after?: At | undefined
}

/** The pagination object of a response (spec, part 4). */
export const Pagination = Schema.Struct({
  limit: PageLimit.pipe(described("The `limit` of the request: the maximum number of results per page", 50)),
  offset: Offset.pipe(described("The `offset` of the request: the number of results before the page", 0)),
  has_more: Schema.Boolean.pipe(described("Whether there is a next page", false))
}).pipe(named("Pagination", "The position of a page in its list"))
export interface Pagination extends Schema.Schema.Type<typeof Pagination> {}

/** One page of a list. `next` is the position of its last row if a further page exists. */
export interface Page<Item, At = Position> {
  readonly items: ReadonlyArray<Item>
  readonly pagination: Pagination
  readonly next?: At | undefined
}

/** One page of a list, with encoded items. */
export interface EncodedPage<Item, At = Position> {
  readonly items: Encoded<ReadonlyArray<Item>>
  readonly pagination: Pagination
  readonly next?: At | undefined
}

/** Makes the page of these rows. The query selected one row more than the limit. */
export const pageOf = <Item, At>(
  request: PageRequest<At>,
  rows: ReadonlyArray<Item>,
  positionOf: (item: Item) => At
): Page<Item, At> => {
  const items = rows.slice(0, request.limit)
  const has_more = rows.length > request.limit
  const last = items.at(-1)
  return {
    items,
    pagination: { limit: request.limit, offset: request.offset, has_more },
    next: has_more && last !== undefined ? positionOf(last) : undefined
  }
}

/** Returns the page of these rows of a list that is ordered newest first. */
export const fromRows = <Item extends Position>(request: PageRequest, rows: ReadonlyArray<Item>): Page<Item> =>
  pageOf(request, rows, ({ created_at, id }) => ({ created_at, id }))
