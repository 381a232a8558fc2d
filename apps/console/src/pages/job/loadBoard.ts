/** Loads the columns of a board: the newest cards of each stage first, further ones while scrolling. */
import type { ApplicationCard, JobDetail, OpenedJob, StageCount } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { queries } from "../../api/queries.ts"
import { keepPart } from "../../api/store.ts"
import type { Key } from "../../api/useLoaded.ts"
import { type Careers, careersKey } from "../careers/careers.ts"
import { stringifySearch } from "../../router/search.ts"
import type { viewsOfBoard } from "../views.ts"
import type { BoardFilter } from "./boardFilter.ts"

export type Job = JobDetail

export type Stage = Job["stages"][number]

/** An application as a board shows it. */
export type Card = ApplicationCard

/** The position of the next page of a column. */
interface Position {
  readonly status: Card["status"]
  readonly cursor?: string | undefined
}

export interface Column {
  /**
   * The loaded cards, and those that arrived since. Cards with a status outside of the view are hidden: they may
   * return.
   */
  readonly cards: ReadonlyArray<Card>
  /** The number of cards that are represented by another card of their group. */
  readonly folded?: number
  /** Undefined if all cards are loaded. */
  readonly next: Position | undefined
}

export type Columns = ReadonlyMap<string, Column>

export type Shown = (typeof viewsOfBoard)[number][0]

/**
 * Cards in the first page; cards in a page of a reload; and the maximum that a reload fetches for a column (the rest
 * follows on scrolling).
 */
const [firstCards, maxCards, maxReloaded] = [50, 100, 300]

/** Returns the statuses in a view of a board. */
export const statusesOf = (shown: string): ReadonlyArray<Card["status"]> =>
  shown === "rejected" || shown === "withdrawn" ? [shown] : ["active", "hired"]

export const countsKey = (job: string, filter: BoardFilter = {}): Key => ["count", job, stringifySearch(filter)]

/** Loads the counts. Their key leaves out the order, which does not affect them. */
export const loadCounts = async (
  job: string,
  { sort: _sort, ...filter }: BoardFilter,
  signal: AbortSignal
): Promise<ReadonlyArray<StageCount>> => (await candor.overviews.counts(job, filter, { signal })).counts

/** Returns the number of a stage's applications in a view of a board. */
export const countOf = (counts: ReadonlyArray<StageCount>, shown: string, stage: string): number =>
  counts.filter(({ stage_id, status }) => stage_id === stage && statusesOf(shown).includes(status))
    .reduce((sum, { applications }) => sum + applications, 0)

/** Returns the position after a page of a status. `statuses` are those in which the stage has applications. */
const nextOf = (
  statuses: ReadonlyArray<Card["status"]>,
  status: Card["status"],
  cursor: string | null
): Column["next"] => {
  const following = statuses[statuses.indexOf(status) + 1]
  return cursor !== null ? { status, cursor } : following === undefined ? undefined : { status: following }
}

/** Loads the page of a column at a position. `statuses` are those in which the stage has applications. */
const loadPage = async (
  job: string,
  stage_id: string,
  statuses: ReadonlyArray<Card["status"]>,
  { cursor, status }: Position,
  limit: number,
  filter: BoardFilter,
  signal: AbortSignal
): Promise<Column> => {
  const { cards, next_cursor } = await candor.overviews.cards(job, { ...filter, stage_id, status, limit, cursor }, {
    signal
  })
  return { cards, next: nextOf(statuses, status, next_cursor) }
}

const isSame = (one: Card, other: Card): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * The data of a board: the job, the counts of its applications, and the first cards of columns if an answer included
 * them.
 */
interface Loaded extends Pick<OpenedJob, "counts" | "job"> {
  readonly columns?: OpenedJob["columns"]
}

/**
 * Loads the first cards of each column, and as many as it had before, up to 300. An unchanged card stays the same
 * object.
 */
