/** The columns of a board: of each stage the newest cards, and further ones as a person scrolls. */
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

/** Where the next page of a column begins. */
interface Position {
  readonly status: Card["status"]
  readonly cursor?: string | undefined
}

export interface Column {
  /**
   * Those that were loaded, and those that came since. A card whose status the view does not have is hidden: it may
   * come back.
   */
  readonly cards: ReadonlyArray<Card>
  /** The number of those that another card of their group stands for. */
  readonly folded?: number
  /** Undefined where all cards are loaded. */
  readonly next: Position | undefined
}

export type Columns = ReadonlyMap<string, Column>

export type Shown = (typeof viewsOfBoard)[number][0]

/**
 * Cards of a page at first, and when many are loaded again; and the most cards of a column that are loaded again (the
 * rest follows on scrolling).
 */
const [firstCards, maxCards, maxReloaded] = [50, 100, 300]

/** The statuses that a view of a board has. */
export const statusesOf = (shown: string): ReadonlyArray<Card["status"]> =>
  shown === "rejected" || shown === "withdrawn" ? [shown] : ["active", "hired"]

export const countsKey = (job: string, filter: BoardFilter = {}): Key => ["count", job, stringifySearch(filter)]

/** The numbers do not depend on the order. */
export const loadCounts = async (
  job: string,
  { sort: _sort, ...filter }: BoardFilter,
  signal: AbortSignal
): Promise<ReadonlyArray<StageCount>> => (await candor.overviews.counts(job, filter, { signal })).counts

/** The number of the applications of a stage that a view of a board has. */
export const countOf = (counts: ReadonlyArray<StageCount>, shown: string, stage: string): number =>
  counts.filter(({ stage_id, status }) => stage_id === stage && statusesOf(shown).includes(status))
    .reduce((sum, { applications }) => sum + applications, 0)

/** Where a column goes on after a page of a status. `statuses` are those of which the stage has applications. */
const nextOf = (
  statuses: ReadonlyArray<Card["status"]>,
  status: Card["status"],
  cursor: string | null
): Column["next"] => {
  const following = statuses[statuses.indexOf(status) + 1]
  return cursor !== null ? { status, cursor } : following === undefined ? undefined : { status: following }
}

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
  const { cards, next_cursor } = await candor.overviews.cards(job, { ...filter, stage_id, status, limit, cursor }, {
    signal
  })
  return { cards, next: nextOf(statuses, status, next_cursor) }
}

const isSame = (one: Card, other: Card): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * What a board is made of: the job, the numbers of its applications, and the first cards of columns where an answer has
 * had them.
 */
interface Loaded extends Pick<OpenedJob, "counts" | "job"> {
  readonly columns?: OpenedJob["columns"]
}

/**
 * The first cards of each column, and up to 300 of those that it had before. A card that is as it was stays the same
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
 * Loads a job with its board, by one request unless a person has scrolled. The other parts of the page are kept where
 * they are looked for.
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

/** The page at which a column goes on. */
export const loadMore = (
  job: string,
  stage: string,
  shown: Shown,
  filter: BoardFilter,
  next: Position,
  signal: AbortSignal
): Promise<Column> => loadPage(job, stage, statusesOf(shown), next, maxCards, filter, signal)

/** Pages of a column among which cards are found that changed. */
const maxPages = 3

/** The cards of a stage and a status that have these ids, as far as they are among the newest 300. */
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
