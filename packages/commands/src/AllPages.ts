/** Lists that commands print in full. */
import { maxLimit, type Page, type PageRequest } from "@candor/domain/Pagination"
import { Effect } from "effect"

/** Returns the items of all pages of a list. */
export const allOf = <Item>(
  page: (request: PageRequest) => Effect.Effect<Page<Item>>
): Effect.Effect<ReadonlyArray<Item>> => {
  const from = (request: PageRequest): Effect.Effect<ReadonlyArray<Item>> =>
    Effect.flatMap(
      page(request),
      ({ items, next }) =>
        next === undefined
          ? Effect.succeed(items)
          : Effect.map(from({ ...request, after: next }), (rest) => [...items, ...rest])
    )
  return from({ limit: maxLimit, offset: 0 })
}
