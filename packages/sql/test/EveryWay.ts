/** The ways to call a method that each send a statement of its own. */
import type { ChangePosition, PageRequest } from "@candor/domain/Pagination"
import { Timestamp } from "@candor/domain/Timestamp"
import { Effect } from "effect"

/** The first page, a further one, and one after a row. */
export const pages: ReadonlyArray<PageRequest> = [
  { limit: 1, offset: 0 },
  { limit: 1, offset: 1 },
  {
    limit: 1,
    offset: 0,
    after: { created_at: Timestamp.make("2026-01-01T00:00:00.000Z"), id: "01900000-0000-7000-8000-000000000000" }
  }
]

export const changePages: ReadonlyArray<PageRequest<ChangePosition>> = [
  { limit: 1, offset: 0 },
  {
    limit: 1,
    offset: 0,
    after: { updated_at: Timestamp.make("2026-01-01T00:00:00.000Z"), id: "01900000-0000-7000-8000-000000000000" }
  }
]

/** Returns every combination of these filters, including none and all. */
export const combinations = <Filter extends object>(filter: Filter): ReadonlyArray<Partial<Filter>> => {
  const all = Object.entries(filter)
  return Array.from(
    { length: 2 ** all.length },
    (_, chosen) => Object.fromEntries(all.filter((_, index) => (chosen >> index) % 2 === 1)) as Partial<Filter>
  )
}

/** Reads every page of a list, with every combination of these filters. */
export const listed = <Filter extends object, A>(
  filter: Filter,
  list: (filter: Partial<Filter>, page: PageRequest) => Effect.Effect<A>
) => Effect.forEach(combinations(filter), (some) => Effect.forEach(pages, (page) => list(some, page)))

/** Runs effects at the same time, so that they share statements. */
export const concurrently = <A, E, R>(...effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })
