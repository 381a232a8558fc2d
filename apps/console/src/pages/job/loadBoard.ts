/** The columns of a board: of each stage the newest cards, and further ones as a person scrolls. */
import type { ApplicationCard, JobDetail, StageCount } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { queries } from "../../api/queries.ts"
import type { Key } from "../../api/useLoaded.ts"
import { stringifySearch } from "../../router/search.ts"
import type { viewsOfBoard } from "../views.ts"
import type { BoardFilter } from "./boardFilter.ts"

export type Job = JobDetail

export type Stage = Job["stages"][number]

/** An application as a board shows it. */
export type Card = ApplicationCard

/** Where the next page of a column begins. */
interface Position {
  readonly status: Card["status"]
  readonly cursor?: string | undefined
}

export interface Column {
  /** Those that were loaded, and those that came since. A card whose status the view does not have is hidden: it may come back. */
  readonly cards: ReadonlyArray<Card>
  /** Undefined where all cards are loaded. */
  readonly next: Position | undefined
}

export type Columns = ReadonlyMap<string, Column>

export type Shown = (typeof viewsOfBoard)[number][0]

/** Cards of a page: at first, and where many are loaded anew. Of a column at most so many are loaded anew; further ones as one scrolls. */
const [firstCards, maxCards, maxReloaded] = [50, 100, 300]

/** The statuses that a view of a board has. */
export const statusesOf = (shown: string): ReadonlyArray<Card["status"]> =>
  shown === "rejected" || shown === "withdrawn" ? [shown] : ["active", "hired"]

export const countsKey = (job: string, filter: BoardFilter = {}): Key => ["count", job, stringifySearch(filter)]

/** The numbers do not depend on the order. */
export const loadCounts = async (job: string, { sort: _sort, ...filter }: BoardFilter, signal: AbortSignal): Promise<ReadonlyArray<StageCount>> =>
  (await candor.overviews.counts(job, filter, { signal })).counts

/** The number of the applications of a stage that a view of a board has. */
export const countOf = (counts: ReadonlyArray<StageCount>, shown: string, stage: string): number =>
  counts.filter(({ stage_id, status }) => stage_id === stage && statusesOf(shown).includes(status))
    .reduce((sum, { applications }) => sum + applications, 0)

/** The page of a column at a position. `statuses` are those of which the stage has applications. */
const loadPage = async (
  job: string,
  stage_id: string,
  statuses: ReadonlyArray<Card["status"]>,
  { cursor, status }: Position,
  limit: number,
  filter: BoardFilter,
  signal: AbortSignal
): Promise<Column> => {
  const { cards, next_cursor } = await candor.overviews.cards(job, { ...filter, stage_id, status, limit, cursor }, { signal })
  const following = statuses[statuses.indexOf(status) + 1]
  return { cards, next: next_cursor !== null ? { status, cursor: next_cursor } : following === undefined ? undefined : { status: following } }
}

const isSame = (one: Card, other: Card): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Loads a board: of each column the first page, or up to 300 of the cards that it had before. A card that is as it was stays the same object. */
export const loadBoard = async (
  { id, stages }: Job,
  shown: Shown,
  filter: BoardFilter,
  before: Columns | undefined,
  signal: AbortSignal
): Promise<Columns> => {
  const counts = await loadCounts(id, filter, signal)
  queries.setQueryData(countsKey(id, filter), counts)
  return new Map(await Promise.all(stages.map(async ({ id: stage }) => {
    const statuses = statusesOf(shown).filter((status) => counts.some((count) => count.stage_id === stage && count.status === status))
    const present = before?.get(stage)?.cards ?? []
    const limit = present.length > firstCards ? maxCards : firstCards
    const cards = new Map<string, Card>()
    let next: Column["next"] = statuses[0] === undefined ? undefined : { status: statuses[0] }
    while (next !== undefined && (cards.size === 0 || cards.size < Math.min(present.length, maxReloaded))) {
      const page: Column = await loadPage(id, stage, statuses, next, limit, filter, signal)
      for (const card of page.cards) cards.set(card.id, card)
      next = page.next
    }
    for (const card of present) {
      const after = cards.get(card.id)
      if (after !== undefined && isSame(card, after)) cards.set(card.id, card)
    }
    return [stage, { cards: [...cards.values()], next }] as const
  })))
}

/** The page at which a column goes on. */
export const loadMore = (job: string, stage: string, shown: Shown, filter: BoardFilter, next: Position, signal: AbortSignal): Promise<Column> =>
  loadPage(job, stage, statusesOf(shown), next, maxCards, filter, signal)

/** Pages of a column among which cards are found that changed. */
const maxPages = 3

/** The cards of a stage and a status that have these ids, as far as they are among the newest 300. */
export const loadCards = async (job: string, stage_id: string, status: Card["status"], ids: ReadonlySet<string>): Promise<ReadonlyArray<Card>> => {
  const found: Array<Card> = []
  let next: Column["next"] = { status }
  for (let page = 0; page < maxPages && next !== undefined && found.length < ids.size; page++) {
    const column: Column = await loadPage(job, stage_id, [status], next, maxCards, {}, AbortSignal.timeout(30_000))
    found.push(...column.cards.filter(({ id }) => ids.has(id)))
    next = column.next
  }
  return found
}