const columnsOf = async (
  { columns, counts, job }: Loaded,
  shown: Shown,
  filter: BoardFilter,
  before: Columns | undefined,
  signal: AbortSignal
): Promise<Columns> =>
  new Map(
    await Promise.all(job.stages.map(async ({ id: stage }) => {
      const statuses = statusesOf(shown).filter((status) =>
        counts.some((count) => count.stage_id === stage && count.status === status)
      )
      const present = before?.get(stage)?.cards ?? []
      const first = columns?.find(({ stage_id }) => stage_id === stage)
      const cards = new Map(first?.cards.map((card) => [card.id, card]))
      const [status] = statuses
      let next = first !== undefined
        ? nextOf(statuses, first.status, first.next_cursor)
        : columns === undefined && status !== undefined
        ? { status }
        : undefined
      while (next !== undefined && (cards.size === 0 || cards.size < Math.min(present.length, maxReloaded))) {
        const limit = cards.size === 0 && present.length <= firstCards ? firstCards : maxCards
        const page: Column = await loadPage(job.id, stage, statuses, next, limit, filter, signal)
        for (const card of page.cards) cards.set(card.id, card)
        next = page.next
      }
      for (const card of present) {
        const after = cards.get(card.id)
        if (after !== undefined && isSame(card, after)) cards.set(card.id, card)
      }
      return [stage, { cards: [...cards.values()], next }] as const
    }))
  )

interface OpenedBoard {
  readonly job: Job
  readonly columns: Columns
}

/**
 * Loads a job with its board: by one request, unless the person has scrolled. Other parts of the page are cached under
 * their own keys.
 */
export const loadBoard = async (
  id: string,
  shown: Shown,
  keptOf: (job: Job) => Columns | undefined,
  signal: AbortSignal
): Promise<OpenedBoard> => {
  const since = Date.now()
  const [status] = statusesOf(shown)
  const opened = await candor.overviews.board(id, status === "active" ? {} : { status }, { signal })
  const { counts, job, posting, team } = opened
  keepPart(countsKey(id), counts, since)
  keepPart(["team_member", id], team, since)
  const careers = queries.getQueryData<Careers>(careersKey)
  if (careers !== undefined) keepPart(postingKey(job, careers), posting, since)
  return { job, columns: await columnsOf(opened, shown, {}, keptOf(job), signal) }
}

/** Loads the columns of a board with a filter or an order. */
export const loadFiltered = async (
  job: Job,
  shown: Shown,
  filter: BoardFilter,
  before: Columns | undefined,
  signal: AbortSignal
): Promise<Columns> => {
  const counts = await loadCounts(job.id, filter, signal)
  queries.setQueryData(countsKey(job.id, filter), counts)
  return columnsOf({ job, counts }, shown, filter, before, signal)
}

/**
 * The key of a job's posting. It changes with the job, and when the careers site opens, closes or gets another address.
 */
export const postingKey = (
  { id, updated_at }: Job,
  { is_open, slug }: Careers
): Key => ["job", id, "posting", updated_at, slug, String(is_open)]

/** Loads the next page of a column. */
export const loadMore = (
  job: string,
  stage: string,
  shown: Shown,
  filter: BoardFilter,
  next: Position,
  signal: AbortSignal
): Promise<Column> => loadPage(job, stage, statusesOf(shown), next, maxCards, filter, signal)

/** The maximum number of pages to search for changed cards of a column. */
const maxPages = 3

/** Loads the cards with these ids in a stage and status, as far as they are among the newest 300. */
export const loadCards = async (
  job: string,
  stage_id: string,
  status: Card["status"],
  ids: ReadonlySet<string>
): Promise<ReadonlyArray<Card>> => {
  const found: Array<Card> = []
  let next: Column["next"] = { status }
  for (let page = 0; page < maxPages && next !== undefined && found.length < ids.size; page++) {
    const column: Column = await loadPage(job, stage_id, [status], next, maxCards, {}, AbortSignal.timeout(30_000))
    found.push(...column.cards.filter(({ id }) => ids.has(id)))
    next = column.next
  }
  return found
}
